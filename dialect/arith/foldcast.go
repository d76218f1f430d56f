package arith

import (
	"math"

	"github.com/inflight-compiler/inflight/ir"
)

func init() {
	ExtUI.Fold, ExtSI.Fold = foldExtend(ExtUI, false), foldExtend(ExtSI, true)
	TruncI.Fold = foldTruncI
	ExtF.Fold, TruncF.Fold = foldExtF, foldTruncF
	UIToFP.Fold, SIToFP.Fold = foldToFloat(false), foldToFloat(true)
	FPToUI.Fold, FPToSI.Fold = foldToInt(false), foldToInt(true)
	IndexCast.Fold, IndexCastUI.Fold = foldResize(true), foldResize(false)
	Bitcast.Fold = foldBitcast
}

// convert folds a conversion of constants.
func convert(op *ir.Op, consts []ir.Attr, f func(from, to kind, v scalar) (scalar, bool)) []ir.FoldResult {
	if r := poison(op, consts); r != nil {
		return r
	}
	from, ok := kindOf(op.Operand(0).Type())
	to, ok2 := kindOf(op.Result(0).Type())
	if !ok || !ok2 || consts[0] == nil {
		return nil
	}
	return one(constant(
		mapElements(op.Context(), consts, op.Result(0).Type(), func(args []scalar) (scalar, bool) {
			return f(from, to, args[0])
		})))
}

// resize extends or truncates an integer.
func resize(isSigned bool) func(from, to kind, v scalar) (scalar, bool) {
	return func(from, to kind, v scalar) (scalar, bool) {
		if isSigned {
			return to.integer(v.big()), true
		}
		return to.integer(unsignedWide(v.big(), from.width)), true
	}
}

// setSource replaces the operand of op by v.
func setSource(op *ir.Op, v *ir.Value) []ir.FoldResult {
	op.SetOperand(0, v)
	return ir.FoldedInPlace
}

// foldExtend: an extension of an extension is one extension.
func foldExtend(def *ir.OpDef, isSigned bool) func(*ir.Op, []ir.Attr) []ir.FoldResult {
	return func(op *ir.Op, consts []ir.Attr) []ir.FoldResult {
		if inner := op.Operand(0).DefinedBy(def); inner != nil {
			return setSource(op, inner.Operand(0))
		}
		return convert(op, consts, resize(isSigned))
	}
}

// foldTruncI: a truncation of an extension or of another truncation converts the source directly.
func foldTruncI(op *ir.Op, consts []ir.Attr) []ir.FoldResult {
	for _, ext := range []*ir.OpDef{ExtUI, ExtSI} {
		inner := op.Operand(0).DefinedBy(ext)
		if inner == nil {
			continue
		}
		source := inner.Operand(0)
		to := op.Result(0).Type()
		switch {
		case width(elementOf(source.Type())) > width(elementOf(to)):
			return setSource(op, source)
		case source.Type() == to:
			return one(value(source))
		}
	}
	if inner := op.Operand(0).DefinedBy(TruncI); inner != nil {
		// A flag of the outer truncation says nothing of the bits that the inner one cuts off, and the other
		// way round.
		kept := flags(op, "overflowFlags") & flags(inner, "overflowFlags")
		op.SetAttr("overflowFlags", op.Context().Enum(Overflow, kept))
		return setSource(op, inner.Operand(0))
	}
	return convert(op, consts, resize(true))
}

func foldResize(isSigned bool) func(*ir.Op, []ir.Attr) []ir.FoldResult {
	return func(op *ir.Op, consts []ir.Attr) []ir.FoldResult { return convert(op, consts, resize(isSigned)) }
}

// exactly converts a float if the result is the same number, or if both are NaN.
func exactly(v float64, to kind, got scalar) (scalar, bool) {
	back := to.float(got)
	return got, back == v || math.IsNaN(v) && math.IsNaN(back)
}

// foldExtF: an extension cancels a truncation if both allow contraction.
func foldExtF(op *ir.Op, consts []ir.Attr) []ir.FoldResult {
	if inner := op.Operand(0).DefinedBy(TruncF); inner != nil &&
		inner.Operand(0).Type() == op.Result(0).Type() &&
		flags(op, "fastmath")&flags(inner, "fastmath")&FastContract != 0 {
		return one(value(inner.Operand(0)))
	}
	return convert(op, consts, func(from, to kind, v scalar) (scalar, bool) {
		f := from.float(v)
		return exactly(f, to, to.fromFloat(f))
	})
}

// foldTruncF: a truncation of an exact extension converts the source directly. A constant folds if its value
// does not change.
func foldTruncF(op *ir.Op, consts []ir.Attr) []ir.FoldResult {
	if inner := op.Operand(0).DefinedBy(ExtF); inner != nil {
		source, to := inner.Operand(0), op.Result(0).Type()
		from, ok := elementOf(source.Type()).(*ir.FloatType)
		middle, ok2 := elementOf(op.Operand(0).Type()).(*ir.FloatType)
		if ok && ok2 && contains(middle.Kind, from.Kind) {
			switch {
			case from.Width() > width(elementOf(to)):
				return setSource(op, source)
			case source.Type() == to:
				return one(value(source))
			}
		}
	}
	mode, _ := op.IntAttr("roundingmode")
	return convert(op, consts, func(from, to kind, v scalar) (scalar, bool) {
		f := from.float(v)
		return exactly(f, to, to.fromFloatMode(f, mode))
	})
}

// contains reports whether the format outer has every number of inner.
func contains(outer, inner ir.FloatKind) bool {
	precision := func(k ir.FloatKind) (bits, exponent int) {
		switch k {
		case ir.F16:
			return 11, 5
		case ir.BF16:
			return 8, 8
		case ir.TF32:
			return 11, 8
		case ir.F32:
			return 24, 8
		case ir.F64:
			return 53, 11
		case ir.F80:
			return 64, 15
		case ir.F128:
			return 113, 15
		}
		return 5, 5 // no 8-bit format has more of either, but for F8E8M0FNU
	}
	if inner == ir.F8E8M0FNU {
		return outer == ir.F32 || outer == ir.F64 || outer == ir.BF16 || outer == ir.F80 || outer == ir.F128
	}
	ob, oe := precision(outer)
	ib, ie := precision(inner)
	return outer == inner || ob >= ib && oe >= ie && ob > 5
}

func foldToFloat(isSigned bool) func(*ir.Op, []ir.Attr) []ir.FoldResult {
	return func(op *ir.Op, consts []ir.Attr) []ir.FoldResult {
		return convert(op, consts, func(from, to kind, v scalar) (scalar, bool) {
			n := v.big()
			if !isSigned {
				n = unsignedWide(n, from.width)
			}
			return to.intToFloat(n), true
		})
	}
}

func foldToInt(isSigned bool) func(*ir.Op, []ir.Attr) []ir.FoldResult {
	return func(op *ir.Op, consts []ir.Attr) []ir.FoldResult {
		return convert(op, consts, func(from, to kind, v scalar) (scalar, bool) {
			return floatToInt(from.float(v), to, isSigned)
		})
	}
}

// foldBitcast folds a bitcast of a constant to the constant of the other type with the same bits.
func foldBitcast(op *ir.Op, consts []ir.Attr) []ir.FoldResult {
	return convert(op, consts, func(from, to kind, v scalar) (scalar, bool) {
		if from.width > 64 || to.width != from.width {
			return scalar{}, false
		}
		return scalar{word: signed(v.word, to.width)}, true
	})
}
