package asynctostream

import (
	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/dialect/stream"
	"github.com/inflight-compiler/inflight/ir"
)

// isBytes reports whether a type is that of memory of bytes.
func (l *raising) isBytes(t ir.Type) bool {
	m, ok := t.(*ir.MemRefType)
	return ok && len(m.Shape) == 1 && m.Elem == l.Ctx.I8 && m.MemorySpace == nil &&
		memref.HasIdentityLayout(m)
}

// converted returns what a type becomes.
func (l *raising) converted(t ir.Type) ir.Type {
	switch {
	case l.isBytes(t):
		return stream.ResourceType(l.Ctx, stream.External)
	case async.IsToken(t):
		return stream.TimepointType(l.Ctx)
	}
	if f, ok := t.(*ir.FunctionType); ok {
		return l.Ctx.Function(l.convertedAll(f.Inputs), l.convertedAll(f.Results))
	}
	return t
}

func (l *raising) convertedAll(types []ir.Type) []ir.Type {
	list := make([]ir.Type, len(types))
	for i, t := range types {
		list[i] = l.converted(t)
	}
	return list
}

// retype replaces the types of all values, and those of functions. It keeps the sizes that they had.
func (l *raising) retype(m *ir.Op) error {
	for op := range m.Walk() {
		for _, v := range op.Results() {
			if err := l.retypeValue(op, v); err != nil {
				return err
			}
		}
		for _, r := range op.Regions() {
			for _, b := range r.Blocks() {
				for _, v := range b.Args() {
					if err := l.retypeValue(op, v); err != nil {
						return err
					}
				}
			}
		}
		if a, ok := op.Attr("function_type").(*ir.TypeAttr); ok {
			if err := l.refuseTypes(op, a.Type.(*ir.FunctionType)); err != nil {
				return err
			}
			op.SetAttr("function_type", l.Ctx.TypeAttr(l.converted(a.Type)))
		}
	}
	return nil
}

func (l *raising) retypeValue(op *ir.Op, v *ir.Value) error {
	m, memory := v.Type().(*ir.MemRefType)
	part := op.Is(memref.View) || op.Is(memref.Alloca) // of a resource, or the number of a kernel
	if !part || op.Is(memref.Alloca) && memory && l.isBytes(m) {
		if err := l.refuseType(op, v.Type()); err != nil {
			return err
		}
	}
	if memory && l.isBytes(m) {
		if op.Is(memref.Alloca) {
			return op.Errorf(code, "memory of the stack has no counterpart in IREE's stream dialect").
				Suggest("allocate it with memref.alloc")
		}
		if m.Shape[0] != ir.Dynamic {
			l.static[v] = m.Shape[0]
		}
	}
	v.SetType(l.converted(v.Type()))
	return nil
}

func (l *raising) refuseTypes(op *ir.Op, f *ir.FunctionType) error {
	for _, list := range [][]ir.Type{f.Inputs, f.Results} {
		for _, t := range list {
			if err := l.refuseType(op, t); err != nil {
				return err
			}
		}
	}
	return nil
}

// refuseType refuses types of memory that is not bytes, and values and groups of tasks.
func (l *raising) refuseType(op *ir.Op, t ir.Type) error {
	_, ranked := t.(*ir.MemRefType)
	switch {
	case ranked && !l.isBytes(t):
		return op.Errorf(code, "memory of type '%v' has no counterpart in IREE's stream dialect", t).
			Suggest("a resource is bytes: use memref<?xi8>, and in tasks memref.view of it")
	case async.IsValue(t) || async.IsGroup(t):
		return op.Errorf(code, "'%v' has no counterpart in IREE's stream dialect", t).
			Suggest("use tokens, and memory for what tasks compute")
	}
	return nil
}
