package convertmemreftoptr

import (
	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/ir"
)

// checkTypes reports the first memref or complex number that has no counterpart. Those inside of other types
// have none.
func (l *lowering) checkTypes(root *ir.Op) error {
	check := func(op *ir.Op, what string, t ir.Type) error {
		switch t := t.(type) {
		case *ir.MemRefType:
			if _, why := l.layoutOf(t); why != "" {
				return op.Errorf(codeUnsupported, "%s of type %v %s, and cannot be lowered to pointers", what,
					t, why)
			}
		case *ir.ComplexType:
			if bytesOf(t) == 0 {
				return op.Errorf(codeUnsupported,
					"%s of type %v has parts of a type that cannot lie in memory", what, t)
			}
		case *ir.ParametricType:
			if held := payload(t); held != nil && l.hasCounterpart(held) {
				return nil
			}
			if inner := within(t); inner != nil {
				kind := "memref"
				if _, isNumber := inner.(*ir.ComplexType); isNumber {
					kind = "complex number"
				}
				return op.Errorf(codeUnsupported,
					"%s of type %v holds a %s, and cannot be lowered to pointers", what, t, kind)
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

// hasCounterpart reports whether values of a type with parts can be lowered.
func (l *lowering) hasCounterpart(t ir.Type) bool {
	if m, ok := t.(*ir.MemRefType); ok {
		_, why := l.layoutOf(m)
		return why == ""
	}
	return bytesOf(t) > 0
}

// within returns a type with parts among the parameters of a type, nil if there is none. Metadata of pointers
// are about one.
func within(t *ir.ParametricType) ir.Type {
	for i := range t.Params {
		switch inner := t.TypeParam(i).(type) {
		case *ir.MemRefType, *ir.ComplexType:
			return inner
		case *ir.ParametricType:
			if found := within(inner); found != nil {
				return found
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

// signature changes the type of a function, and the attributes of its arguments and results: the first part
// of a value keeps those of the value.
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

// spread gives the further parts of values empty dictionaries in a list with one for each of the types.
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

// convertedTypes replaces the types of values with parts by those of the parts.
func (l *lowering) convertedTypes(types []ir.Type) []ir.Type {
	out := make([]ir.Type, 0, len(types))
	for _, t := range types {
		switch t := t.(type) {
		case *ir.MemRefType, *ir.ComplexType:
			out = append(out, l.partTypes(t)...)
		case *ir.FunctionType:
			out = append(out, l.convertedFunction(t))
		case *ir.ParametricType:
			if payload(t) != nil {
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

// functionValues gives values that are functions the types of functions without memrefs and complex numbers,
// and asynchronous values those of values without them.
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
