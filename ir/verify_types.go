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
