package convertmemreftoptr

import (
	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/ir"
)

// checkTypes reports the first memref that has no counterpart. Those inside of other types have none.
func (l *lowering) checkTypes(root *ir.Op) error {
	check := func(op *ir.Op, what string, t ir.Type) error {
		switch t := t.(type) {
		case *ir.MemRefType:
			if _, why := l.layoutOf(t); why != "" {
				return op.Errorf(codeUnsupported, "%s of type %v %s, and cannot be lowered to pointers", what, t, why)
			}
		case *ir.ParametricType:
			if m := payloadMemRef(t); m != nil {
				if _, why := l.layoutOf(m); why == "" {
					return nil
				}
			}
			if inner := within(t); inner != nil {
				return op.Errorf(codeUnsupported, "%s of type %v holds a memref, and cannot be lowered to pointers", what, t)
			}
		}
		return nil
	}
	for op := range root.Walk() {
		for _, t := range op.ResultTypes() {
			if err := check(op, "a result", t); err != nil {
				return err
			}
		}
		for _, r := range op.Regions() {
			for _, b := range r.Blocks() {
				for _, a := range b.Args() {
					if err := check(op, "an argument", a.Type()); err != nil {
						return err
					}
				}
			}
		}
		if t := functionType(op); t != nil {
			for _, t := range append(append([]ir.Type{}, t.Inputs...), t.Results...) {
				if err := check(op, "an argument or result", t); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// within returns a memref among the parameters of a type, nil if there is none. Metadata of pointers are about one.
func within(t *ir.ParametricType) *ir.MemRefType {
	for i := range t.Params {
		switch inner := t.TypeParam(i).(type) {
		case *ir.MemRefType:
			return inner
		case *ir.ParametricType:
			if m := within(inner); m != nil {
				return m
			}
		}
	}
	return nil
}

// functionType returns the type of a function that op defines or declares, nil for other operations.
func functionType(op *ir.Op) *ir.FunctionType {
	if a, ok := op.Attr("function_type").(*ir.TypeAttr); ok {
		t, _ := a.Type.(*ir.FunctionType)
		return t
	}
	return nil
}

// signature changes the type of a function, and the attributes of its arguments and results: the first part of a memref keeps
// those of the memref.
func (l *lowering) signature(op *ir.Op) {
	t := functionType(op)
	if t == nil {
		return
	}
	to := l.convertedFunction(t)
	if to == t {
		return
	}
	op.SetAttr("function_type", l.Ctx.TypeAttr(to))
	l.spread(op, "arg_attrs", t.Inputs)
	l.spread(op, "res_attrs", t.Results)
}

// spread gives the further parts of memrefs empty dictionaries in a list with one for each of the types.
func (l *lowering) spread(op *ir.Op, name string, types []ir.Type) {
	list, ok := op.Attr(name).(*ir.ArrayAttr)
	if !ok {
		return
	}
	var out []ir.Attr
	for i, t := range types {
		out = append(out, list.Elems[i])
		for range len(l.convertedTypes([]ir.Type{t})) - 1 {
			out = append(out, l.Ctx.EmptyDict)
		}
	}
	op.SetAttr(name, l.Ctx.Array(out))
}

// convertedTypes replaces memrefs by the types of their parts.
func (l *lowering) convertedTypes(types []ir.Type) []ir.Type {
	out := make([]ir.Type, 0, len(types))
	for _, t := range types {
		switch t := t.(type) {
		case *ir.MemRefType:
			if lay, _ := l.layoutOf(t); lay != nil {
				out = append(out, lay.partTypes...)
			}
		case *ir.FunctionType:
			out = append(out, l.convertedFunction(t))
		case *ir.ParametricType:
			if payloadMemRef(t) != nil {
				out = append(out, async.ValueType(l.Ctx, l.pointer))
			} else {
				out = append(out, t)
			}
		default:
			out = append(out, t)
		}
	}
	return out
}

func (l *lowering) convertedFunction(t *ir.FunctionType) *ir.FunctionType {
	return l.Ctx.Function(l.convertedTypes(t.Inputs), l.convertedTypes(t.Results))
}

// functionValues gives values that are functions the types of functions without memrefs, and asynchronous values those of values
// without them.
func (l *lowering) functionValues(root *ir.Op) {
	convert := func(v *ir.Value) {
		if t, ok := v.Type().(*ir.FunctionType); ok {
			v.SetType(l.convertedFunction(t))
		}
		l.pointerValues(v)
	}
	for op := range root.Walk() {
		for _, v := range op.Results() {
			convert(v)
		}
		for _, r := range op.Regions() {
			for _, b := range r.Blocks() {
				for _, v := range b.Args() {
					convert(v)
				}
			}
		}
	}
}
