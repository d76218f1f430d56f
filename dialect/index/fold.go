package index

import (
	"math/big"

	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// The folds are upstream's: an operation folds if its result is the same for an index of 32 bits and one of
// 64. An operation whose low bits depend only on low bits always folds. Any other folds if the low 32 bits of
// the result are the result for the low 32 bits of the operands.

func init() {
	Dialect.Constant = materialize
	for def, f := range map[*ir.OpDef]binaryOp{
		Add: modular(func(a, b int64) int64 { return a + b }),
		Sub: modular(func(a, b int64) int64 { return a - b }),
		Mul: modular(func(a, b int64) int64 { return a * b }),
		And: modular(func(a, b int64) int64 { return a & b }),
		Or:  modular(func(a, b int64) int64 { return a | b }),
		XOr: modular(func(a, b int64) int64 { return a ^ b }),

		DivS: divS, DivU: divU, CeilDivS: ceilDivS, CeilDivU: ceilDivU, FloorDivS: floorDivS, RemS: remS,
		RemU: remU,

		MaxS: total(func(_ uint, a, b int64) int64 { return max(a, b) }),
		MinS: total(func(_ uint, a, b int64) int64 { return min(a, b) }),
		MaxU: total(func(w uint, a, b int64) int64 { return int64(max(unsigned(w, a), unsigned(w, b))) }),
		MinU: total(func(w uint, a, b int64) int64 { return int64(min(unsigned(w, a), unsigned(w, b))) }),

		Shl:  shifting(func(_ uint, a int64, n uint) int64 { return a << n }),
		ShrS: shifting(func(_ uint, a int64, n uint) int64 { return a >> n }),
		ShrU: shifting(func(w uint, a int64, n uint) int64 { return int64(unsigned(w, a) >> n) }),
	} {
		def.Fold = foldBinary(f)
	}
	CastS.Fold, CastU.Fold = foldCast(signed),
		foldCast(func(w uint, v int64) int64 { return int64(unsigned(w, v)) })
	Cmp.Fold = foldCompare
	Constant.Fold, BoolConstant.Fold = foldConstant, foldConstant
}

// materialize makes the constant of an index or of a truth value.
func materialize(b *ir.Builder, attr ir.Attr, typ ir.Type) *ir.Op {
	def := Constant
	switch {
	case isBoolAttr(attr) && constraint.IsI1(typ):
		def = BoolConstant
	case !isIndexAttr(attr) || !constraint.IsIndex(typ):
		return nil
	}
	return b.Make(def, nil, []ir.Type{typ}, ir.NamedAttr{Name: "value", Value: attr})
}

func foldConstant(op *ir.Op, _ []ir.Attr) []ir.FoldResult {
	return []ir.FoldResult{{Attr: op.Attr("value")}}
}

// number returns the value of a constant, reduced to 64 bits.
func number(a ir.Attr) (int64, bool) {
	n, ok := a.(*ir.IntegerAttr)
	if !ok {
		return 0, false
	}
	return n.Value, true
}

// foldBinary makes the fold of an operation on constants, and the folds to one of the operands.
func foldBinary(f binaryOp) func(*ir.Op, []ir.Attr) []ir.FoldResult {
	return func(op *ir.Op, consts []ir.Attr) []ir.FoldResult {
		a, isA := number(consts[0])
		b, isB := number(consts[1])
		if isA && isB {
			if v, ok := both(f, a, b); ok {
				return []ir.FoldResult{{Attr: op.Context().IndexAttr(v)}}
			}
			return nil
		}
		switch {
		case isB && b == 0 && (op.Is(Add) || op.Is(Sub)), isB && b == 1 && op.Is(Mul):
			return []ir.FoldResult{{Value: op.Operand(0)}}
		case isB && b == 0 && op.Is(Mul):
			return []ir.FoldResult{{Attr: consts[1]}}
		}
		return nil
	}
}

// both computes an operation on 64 bits, and reports whether 32 bits have the same result.
func both(f binaryOp, a, b int64) (int64, bool) {
	wide, ok := f(64, a, b)
	if !ok {
		return 0, false
	}
	narrow, ok := f(32, signed(32, a), signed(32, b))
	return wide, ok && signed(32, wide) == signed(32, narrow)
}

// foldCast makes the fold of a conversion. extend makes a number of its low w bits.
func foldCast(extend func(w uint, v int64) int64) func(*ir.Op, []ir.Attr) []ir.FoldResult {
	return func(op *ir.Op, consts []ir.Attr) []ir.FoldResult {
		v, ok := number(consts[0])
		if !ok {
			return nil
		}
		if from, isInteger := op.Operand(0).Type().(*ir.IntegerType); isInteger {
			if from.Width < 64 {
				v = extend(uint(from.Width), v)
			}
			return []ir.FoldResult{{Attr: op.Context().IndexAttr(v)}}
		}
		to := op.Result(0).Type().(*ir.IntegerType)
		if w := min(uint(to.Width), 64); w > 32 && extend(32, v)<<(64-w) != v<<(64-w) {
			return nil
		}
		return []ir.FoldResult{{Attr: op.Context().BigInt(to, big.NewInt(v))}}
	}
}

// foldCompare folds a comparison of two constants, of a value with itself, and of a constant with an extremum
// that has a constant operand.
func foldCompare(op *ir.Op, consts []ir.Attr) []ir.FoldResult {
	predicate := PredicateOf(op)
	fold := func(is bool) []ir.FoldResult { return []ir.FoldResult{{Attr: op.Context().Bool(is)}} }
	a, isA := number(consts[0])
	b, isB := number(consts[1])
	if isA && isB {
		if is := compare(predicate, 64, a, b); is == compare(predicate, 32, signed(32, a), signed(32, b)) {
			return fold(is)
		}
	}
	if isB {
		if is, ok := compareExtremum(predicate, op.Operand(0).DefiningOp(), b); ok {
			return fold(is)
		}
	}
	if op.Operand(0) == op.Operand(1) {
		return fold(compare(predicate, 64, 0, 0))
	}
	return nil
}

// compareExtremum compares a maximum or minimum of any number and a constant with another constant. ok is
// false if the result is not known, or depends on the width of an index.
func compareExtremum(predicate int64, extremum *ir.Op, b int64) (is, ok bool) {
	if extremum == nil || extremum.NumOperands() != 2 {
		return false, false
	}
	c, ok := number(ir.ConstantValue(extremum.Operand(1)))
	if !ok {
		return false, false
	}
	var results [2]bool
	for i, w := range []uint{64, 32} {
		l, isExtremum := limitsOf(extremum.Def(), w, signed(w, c))
		if !isExtremum {
			return false, false
		}
		if results[i], ok = decided(predicate, l, exactly(w, signed(w, b))); !ok {
			return false, false
		}
	}
	return results[0], results[0] == results[1]
}
