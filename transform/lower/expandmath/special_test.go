package expandmath_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
	"github.com/inflight-compiler/inflight/sim"
	_ "github.com/inflight-compiler/inflight/transform/lower/expandmath"
	"github.com/inflight-compiler/inflight/value"
)

// specials are the numbers where functions have their exceptions, as positive ones.
var specials = []float64{0, 1, 0.5, 1.5, 2, 2.5, 3, 4, 8, 0.25, 10, 100, 1e9, 1e20, 1e300, 3e38, 0x1p-150,
	0x1p-127, 1e-20, 1e-300, 5e-324,
	math.Pi, math.Pi / 2, 709.8, 88.8, 104, 745.2, 0x1p27, 0x1p20, 0x1p53, math.MaxFloat64, math.MaxFloat32,
	math.Inf(1)}

// same reports whether two results are the same special value, or numbers that differ in the last digits at
// most.
func same(elem string, x, y float64) bool {
	switch {
	case math.IsNaN(x) || math.IsNaN(y):
		return math.IsNaN(x) && math.IsNaN(y)
	case x == y:
		return math.Signbit(x) == math.Signbit(y)
	}
	digits, least := 0x1p-38, 0x1p-1072 // Go is not better; TestAccuracy looks closer
	if elem == "f32" {
		digits, least = 0x1p-22, 0x1p-147
	}
	return math.Abs(x-y) <= max(digits*math.Abs(y), least)
}

// pairsOf makes operands that have every special number in both places.
func pairsOf(arity int) (x, y []float64) {
	numbers := []float64{math.NaN()}
	for _, v := range specials {
		numbers = append(numbers, v, -v)
	}
	if arity < 2 {
		return numbers, numbers
	}
	for _, a := range numbers {
		for _, b := range numbers {
			x, y = append(x, a), append(y, b)
		}
	}
	return x, y
}

// Expanded functions have the exceptions that the library of Go has: at zeros of both signs, infinities, NaN,
// poles, limits.
func TestSpecialValues(t *testing.T) {
	for _, f := range functions {
		for _, elem := range []string{"f32", "f64"} {
			x, y := pairsOf(f.arity)
			if elem == "f32" {
				for i := range x {
					x[i], y[i] = float64(float32(x[i])), float64(float32(y[i]))
				}
			}
			for i, got := range evaluate(t, f.name, elem, max(f.arity, 1), 1, x, y) {
				want := f.float(x[i], y[i])
				if elem == "f32" {
					want = float64(float32(want))
				}
				if (strings.HasPrefix(f.name, "log") || f.name == "powf") && math.Abs(x[i]) < 0x1p-1022 &&
					x[i] > 0 {
					continue // Go's logarithm is wrong for subnormal numbers; TestAccuracy has them
				}
				if f.name == "atan2" && y[i] < 0 && x[i] < 0 && x[i]/y[i] == 0 {
					continue // Go takes the quotient for a positive zero
				}
				if !same(elem, got, want) {
					t.Errorf("%s(%v, %v) on %s is %v, want %v", f.name, x[i], y[i], elem, got, want)
				}
			}
		}
	}
}

// Vectors give the same as numbers, of all shapes, and so do elements that take the way of large angles among
// others that do not.
func TestVectors(t *testing.T) {
	for _, f := range functions {
		for _, elem := range []string{"f32", "f64"} {
			x, y := pairsOf(f.arity)
			for len(x)%4 != 0 {
				x, y = append(x, 1), append(y, 1)
			}
			want := evaluate(t, f.name, elem, max(f.arity, 1), 1, x, y)
			for i, got := range evaluate(t, f.name, elem, max(f.arity, 1), 4, x, y) {
				if math.Float64bits(got) != math.Float64bits(want[i]) &&
					!(math.IsNaN(got) && math.IsNaN(want[i])) {
					t.Errorf("%s(%v, %v) on vectors of %s is %v, on numbers %v", f.name, x[i], y[i], elem,
						got, want[i])
				}
			}
		}
	}
}

// twice is a program @f without and with expansion.
type twice [2]*sim.Program

func compileTwice(t *testing.T, source string) (*ir.Context, twice) {
	t.Helper()
	m := passtest.Parse(t, source)
	var out twice
	for i, m := range []*ir.Op{m, passtest.Transform(t, m, "builtin.module(expand-math)")} {
		p, err := sim.Compile(m, "f")
		if err != nil {
			t.Fatalf("%v\n%s", err, passtest.Print(m))
		}
		out[i] = p
	}
	return m.Context(), out
}

// call runs both programs and returns both results.
func (p twice) call(t *testing.T, args ...value.Value) (plain, expanded []value.Value) {
	t.Helper()
	var out [2][]value.Value
	for i := range p {
		result, err := p[i].Run(t.Context(), sim.Config{}, args)
		if err != nil {
			t.Fatal(err)
		}
		out[i] = result.Returns
	}
	return out[0], out[1]
}

// Functions of integers, of all widths, give exactly what they give in the simulator.
func TestIntegers(t *testing.T) {
	for _, typ := range []string{"i1", "i7", "i8", "i16", "i32", "i48", "i64", "index"} {
		for _, op := range []string{"absi", "ctlz", "cttz", "ctpop", "ipowi"} {
			operand := "%x"
			if op == "ipowi" {
				operand = "%x, %y"
			}
			source := fmt.Sprintf(`func.func @f(%%x: %[1]s, %%y: %[1]s) -> (%[1]s, %[1]s) {
  %%0 = math.%[2]s %[3]s : %[1]s
  %%v = vector.broadcast %%x : %[1]s to vector<2x2x%[1]s>
  %%w = vector.broadcast %%y : %[1]s to vector<2x2x%[1]s>
  %%1 = math.%[2]s %[4]s : vector<2x2x%[1]s>
  %%2 = vector.extract %%1[1, 0] : %[1]s from vector<2x2x%[1]s>
  return %%0, %%2 : %[1]s, %[1]s
}`, typ, op, operand, strings.NewReplacer("%x", "%v", "%y", "%w").Replace(operand))
			c, p := compileTwice(t, source)
			number := ir.Type(c.Index)
			if typ != "index" {
				var width uint32
				fmt.Sscanf(typ, "i%d", &width)
				number = c.Integer(width)
			}
			for _, x := range []int64{0, 1, -1, 2, 3, -3, 5, 64, 100, 127, -128, 1 << 14, 1<<31 - 1, -1 << 31,
				0x0123456789ABCDEF, math.MinInt64} {
				for _, y := range []int64{0, 1, 2, 5, 31, -1, -2} {
					if op != "ipowi" && y != 0 || x<<(64-7) == 0 && y < 0 ||
						typ == "i1" && x&1 == 0 && y&1 == 1 {
						continue
					}
					plain, expanded := p.call(t, value.Int(number, x), value.Int(number, y))
					if !slices.EqualFunc(plain, expanded, value.Value.Equal) {
						t.Fatalf("%s of %d, %d on %s: %v, want %v", op, x, y, typ, expanded, plain)
					}
				}
			}
		}
	}
}

// What is exact, or made of one operation, gives exactly the same: fma, round, clampf, fpowi, sincos and the
// predicates, on all formats.
func TestExact(t *testing.T) {
	for _, typ := range []string{"f16", "bf16", "f32", "f64"} {
		source := strings.ReplaceAll(
			`func.func @f(%x: T, %y: T, %z: T, %n: i32) -> (T, T, T, T, T, T, T, i1, i1, i1, i1, T, T) {
  %0 = math.fma %x, %y, %z : T
  %1 = math.round %x : T
  %2 = math.clampf %x to [%y, %z] : T
  %3 = math.fpowi %x, %n : T, i32
  %sin, %cos = math.sincos %x : T
  %4 = math.absf %x : T
  %5 = math.isnan %x : T
  %6 = math.isinf %x : T
  %7 = math.isfinite %x : T
  %8 = math.isnormal %x : T
  %9 = math.roundeven %x : T
  %10 = math.copysign %x, %y : T
  return %0, %1, %2, %3, %sin, %cos, %4, %5, %6, %7, %8, %9, %10 : T, T, T, T, T, T, T, i1, i1, i1, i1, T, T
}`, "T", typ)
		c, p := compileTwice(t, source)
		format := c.Float(map[string]ir.FloatKind{"f16": ir.F16, "bf16": ir.BF16, "f32": ir.F32,
			"f64": ir.F64}[typ])
		number := func(v float64) value.Value {
			return value.Value{Type: format, Bits: c.FloatValue(format, v).Bits}
		}
		for i, x := range []float64{0, 1, 0.5, -0.5, 1.5, -2.5, 0.49999997, 1e-5, 3e-8, 1e-40, 1e5, 6e4, 1e38,
			math.Inf(1), math.Inf(-1), math.NaN(), 1 + 0x1p-10, 1 + 0x1p-23} {
			for _, y := range []float64{1, -3, 0x1p-14, 1 + 0x1p-10, 1 - 0x1p-12, math.Inf(-1)} {
				z := []float64{2, 0x1p-30, -1, 3, 0x1p-45, 1e4}[i%6]
				plain, expanded := p.call(t, number(x), number(y), number(z), value.Int(c.I32, 3))
				for i := range plain {
					a, b := plain[i].Bits, expanded[i].Bits
					close := i >= 3 && i <= 5 && typ == "f64" && max(a, b)-min(a, b) <= 2
					if a != b && !close && !(isNaN(typ, a) && isNaN(typ, b)) {
						t.Errorf("result %d of %v, %v, %v on %s: %#x, want %#x", i, x, y, z, typ, b, a)
					}
				}
			}
		}
	}
}

// isNaN reports whether a representation is that of no number.
func isNaN(typ string, bits uint64) bool {
	switch typ {
	case "f16":
		return bits&0x7FFF > 0x7C00
	case "bf16":
		return bits&0x7FFF > 0x7F80
	case "f32":
		return bits&0x7FFFFFFF > 0x7F800000
	}
	return math.IsNaN(math.Float64frombits(bits))
}

// Without the option, what is long on f64 stays.
func TestOption(t *testing.T) {
	source := "func.func @f(%x: f64, %y: vector<4xf64>) -> (f64, f64, vector<4xf64>) {\n  %0 = math.exp %x " +
		": f64\n  %1 = math.rsqrt %x : f64\n" +
		"  %2 = math.sin %y : vector<4xf64>\n  return %0, %1, %2 : f64, f64, vector<4xf64>\n}"
	got := passtest.Print(
		passtest.Transform(t, passtest.Parse(t, source), "builtin.module(expand-math{f64=false})"))
	for _, op := range []string{"math.exp", "math.sin", "math.sqrt"} {
		if !strings.Contains(got, op) {
			t.Errorf("no %s is left:\n%s", op, got)
		}
	}
	if strings.Contains(got, "rsqrt") {
		t.Errorf("math.rsqrt is left:\n%s", got)
	}
}

// Other types are errors at their place.
func TestErrors(t *testing.T) {
	for _, source := range []string{
		"func.func @f(%x: f80) -> f80 {\n  %0 = math.exp %x : f80\n  return %0 : f80\n}",
		"func.func @f(%x: vector<[4]xf32>) -> vector<[4]xf32> {\n  %0 = math.exp %x : vector<[4]xf32>\n  " +
			"return %0 : vector<[4]xf32>\n}",
		"func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {\n  %0 = math.exp %x : tensor<4xf32>\n  return " +
			"%0 : tensor<4xf32>\n}",
		"func.func @f(%x: i128) -> i128 {\n  %0 = math.ctpop %x : i128\n  return %0 : i128\n}",
	} {
		p, err := pass.Parse("builtin.module(expand-math)")
		if err != nil {
			t.Fatal(err)
		}
		diags := (&pass.Manager{Pipeline: p}).Run(t.Context(), passtest.Parse(t, source))
		if !slices.ContainsFunc(diags, func(d *diag.Diagnostic) bool {
			return d.Code == "expand-math-unsupported" && d.Span.String() == "in.mlir:2:8"
		}) {
			t.Errorf("got %v for\n%s", diags, source)
		}
	}
}
