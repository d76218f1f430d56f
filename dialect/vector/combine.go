package vector

import (
	"math"

	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/ir"
)

// integerCombinations and floatCombinations have the operation that combines two numbers for each
// CombiningKind.
var (
	integerCombinations = map[int64]*ir.OpDef{
		Add: arith.AddI, Mul: arith.MulI, And: arith.AndI, Or: arith.OrI, Xor: arith.XOrI,
		MinUI: arith.MinUI, MaxUI: arith.MaxUI, MinSI: arith.MinSI, MaxSI: arith.MaxSI,
	}
	floatCombinations = map[int64]*ir.OpDef{
		Add: arith.AddF, Mul: arith.MulF, MinimumF: arith.MinimumF, MaximumF: arith.MaximumF,
		MinNumF: arith.MinNumF, MaxNumF: arith.MaxNumF,
	}
)

// Combination returns the operation that combines two numbers of a type, nil if there is none.
func Combination(kind int64, t ir.Type) *ir.OpDef {
	if _, isFloat := t.(*ir.FloatType); isFloat {
		return floatCombinations[kind]
	}
	return integerCombinations[kind]
}

// Neutral returns the neutral constant of a kind of combination: x combined with it is x, for every number x.
// For sums of floats that is -0.
func Neutral(c *ir.Context, kind int64, t ir.Type) ir.Attr {
	if f, ok := t.(*ir.FloatType); ok {
		return c.FloatBits(f, ir.EncodeFloat(f.Kind, neutralFloats[kind]))
	}
	width := 64
	if i, ok := t.(*ir.IntegerType); ok {
		width = int(i.Width)
	}
	switch kind {
	case Mul:
		return c.Int(t, 1)
	case And, MinUI:
		return c.Int(t, -1)
	case MinSI:
		return c.Int(t, math.MaxInt64>>(64-width))
	case MaxSI:
		return c.Int(t, math.MinInt64>>(64-width))
	}
	return c.Int(t, 0)
}

var neutralFloats = map[int64]float64{
	Add: math.Copysign(0, -1), Mul: 1, MinNumF: math.NaN(), MaxNumF: math.NaN(), MinimumF: math.Inf(1),
	MaximumF: math.Inf(-1),
}
