package arith_test

import (
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"

	_ "github.com/inflight-compiler/inflight/internal/fixedseed"

	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/ir"
)

// foldOp makes an operation on constants and folds it; nil if it does not fold.
func foldOp(c *ir.Context, def *ir.OpDef, results []ir.Type, attrs []ir.NamedAttr,
	operands ...ir.Attr) ir.Attr {
	b := ir.NewBuilder(c)
	vs := make([]*ir.Value, len(operands))
	for i, a := range operands {
		vs[i] = arith.NewConstant(b, a)
	}
	folded := ir.Fold(b.Create(ir.OpState{Def: def, Operands: vs, Results: results, Attrs: attrs}))
	if len(folded) != 1 {
		return nil
	}
	if folded[0].Value != nil {
		return ir.ConstantValue(folded[0].Value)
	}
	return folded[0].Attr
}

func sameFloat(a, b float64) bool {
	return a == b && math.Signbit(a) == math.Signbit(b) || math.IsNaN(a) && math.IsNaN(b)
}

// f32 and f64 fold to what the processor computes.
func TestFloatsFoldLikeTheProcessor(t *testing.T) {
	c := all.NewContext()
	rapid.Check(t, func(t *rapid.T) {
		x, y := rapid.Float64().Draw(t, "x"), rapid.Float64().Draw(t, "y")
		if rapid.IntRange(0, 9).Draw(t, "special") == 0 {
			y = rapid.SampledFrom(
				[]float64{0, math.Copysign(0, -1), math.Inf(1), math.Inf(-1), math.NaN(), 1}).Draw(t, "y")
		}
		f, g := float32(x), float32(y)
		for _, e := range []struct {
			def    *ir.OpDef
			wide   float64
			narrow float32
		}{
			{arith.AddF, x + y, f + g}, {arith.SubF, x - y, f - g}, {arith.MulF, x * y, f * g},
			{arith.DivF, x / y, f / g},
			{arith.RemF, math.Mod(x, y), float32(math.Mod(float64(f), float64(g)))},
		} {
			wide := foldOp(c, e.def, nil, nil, c.FloatValue(c.F64, x), c.FloatValue(c.F64, y))
			if got, ok := wide.(*ir.FloatAttr); !ok || !sameFloat(got.Float64(), e.wide) {
				t.Errorf("%s(%v, %v) : f64 folds to %v, want %v", e.def.Name, x, y, wide, e.wide)
			}
			narrow := foldOp(c, e.def, nil, nil, c.FloatValue(c.F32, x), c.FloatValue(c.F32, y))
			if got, ok := narrow.(*ir.FloatAttr); !ok || !sameFloat(got.Float64(), float64(e.narrow)) {
				t.Errorf("%s(%v, %v) : f32 folds to %v, want %v", e.def.Name, f, g, narrow, e.narrow)
			}
		}
	})
}

// Half-precision formats round the exact result once.
func TestHalvesRoundOnce(t *testing.T) {
	c := all.NewContext()
	rapid.Check(t, func(t *rapid.T) {
		typ := rapid.SampledFrom([]*ir.FloatType{c.F16, c.BF16}).Draw(t, "type")
		a := c.FloatBits(typ, uint64(rapid.Uint16().Draw(t, "a")))
		b := c.FloatBits(typ, uint64(rapid.Uint16().Draw(t, "b")))
		x, y := a.Float64(), b.Float64()
		if math.IsNaN(x+y) || math.IsInf(x+y, 0) {
			return
		}
		exact := func(f func(z, x, y *big.Float) *big.Float) *big.Float {
			return f(new(big.Float).SetPrec(600), big.NewFloat(x), big.NewFloat(y))
		}
		check := func(def *ir.OpDef, want *big.Float) {
			got, ok := foldOp(c, def, nil, nil, a, b).(*ir.FloatAttr)
			if !ok {
				t.Fatalf("%s(%v, %v) does not fold", def.Name, a, b)
			}
			if !isNearest(typ, got, want) {
				t.Errorf("%s(%v, %v) folds to %v, and the exact result is %v", def.Name, a, b, got, want)
			}
		}
		check(arith.AddF, exact((*big.Float).Add))
		check(arith.SubF, exact((*big.Float).Sub))
		check(arith.MulF, exact((*big.Float).Mul))
	})
}

// isNearest reports whether no neighbour of got is nearer to want.
func isNearest(typ *ir.FloatType, got *ir.FloatAttr, want *big.Float) bool {
	if math.IsInf(got.Float64(), 0) {
		limit := new(big.Float).SetFloat64(ir.DecodeFloat(typ.Kind, got.Bits-1)) // the largest number
		return new(big.Float).Abs(want).Cmp(new(big.Float).Abs(limit)) > 0
	}
	distance := func(bits uint64) *big.Float {
		v := ir.DecodeFloat(typ.Kind, bits)
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return nil
		}
		d := new(big.Float).SetPrec(600).Sub(want, big.NewFloat(v))
		return d.Abs(d)
	}
	own := distance(got.Bits)
	for _, neighbour := range []uint64{got.Bits + 1, got.Bits - 1} {
		if d := distance(neighbour & 0xffff); d != nil && d.Cmp(own) < 0 {
			return false
		}
	}
	return true
}

// Integers convert to floats as the processor converts them, and back where they fit.
func TestConversionsLikeTheProcessor(t *testing.T) {
	c := all.NewContext()
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.Int64().Draw(t, "n")
		attr := c.Int(c.I64, n)
		for _, e := range []struct {
			def  *ir.OpDef
			typ  *ir.FloatType
			want float64
		}{
			{arith.SIToFP, c.F32, float64(float32(n))}, {arith.SIToFP, c.F64, float64(n)},
			{arith.UIToFP, c.F32, float64(float32(uint64(n)))}, {arith.UIToFP, c.F64, float64(uint64(n))},
		} {
			got, ok := foldOp(c, e.def, []ir.Type{e.typ}, nil, attr).(*ir.FloatAttr)
			if !ok || got.Float64() != e.want {
				t.Errorf("%s %d to %v folds to %v, want %v", e.def.Name, n, e.typ, got, e.want)
			}
		}
		x := rapid.Float64Range(-1e19, 1e19).Draw(t, "x")
		back := foldOp(c, arith.FPToSI, []ir.Type{c.I64}, nil, c.FloatValue(c.F64, x))
		if x >= math.MinInt64 && x < math.MaxInt64 {
			if got, ok := back.(*ir.IntegerAttr); !ok || got.Value != int64(x) {
				t.Errorf("fptosi %v folds to %v", x, back)
			}
		} else if back != nil {
			t.Errorf("fptosi %v folds to %v, which does not hold it", x, back)
		}
	})
}

// Truncations fold only where nothing is lost, whatever the rounding mode.
func TestTruncationLosesNothing(t *testing.T) {
	c := all.NewContext()
	for mode := arith.ToNearestEven; mode <= arith.ToNearestAway; mode++ {
		attrs := []ir.NamedAttr{{Name: "roundingmode", Value: c.Int(c.I32, mode)}}
		for x, exact := range map[float64]bool{0: true, 1.5: true, -2048: true, 65504: true, 1.1: false,
			65505: false, 1e300: false,
			math.Inf(-1): true, math.NaN(): true, 0x1p-24: true, 0x1p-25: false} {
			got := foldOp(c, arith.TruncF, []ir.Type{c.F16}, attrs, c.FloatValue(c.F64, x))
			if (got != nil) != exact {
				t.Errorf("truncf %v in mode %d folds to %v", x, mode, got)
			} else if exact && !sameFloat(got.(*ir.FloatAttr).Float64(), x) {
				t.Errorf("truncf %v folds to %v", x, got)
			}
		}
	}
}

// Vectors fold element by element, and splats as one.
func TestElementsFold(t *testing.T) {
	c := all.NewContext()
	v := c.Vector([]int64{2}, nil, c.I8)
	wide := c.Vector([]int64{2}, nil, c.Integer(72))
	scalable := c.Vector([]int64{4}, []bool{true}, c.I8)
	dynamic := c.Tensor([]int64{ir.Dynamic}, c.I8, nil)
	for name, e := range map[string]struct {
		def  *ir.OpDef
		a, b ir.Attr
		want string
	}{
		"elements": {arith.AddI, c.Dense(v, "\x01\x7f", false), c.Dense(v, "\x02\x01", false),
			"dense<[3, -128]> : vector<2xi8>"},
		"with a splat": {arith.SubI, c.Dense(v, "\x01\x00", false), c.Dense(v, "\x01", true),
			"dense<[0, -1]> : vector<2xi8>"},
		"splats": {arith.MulI, c.Dense(scalable, "\x03", true), c.Dense(scalable, "\x05", true),
			"dense<15> : vector<[4]xi8>"},
		"divisor of 0": {arith.DivSI, c.Dense(v, "\x01\x02", false), c.Dense(v, "\x01\x00", false), ""},
		"compared": {arith.CmpI, c.Dense(v, "\x01\x80", false), c.Dense(v, "\x00", true),
			"dense<[false, true]> : vector<2xi1>"},
		"wide elements": {arith.AddI, c.Dense(wide, "\xff\xff\xff\xff\xff\xff\xff\xff\x00", true),
			c.Dense(wide, "\x01\x00\x00\x00\x00\x00\x00\x00\x00", true),
			"dense<18446744073709551616> : vector<2xi72>"},
		"unknown size": {arith.XOrI, c.Dense(dynamic, "\x01", true), c.Dense(dynamic, "\x01", true), ""},
	} {
		var attrs []ir.NamedAttr
		if e.def == arith.CmpI {
			attrs = append(attrs, ir.NamedAttr{Name: "predicate", Value: c.Int(c.I64, arith.SLT)})
		}
		got := ""
		if a := foldOp(c, e.def, nil, attrs, e.a, e.b); a != nil {
			got = a.String()
		}
		if got != e.want {
			t.Errorf("%s: %s folds to %q, want %q", name, e.def.Name, got, e.want)
		}
	}
}
