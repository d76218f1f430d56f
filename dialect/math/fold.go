package math

import (
	"math"
	"math/big"

	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/elementary"
	"github.com/inflight-compiler/inflight/ir"
)

// Upstream folds functions of the C library for f32 and f64 only, and so does this file. Operations that need
// no library fold in every format. A result for f32 operands is computed in float64 and rounded once. It is
// rarely different from the result of the library's f32 function.

// libraryKinds are the formats that the C library has.
func libraryKinds(k ir.FloatKind) bool { return k == ir.F32 || k == ir.F64 }

func init() {
	Dialect.Constant = arith.Dialect.Constant
	for def, fn := range map[*ir.OpDef]func(float64) float64{
		Acos: math.Acos, Acosh: math.Acosh, Asin: math.Asin, Asinh: math.Asinh, Atan: math.Atan,
		Atanh: math.Atanh,
		Cos:   math.Cos, Cosh: elementary.Cosh, Erf: math.Erf, Erfc: math.Erfc, Exp: math.Exp,
		Exp2: elementary.Exp2, ExpM1: math.Expm1,
		Round: math.Round, Sin: math.Sin, Sinh: elementary.Sinh, Tan: math.Tan, Tanh: math.Tanh,
		Trunc: math.Trunc,
	} {
		def.Fold = foldUnary(libraryKinds, fn)
	}
	for def, fn := range map[*ir.OpDef]func(float64) float64{
		AbsF: math.Abs, Ceil: math.Ceil, Floor: math.Floor, RoundEven: math.RoundToEven,
	} {
		def.Fold = foldUnary(nil, fn)
	}
	for def, fn := range map[*ir.OpDef]func(float64) float64{
		Log: elementary.Log, Log2: math.Log2, Log10: elementary.Log10, Sqrt: math.Sqrt,
	} {
		def.Fold = foldPositive(fn)
	}
	Log1p.Fold = foldLog1p
	Atan2.Fold, PowF.Fold = foldBinary(libraryKinds, elementary.Atan2), foldBinary(libraryKinds, math.Pow)
	CopySign.Fold = foldBinary(nil, math.Copysign)
	IsNaN.Fold = foldClass(func(_ ir.FloatKind, v float64) bool { return math.IsNaN(v) })
	IsInf.Fold = foldClass(func(_ ir.FloatKind, v float64) bool { return math.IsInf(v, 0) })
	IsFinite.Fold = foldClass(func(_ ir.FloatKind, v float64) bool {
		return !math.IsNaN(v) && !math.IsInf(v, 0)
	})
	IsNormal.Fold = foldClass(isNormal)
	AbsI.Fold = foldIntegers(func(_ uint, a []*big.Int) (*big.Int, bool) {
		return new(big.Int).Abs(a[0]), true
	})
	CountLeadingZeros.Fold = foldIntegers(leadingZeros)
	CountTrailingZeros.Fold = foldIntegers(trailingZeros)
	CtPop.Fold = foldIntegers(countOnes)
	IPowI.Fold = foldIntegers(power)
}

type fold = func(*ir.Op, []ir.Attr) []ir.FoldResult

func foldUnary(accept func(ir.FloatKind) bool, fn func(float64) float64) fold {
	return func(op *ir.Op, consts []ir.Attr) []ir.FoldResult {
		return arith.FoldFloats(op, consts, accept, func(a []float64) (float64, bool) {
			return fn(a[0]), true
		})
	}
}

func foldBinary(accept func(ir.FloatKind) bool, fn func(a, b float64) float64) fold {
	return func(op *ir.Op, consts []ir.Attr) []ir.FoldResult {
		return arith.FoldFloats(op, consts, accept, func(a []float64) (float64, bool) {
			return fn(a[0], a[1]), true
		})
	}
}

// foldPositive does not fold an operand with its sign bit set: neither -0 nor a NaN with a sign.
func foldPositive(fn func(float64) float64) fold {
	return func(op *ir.Op, consts []ir.Attr) []ir.FoldResult {
		return arith.FoldFloats(op, consts, libraryKinds, func(a []float64) (float64, bool) {
			return fn(a[0]), !math.Signbit(a[0])
		})
	}
}

func foldLog1p(op *ir.Op, consts []ir.Attr) []ir.FoldResult {
	return arith.FoldFloats(op, consts, libraryKinds, func(a []float64) (float64, bool) {
		return math.Log1p(a[0]), !math.Signbit(a[0] + 1)
	})
}

func foldClass(f func(ir.FloatKind, float64) bool) fold {
	return func(op *ir.Op, consts []ir.Attr) []ir.FoldResult {
		return arith.FoldFloatPredicate(op, consts, f)
	}
}

func foldIntegers(f func(width uint, a []*big.Int) (*big.Int, bool)) fold {
	return func(op *ir.Op, consts []ir.Attr) []ir.FoldResult { return arith.FoldIntegers(op, consts, f) }
}

// isNormal reports whether v is finite, not zero, and has the full precision of its format.
func isNormal(k ir.FloatKind, v float64) bool {
	least := map[ir.FloatKind]float64{
		ir.F64: 0x1p-1022, ir.F32: 0x1p-126, ir.BF16: 0x1p-126, ir.TF32: 0x1p-126, ir.F16: 0x1p-14,
		ir.F8E5M2: 0x1p-14,
		ir.F8E4M3: 0x1p-6, ir.F8E4M3FN: 0x1p-6, ir.F8E3M4: 0x1p-2, ir.F8E5M2FNUZ: 0x1p-15,
		ir.F8E4M3FNUZ:    0x1p-7,
		ir.F8E4M3B11FNUZ: 0x1p-10, ir.F8E8M0FNU: 0x1p-127, ir.F6E2M3FN: 1, ir.F6E3M2FN: 0x1p-2,
		ir.F4E2M1FN: 1,
	}
	return !math.IsInf(v, 0) && math.Abs(v) >= least[k] // false for NaN
}

// bits returns the two's complement representation of v.
func bits(v *big.Int, width uint) *big.Int {
	return new(big.Int).Mod(v, new(big.Int).Lsh(big.NewInt(1), width))
}

func leadingZeros(width uint, a []*big.Int) (*big.Int, bool) {
	return big.NewInt(int64(width) - int64(bits(a[0], width).BitLen())), true
}

func trailingZeros(width uint, a []*big.Int) (*big.Int, bool) {
	v := bits(a[0], width)
	if v.Sign() == 0 {
		return big.NewInt(int64(width)), true
	}
	return big.NewInt(int64(v.TrailingZeroBits())), true
}

func countOnes(width uint, a []*big.Int) (*big.Int, bool) {
	v, n := bits(a[0], width), int64(0)
	for i := range v.BitLen() {
		n += int64(v.Bit(i))
	}
	return big.NewInt(n), true
}

// power raises an integer to an integer, modulo 2^width. A negative exponent gives the reciprocal of the
// power, by integer division. A negative power of zero does not fold.
func power(width uint, a []*big.Int) (*big.Int, bool) {
	base, exponent := a[0], a[1]
	if exponent.Sign() >= 0 {
		return new(big.Int).Exp(bits(base, width), exponent, new(big.Int).Lsh(big.NewInt(1), width)), true
	}
	switch {
	case base.Sign() == 0:
		return nil, false
	case base.IsInt64() && base.Int64() == 1, base.IsInt64() && base.Int64() == -1 && exponent.Bit(0) == 0:
		return big.NewInt(1), true
	case base.IsInt64() && base.Int64() == -1:
		return base, true
	}
	return new(big.Int), true
}
