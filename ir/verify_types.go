package ir

import "github.com/inflight-compiler/inflight/diag"

// checkSameTypes checks the traits that relate operand and result types.
func (o *Op) checkSameTypes() *diag.Diagnostic {
	t := o.def.Traits
	switch {
	case t&SameOperandsAndResultType != 0 && !o.allTypes(compatibleTypes, true):
		return o.OpErrorf(CodeTypes, "requires the same type for all operands and results")
	case t&SameTypeOperands != 0 && !o.allTypes(sameType, false):
		return o.OpErrorf(CodeTypes, "requires all operands to have the same type")
	case t&SameOperandsShape != 0 && !o.allTypes(compatibleShapes, true):
		return o.OpErrorf(CodeTypes, "requires the same shape for all operands and results")
	case t&SameOperandsElement != 0 && !o.allTypes(sameElement, true):
		return o.OpErrorf(CodeTypes, "requires the same element type for all operands and results")
	}
	return nil
}

// allTypes reports whether the types of all operands, and of all results if
// asked for, are in a relation with the first.
func (o *Op) allTypes(related func(a, b Type) bool, results bool) bool {
	var first Type
	switch {
	case results && len(o.results) > 0:
		first = o.results[0].typ
	case len(o.operands) > 0:
		first = o.operands[0].value.typ
	}
	for i := range o.operands {
		if t := o.operands[i].value.typ; t != first && !related(first, t) {
			return false
		}
	}
	for i := range o.results {
		if t := o.results[i].typ; results && t != first && !related(first, t) {
			return false
		}
	}
	return true
}

func sameType(a, b Type) bool { return a == b }

// compatibleTypes allows tensors that differ in extents known in one of them.
func compatibleTypes(a, b Type) bool {
	if a == b {
		return true
	}
	ta, ok := a.(*TensorType)
	tb, ok2 := b.(*TensorType)
	return ok && ok2 && ta.Elem == tb.Elem && ta.Encoding == tb.Encoding && compatibleShapes(a, b)
}

func compatibleShapes(a, b Type) bool {
	sa, shapedA := a.(ShapedType)
	sb, shapedB := b.(ShapedType)
	if !shapedA || !shapedB {
		return shapedA == shapedB
	}
	if !sa.HasRank() || !sb.HasRank() {
		return true
	}
	return CompatibleShapes(sa.Dims(), sb.Dims())
}

func sameElement(a, b Type) bool { return elementOrSelf(a) == elementOrSelf(b) }

func elementOrSelf(t Type) Type {
	if s, ok := t.(ShapedType); ok {
		return s.ElemType()
	}
	return t
}

// checkMatches checks the types that follow from others.
func (o *Op) checkMatches() *diag.Diagnostic {
	for i := range o.def.TypesMatch {
		m := &o.def.TypesMatch[i]
		from, to := o.named(m.From), o.named(m.To)
		if from != nil && to != nil && m.Type(o.ctx, from.typ) != to.typ {
			return o.OpErrorf(CodeTypes, "failed to verify that %s", m.Summary)
		}
	}
	return nil
}

// named returns the first operand or result of the entry of that name, nil if it has none.
func (o *Op) named(name string) *Value {
	for i := range o.def.Operands {
		if o.def.Operands[i].Name != name {
			continue
		}
		if first, count := o.OperandGroup(i); count > 0 {
			return o.operands[first].value
		}
		return nil
	}
	for i := range o.def.Results {
		if o.def.Results[i].Name != name {
			continue
		}
		if first, count := o.ResultGroup(i); count > 0 {
			return &o.results[first]
		}
	}
	return nil
}
