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
	case t&SameOperandsAndResultType != 0 && len(o.operands) > 0 && len(o.results) > 0 &&
		o.results[0].typ != o.operands[0].value.typ:
		return o.OpErrorf(CodeTypes,
			"inferred type(s) '%v' are incompatible with return type(s) of operation '%v'",
			o.operands[0].value.typ, o.results[0].typ)
	}
	return nil
}

// checkElementwise checks the operands and results of an elementwise operation. Either all are scalars, or
// those that are vectors or tensors have the same kind and compatible shapes, and all results are among them.
func (o *Op) checkElementwise() *diag.Diagnostic {
	var first Type
	operands, results, fit := 0, 0, true
	for i := range o.operands {
		if t := o.operands[i].value.typ; isMappable(t) {
			operands++
			fit = fit && alikeMappable(&first, t)
		}
	}
	for i := range o.results {
		if t := o.results[i].typ; isMappable(t) {
			results++
			fit = fit && alikeMappable(&first, t)
		}
	}
	switch {
	case first == nil:
		return nil
	case operands == 0:
		return o.OpErrorf(CodeTypes,
			"if a result is non-scalar, then at least one operand must be non-scalar")
	case results == 0:
		return o.OpErrorf(CodeTypes,
			"if an operand is non-scalar, then there must be at least one non-scalar result")
	case results != len(o.results):
		return o.OpErrorf(CodeTypes, "if an operand is non-scalar, then all results must be non-scalar")
	case !fit:
		return o.OpErrorf(CodeTypes, "all non-scalar operands/results must have the same shape and base type")
	}
	return nil
}

// isMappable reports whether an elementwise operation is applied to each element of a value of this type.
func isMappable(t Type) bool {
	switch t.(type) {
	case *VectorType, *TensorType:
		return true
	}
	return false
}

// alikeMappable reports whether t is of the same kind as *first, a vector, a ranked tensor or an unranked
// one, with a compatible shape. If *first is nil, it sets *first to t.
func alikeMappable(first *Type, t Type) bool {
	if *first == nil {
		*first = t
		return true
	}
	if _, vector := t.(*VectorType); vector != isVector(*first) {
		return false
	}
	a, b := (*first).(ShapedType), t.(ShapedType)
	return a.HasRank() == b.HasRank() && compatibleShapes(*first, t)
}

func isVector(t Type) bool { _, ok := t.(*VectorType); return ok }

// allTypes reports whether related holds between the first type and the types of all operands and, with
// results set, of all results.
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

// compatibleTypes reports whether two types are equal, or are tensors that are equal up to extents known in
// only one of them.
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

// checkMatches checks the types that follow from other types by TypesMatch.
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

// named returns the first operand or result of the table entry with that name, nil if it has none.
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
