package expandmath_test

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/internal/bigmath"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/sim"
	"github.com/inflight-compiler/inflight/value"
)

// precision is that of true values: enough to round to f64 and see how far it is to the middle of two
// numbers.
const precision = 120

// numbers is a sequence of numbers of a format.
type numbers struct {
	elem   string
	values []float64
}

func (n numbers) bytes() []byte {
	var out []byte
	for _, v := range n.values {
		if n.elem == "f64" {
			out = binary.LittleEndian.AppendUint64(out, math.Float64bits(v))
		} else {
			out = binary.LittleEndian.AppendUint32(out, math.Float32bits(float32(v)))
		}
	}
	return out
}

func read(elem string, data []byte) []float64 {
	var out []float64
	for len(data) > 0 {
		if elem == "f64" {
			out, data = append(out, math.Float64frombits(binary.LittleEndian.Uint64(data))), data[8:]
		} else {
			out, data = append(out, float64(math.Float32frombits(binary.LittleEndian.Uint32(data)))), data[4:]
		}
	}
	return out
}

// program applies an operation on one or two numbers, or vectors of lanes of them, to all elements of
// buffers.
func program(op, elem string, arity, lanes int) string {
	typ := elem
	load, store := "memref.load", "memref.store"
	suffix := ""
	if lanes > 1 {
		typ = fmt.Sprintf("vector<%dx%s>", lanes, elem)
		load, store, suffix = "vector.load", "vector.store", ", "+typ
	}
	operands := "%a"
	if arity == 2 {
		operands = "%a, %b"
	}
	return fmt.Sprintf(
		`func.func @f(%%x: memref<?x%[1]s>, %%y: memref<?x%[1]s>, %%z: memref<?x%[1]s>, %%n: index) {
  %%c0 = arith.constant 0 : index
  %%step = arith.constant %[5]d : index
  scf.for %%i = %%c0 to %%n step %%step {
    %%a = %[2]s %%x[%%i] : memref<?x%[1]s>%[3]s
    %%b = %[2]s %%y[%%i] : memref<?x%[1]s>%[3]s
    %%v = math.%[6]s %[7]s : %[4]s
    %[8]s %%v, %%z[%%i] : memref<?x%[1]s>%[3]s
  }
  return
}
`, elem, load, suffix, typ, lanes, op, operands, store)
}

// evaluate expands the operation and runs it on the numbers.
func evaluate(t *testing.T, op, elem string, arity, lanes int, x, y []float64) []float64 {
	t.Helper()
	return run(t, passtest.Transform(t, passtest.Parse(t, program(op, elem, arity, lanes)),
		"builtin.module(expand-math)"), elem, x, y)
}

// run runs a program on the numbers.
func run(t *testing.T, m *ir.Op, elem string, x, y []float64) []float64 {
	t.Helper()
	p, err := sim.Compile(m, "f")
	if err != nil {
		t.Fatal(err)
	}
	var args []value.Value
	for _, v := range [][]float64{x, y, make([]float64, len(x))} {
		buffer, err := value.NewBuffer(p.Inputs()[0].(*ir.MemRefType), []int64{int64(len(x))})
		if err != nil {
			t.Fatal(err)
		}
		copy(buffer.Data, numbers{elem, v}.bytes())
		args = append(args, value.Memory(buffer))
	}
	args = append(args, value.Int(m.Context().Index, int64(len(x))))
	if _, err := p.Run(t.Context(), sim.Config{Limits: sim.Limits{Steps: 1 << 40}}, args); err != nil {
		t.Fatal(err)
	}
	return read(elem, args[2].Buffer.Data)
}

// truth is a function to arbitrary precision. Its arguments are finite and in its domain, and it has no poles
// there.
type truth func(x, y *big.Float) *big.Float

// tested is a function with what it is held against.
type tested struct {
	name  string
	exact truth
	float func(x, y float64) float64
	arity int
	// the intervals that samples come from, each in equal steps of the number or, if both ends have the same
	// sign, of its logarithm; for the second operand too
	ranges, seconds [][2]float64
}

func one(f func(p uint, x *big.Float) *big.Float) truth {
	return func(x, _ *big.Float) *big.Float { return f(precision, x) }
}

func only(f func(float64) float64) func(x, y float64) float64 {
	return func(x, _ float64) float64 { return f(x) }
}

func big1() *big.Float { return new(big.Float).SetPrec(precision).SetInt64(1) }

func newBig() *big.Float { return new(big.Float).SetPrec(4 * precision) }

// combine makes e^x and e^-x into a hyperbolic function, at so high a precision that cancelling does not
// count.
func combine(f func(up, down *big.Float) *big.Float) truth {
	return func(x, _ *big.Float) *big.Float {
		p := uint(precision + 2*max(0, -x.MantExp(nil)) + 64)
		return f(bigmath.Exp(p, x), bigmath.Exp(p, new(big.Float).Neg(x)))
	}
}

func sum(x, y *big.Float) *big.Float {
	return new(big.Float).SetPrec(max(x.Prec(), y.Prec())).Add(x, y)
}
func difference(x, y *big.Float) *big.Float {
	return new(big.Float).SetPrec(max(x.Prec(), y.Prec())).Sub(x, y)
}
func quotient(x, y *big.Float) *big.Float {
	return new(big.Float).SetPrec(max(x.Prec(), y.Prec())).Quo(x, y)
}
func half(x *big.Float) *big.Float { return new(big.Float).SetMantExp(x, -1) }

// deep is a precision at which squares of all numbers of f64 can be added to 1.
const deep = 2400

// leg is sqrt(sign (1 - x^2)).
func leg(x *big.Float, sign int) *big.Float {
	square := new(big.Float).SetPrec(deep).Mul(x, x)
	rest := new(big.Float).SetPrec(deep).Sub(new(big.Float).SetPrec(deep).SetInt64(1), square)
	if sign < 0 {
		rest.Neg(rest)
	}
	return new(big.Float).SetPrec(deep).Sqrt(rest)
}

// logOf is the logarithm of a number close to 1.
func logOf(x *big.Float) *big.Float {
	return bigmath.Log1p(precision,
		new(big.Float).SetPrec(deep).Sub(x, new(big.Float).SetPrec(deep).SetInt64(1)))
}

func sinOf(x, _ *big.Float) *big.Float { s, _ := bigmath.SinCos(precision, x); return s }
func cosOf(x, _ *big.Float) *big.Float { _, c := bigmath.SinCos(precision, x); return c }

func powOf(x, y *big.Float) *big.Float {
	log := bigmath.Log(2*precision, x)
	return bigmath.Exp(precision, new(big.Float).SetPrec(2*precision).Mul(log, y))
}

func cbrtOf(x, _ *big.Float) *big.Float {
	if x.Sign() < 0 {
		y := cbrtOf(new(big.Float).Neg(x), nil)
		return y.Neg(y)
	}
	log := bigmath.Log(2*precision, x)
	return bigmath.Exp(precision, log.Quo(log, big.NewFloat(3)))
}

var (
	everywhere = [][2]float64{{1e-323, 1e307}, {-1e307, -1e-323}, {-30, 30}}
	positive   = [][2]float64{{1e-323, 1e307}, {0.5, 2}, {0.999, 1.001}}
	anglesOf   = [][2]float64{{-10, 10}, {-1e5, 1e5}, {1e-10, 1e307}, {-1e8, 1e8}}
	unit       = [][2]float64{{-1, 1}, {0.999, 1}, {1e-300, 1}, {-1, -0.99}}
)

var functions = []tested{
	{name: "exp", exact: one(bigmath.Exp), float: only(math.Exp),
		ranges: [][2]float64{{-745, 709.7}, {-1, 1}, {-104, 88}, {1e-300, 1}}},
	{name: "exp2", exact: func(x, _ *big.Float) *big.Float {
		return powOf(big.NewFloat(2), x)
	}, float: only(math.Exp2), ranges: [][2]float64{{-1074, 1023.9}, {-1, 1}, {-149, 127}}},
	{name: "expm1", exact: one(bigmath.Expm1), float: only(math.Expm1),
		ranges: [][2]float64{{-50, 709.7}, {-1, 1}, {1e-300, 1}, {-20, 88}}},
	{name: "log", exact: one(bigmath.Log), float: only(math.Log), ranges: positive},
	{name: "log2", exact: func(x, _ *big.Float) *big.Float {
		return quotient(bigmath.Log(precision, x), bigmath.Log(precision, big.NewFloat(2)))
	}, float: only(math.Log2), ranges: positive},
	{name: "log10", exact: func(x, _ *big.Float) *big.Float {
		return quotient(bigmath.Log(precision, x), bigmath.Log(precision, big.NewFloat(10)))
	}, float: only(math.Log10), ranges: positive},
	{name: "log1p", exact: one(bigmath.Log1p), float: only(math.Log1p),
		ranges: [][2]float64{{-0.999, 10}, {1e-300, 1e300}, {-0.5, -1e-300}}},
	{name: "sin", exact: sinOf, float: only(math.Sin), ranges: anglesOf},
	{name: "cos", exact: cosOf, float: only(math.Cos), ranges: anglesOf},
	{name: "tan", exact: func(x, _ *big.Float) *big.Float {
		return quotient(sinOf(x, nil), cosOf(x, nil))
	}, float: only(math.Tan), ranges: anglesOf},
	{name: "asin", exact: func(x, _ *big.Float) *big.Float {
		return bigmath.Atan2(precision, x, leg(x, 1))
	}, float: only(math.Asin), ranges: unit},
	{name: "acos", exact: func(x, _ *big.Float) *big.Float {
		return bigmath.Atan2(precision, leg(x, 1), x)
	}, float: only(math.Acos), ranges: unit},
	{name: "atan", exact: func(x, _ *big.Float) *big.Float {
		return bigmath.Atan2(precision, x, big1())
	}, float: only(math.Atan), ranges: everywhere},
	{name: "atan2", exact: func(y, x *big.Float) *big.Float {
		return bigmath.Atan2(precision, y, x)
	}, float: math.Atan2, arity: 2, ranges: everywhere,
		seconds: [][2]float64{{-3, 3}, {1e-300, 1e300}, {-1e300, -1e-300}}},
	{name: "sinh", exact: combine(func(u, d *big.Float) *big.Float { return half(difference(u, d)) }),
		float: only(math.Sinh), ranges: [][2]float64{{-710, 710}, {-2, 2}, {1e-300, 1}, {-45, 45}}},
	{name: "cosh", exact: combine(func(u, d *big.Float) *big.Float { return half(sum(u, d)) }),
		float: only(math.Cosh), ranges: [][2]float64{{-710, 710}, {-2, 2}, {-45, 45}}},
	{name: "tanh", exact: combine(func(u, d *big.Float) *big.Float {
		return quotient(difference(u, d), sum(u, d))
	}), float: only(math.Tanh), ranges: [][2]float64{{-25, 25}, {-1, 1}, {1e-300, 1}}},
	{name: "asinh", exact: func(x, _ *big.Float) *big.Float {
		p := uint(deep)
		square := new(big.Float).SetPrec(p).Mul(x, x)
		root := new(big.Float).SetPrec(p).Sqrt(square.Add(square, big1()))
		size := new(big.Float).Abs(x)
		y := logOf(root.Add(root, size))
		if x.Sign() < 0 {
			y.Neg(y)
		}
		return y
	}, float: only(math.Asinh), ranges: [][2]float64{{-10, 10}, {1e-200, 1e200}}},
	{name: "acosh", exact: func(x, _ *big.Float) *big.Float {
		return logOf(sum(leg(x, -1), x))
	}, float: only(math.Acosh), ranges: [][2]float64{{1.0000001, 10}, {1.5, 1e300}, {1.0000000001, 1.001}}},
	{name: "atanh", exact: func(x, _ *big.Float) *big.Float {
		p := uint(deep)
		one := new(big.Float).SetPrec(p).SetInt64(1)
		q := new(big.Float).SetPrec(p).Quo(new(big.Float).SetPrec(p).Add(one, x),
			new(big.Float).SetPrec(p).Sub(one, x))
		return half(logOf(q))
	}, float: only(math.Atanh), ranges: [][2]float64{{-0.9999, 0.9999}, {1e-300, 0.5}, {0.99, 0.9999999}}},
	{name: "erf", exact: one(bigmath.Erf), float: only(math.Erf),
		ranges: [][2]float64{{-6.5, 6.5}, {1e-300, 1}, {-1.2, 1.2}}},
	{name: "erfc", exact: one(bigmath.Erfc), float: only(math.Erfc),
		ranges: [][2]float64{{-6, 27}, {0.5, 2}, {0.001, 10}}},
	{name: "cbrt", exact: cbrtOf, float: only(math.Cbrt), ranges: everywhere},
	{name: "rsqrt", exact: func(x, _ *big.Float) *big.Float {
		return quotient(big1(), newBig().Sqrt(x))
	}, float: func(x, _ float64) float64 { return 1 / math.Sqrt(x) }, ranges: positive},
	{name: "powf", exact: powOf, float: math.Pow, arity: 2,
		ranges:  [][2]float64{{1e-3, 1e3}, {0.9, 1.1}, {1e-300, 1e300}},
		seconds: [][2]float64{{-30, 30}, {-1, 1}, {-300, 300}, {1e-3, 2000}}},
}

// sample returns n numbers of the ranges, exact in the format.
func sample(r *rand.Rand, elem string, ranges [][2]float64, n int) []float64 {
	out := make([]float64, n)
	for i := range out {
		interval := ranges[i%len(ranges)]
		low, high := interval[0], interval[1]
		if elem == "f32" { // the formats' ranges
			low, high = math.Copysign(min(max(math.Abs(low), 1e-44), 3e38), low),
				math.Copysign(min(max(math.Abs(high), 1e-44), 3e38), high)
		}
		u := r.Float64()
		v := low + (high-low)*u
		if low*high > 0 && max(high/low, low/high) > 16 {
			v =
				math.Copysign(math.Exp(
					math.Log(math.Abs(low))+(math.Log(math.Abs(high))-math.Log(math.Abs(low)))*u), low)
		}
		if elem == "f32" {
			v = float64(float32(v))
		}
		out[i] = min(max(v, min(low, high)), max(low, high))
		if elem == "f32" {
			out[i] = float64(float32(out[i]))
		}
	}
	return out
}

// ulps is the distance of got from the true value, in units of the last place of that.
func ulps(elem string, got float64, want *big.Float) float64 {
	bits, least := 53, -1074
	if elem == "f32" {
		bits, least = 24, -149
	}
	if rounded, _ := want.Float64(); math.IsInf(got, 0) &&
		(rounded == got || elem == "f32" && math.IsInf(float64(float32(rounded)), want.Sign())) {
		return 0
	}
	unit := max(want.MantExp(nil)-bits, least)
	d := new(big.Float).SetPrec(200).Sub(new(big.Float).SetFloat64(got), want)
	v, _ := d.SetMantExp(d, -unit).Float64()
	return math.Abs(v)
}

// Every function is within 2 units in the last place of the true value: f64 by less, and f32 almost always
// the nearest number.
func TestAccuracy(t *testing.T) {
	n := passtest.Programs(40)
	var table strings.Builder
	for _, f := range functions {
		line := fmt.Sprintf("%-6s", f.name)
		for _, elem := range []string{"f32", "f64"} {
			r := rand.New(rand.NewPCG(1, uint64(len(f.name))))
			x := sample(r, elem, f.ranges, n)
			y := sample(r, elem, append(f.seconds, [2]float64{0, 1}), n)
			got := evaluate(t, f.name, elem, max(f.arity, 1), 1, x, y)
			worst, at, others := 0.0, 0, 0
			for i := range x {
				want := f.exact(new(big.Float).SetPrec(precision).SetFloat64(x[i]),
					new(big.Float).SetPrec(precision).SetFloat64(y[i]))
				if d := ulps(elem, got[i], want); !(d <= worst) {
					worst, at = d, i
				}
				if v := f.float(x[i], y[i]); elem == "f32" && float64(float32(v)) != got[i] {
					others++
				}
			}
			line += fmt.Sprintf("  %s %.3f", elem, worst)
			if elem == "f32" {
				line += fmt.Sprintf(" (%d of %d differ from Go)", others, n)
			}
			if !(worst <= 2) {
				t.Errorf("%s on %s: %.3g units at %v, %v: got %v, Go has %v", f.name, elem, worst, x[at],
					y[at], got[at], f.float(x[at], y[at]))
			}
		}
		table.WriteString(line + "\n")
	}
	t.Log("\n" + table.String())
}
