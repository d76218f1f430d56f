package affine

import (
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/ir"
)

// NewDelinearizeIndex makes an affine.delinearize_index with n results.
func NewDelinearizeIndex(b *ir.Builder, index *ir.Value, basis []ir.OpFoldResult, n int) *ir.Op {
	static, values := ir.SplitIndices(basis)
	types := make([]ir.Type, n)
	for i := range types {
		types[i] = b.Ctx.Index
	}
	return b.Create(ir.OpState{
		Def: DelinearizeIndex, Operands: append([]*ir.Value{index}, values...), Results: types,
		Attrs: []ir.NamedAttr{{Name: "static_basis", Value: b.Ctx.I64Array(static...)}},
	})
}

// NewLinearizeIndex makes an affine.linearize_index. With disjoint the caller promises that every digit is
// less than its base.
func NewLinearizeIndex(b *ir.Builder, digits []*ir.Value, basis []ir.OpFoldResult, disjoint bool) *ir.Value {
	static, values := ir.SplitIndices(basis)
	attrs := []ir.NamedAttr{{Name: "static_basis", Value: b.Ctx.I64Array(static...)},
		forSegments(b.Ctx, len(digits), len(values))}
	if disjoint {
		attrs = append(attrs, ir.NamedAttr{Name: "disjoint", Value: b.Ctx.Unit})
	}
	return b.Create(ir.OpState{
		Def: LinearizeIndex, Operands: append(append([]*ir.Value(nil), digits...), values...),
		Results: []ir.Type{b.Ctx.Index}, Attrs: attrs,
	}).Result(0)
}

// boundOf returns the position in a basis of the bound of a digit, negative if it has none.
func boundOf(basis []ir.OpFoldResult, digits, i int) int { return i + len(basis) - digits }

func isConstant(r ir.OpFoldResult, n int64) bool { return r.Value == nil && r.Const == n }

func isZero(v *ir.Value) bool {
	n, ok := ir.ConstInt(v)
	return ok && n == 0
}

// dropUnitResults removes the digits with a base of 1: they are 0.
func dropUnitResults(op *ir.Op, rw *ir.Rewriter) bool {
	basis, n := Basis(op), op.NumResults()
	var kept []ir.OpFoldResult
	var results []int
	for i := range n {
		switch at := boundOf(basis, n, i); {
		case at < 0:
			results = append(results, i)
		case !isConstant(basis[at], 1):
			kept, results = append(kept, basis[at]), append(results, i)
		}
	}
	if len(results) == n {
		return false
	}
	rw.SetBefore(op)
	rw.Loc = op.Loc()
	all := make([]*ir.Value, n)
	if len(results) > 0 {
		made := NewDelinearizeIndex(rw.Builder, op.Operand(0), kept, len(results))
		for k, i := range results {
			all[i] = made.Result(k)
		}
	}
	var zero *ir.Value
	for i := range all {
		if all[i] != nil {
			continue
		}
		if zero == nil {
			zero = arith.ConstIndex(rw.Builder, 0)
		}
		all[i] = zero
	}
	rw.Replace(op, all...)
	return true
}

// delinearizeTail replaces the last digits of a linearized index by those that were linearized, where their
// bounds are the same.
func delinearizeTail(op *ir.Op, rw *ir.Rewriter) bool {
	made := op.Operand(0).DefinedBy(LinearizeIndex)
	if made == nil || !IsDisjoint(made) {
		return false
	}
	digits, from, to, n := made.OperandsOf(0), Basis(made), Basis(op), op.NumResults()
	same := 0
	for same < min(len(from), len(to), len(digits)-1, n-1) && from[len(from)-1-same] == to[len(to)-1-same] {
		same++
	}
	if same == 0 {
		return false
	}
	rw.SetBefore(op)
	rw.Loc = op.Loc()
	rest := NewLinearizeIndex(rw.Builder, digits[:len(digits)-same], from[:len(from)-same], IsDisjoint(made))
	front := NewDelinearizeIndex(rw.Builder, rest, to[:len(to)-same], n-same)
	rw.Replace(op, append(front.Results(), digits[len(digits)-same:]...)...)
	return true
}

// dropUnitDigits removes digits with a base of 1 that must be 0: the digit is that constant, or the operation
// is disjoint.
func dropUnitDigits(op *ir.Op, rw *ir.Rewriter) bool {
	digits, basis := op.OperandsOf(0), Basis(op)
	var keptDigits []*ir.Value
	var kept []ir.OpFoldResult
	for i, v := range digits {
		at := boundOf(basis, len(digits), i)
		if at >= 0 && isConstant(basis[at], 1) && (IsDisjoint(op) || isZero(v)) {
			continue
		}
		keptDigits = append(keptDigits, v)
		if at >= 0 {
			kept = append(kept, basis[at])
		}
	}
	if len(keptDigits) == len(digits) {
		return false
	}
	rw.SetBefore(op)
	rw.Loc = op.Loc()
	rw.Replace(op, NewLinearizeIndex(rw.Builder, keptDigits, kept, IsDisjoint(op)))
	return true
}

// dropLeadingZero removes a first digit that is 0.
func dropLeadingZero(op *ir.Op, rw *ir.Rewriter) bool {
	digits, basis := op.OperandsOf(0), Basis(op)
	if len(digits) < 2 || !isZero(digits[0]) {
		return false
	}
	rw.SetBefore(op)
	rw.Loc = op.Loc()
	rw.Replace(op, NewLinearizeIndex(rw.Builder, digits[1:], basis[len(basis)-len(digits)+1:],
		IsDisjoint(op)))
	return true
}
