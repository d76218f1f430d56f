package expr_test

import (
	"context"
	"fmt"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/dialect/function"
	_ "github.com/inflight-compiler/inflight/internal/fixedseed"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
	"github.com/inflight-compiler/inflight/sim"
	"github.com/inflight-compiler/inflight/tvmscript/expr"
	"github.com/inflight-compiler/inflight/tvmscript/syntax"
	"github.com/inflight-compiler/inflight/value"
)

// point is where the loops are.
type point struct{ i, j, k int64 }

// tree is an expression with what it means. Data is set where memory is read, and ok turns false where a
// value leaves the range in which no dtype overflows.
type tree struct {
	text string
	data bool
	eval func(p point, ok *bool) int64
}

const (
	paramN    = 5
	paramX    = 1.25
	intLimits = 1 << 30
)

// dataB and dataA are the contents of the buffers B and A.
func dataB(i int64) int64      { return (i*7+3)%23 - 11 }
func dataA(i, j int64) float32 { return float32(i*5-j*3)/7 + 0.3 }

func floorDiv(x, y int64) int64 {
	q := x / y
	if x%y != 0 && (x < 0) != (y < 0) {
		q--
	}
	return q
}

func floorMod(x, y int64) int64 { return x - floorDiv(x, y)*y }

// checked wraps a meaning so that values out of range are noticed.
func checked(f func(p point, ok *bool) int64) func(p point, ok *bool) int64 {
	return func(p point, ok *bool) int64 {
		v := f(p, ok)
		if v > intLimits || v < -intLimits {
			*ok = false
			return 1
		}
		return v
	}
}

func leaf(t *rapid.T) tree {
	c := rapid.Int64Range(-9, 9).Draw(t, "constant")
	switch rapid.IntRange(0, 7).Draw(t, "leaf") {
	case 0, 1:
		return tree{"i", false, func(p point, _ *bool) int64 { return p.i }}
	case 2:
		return tree{"j", false, func(p point, _ *bool) int64 { return p.j }}
	case 3:
		return tree{"k", false, func(p point, _ *bool) int64 { return p.k }}
	case 4:
		return tree{"n", false, func(point, *bool) int64 { return paramN }}
	case 5:
		return tree{"B[i]", true, func(p point, _ *bool) int64 { return dataB(p.i) }}
	}
	return tree{fmt.Sprintf("(%d)", c), false, func(point, *bool) int64 { return c }}
}

// binaryInts are operations on integers; the third value of those that divide is a divisor that is not 0.
var binaryInts = []struct {
	format  string
	divides bool
	eval    func(x, y int64) int64
}{
	{"(%s + %s)", false, func(x, y int64) int64 { return x + y }},
	{"(%s - %s)", false, func(x, y int64) int64 { return x - y }},
	{"(%s * %s)", false, func(x, y int64) int64 { return x * y }}, {"(%s // %s)", true, floorDiv},
	{"(%s %% %s)", true, floorMod},
	{"T.floordiv(%s, %s)", true, floorDiv}, {"T.floormod(%s, %s)", true, floorMod},
	{"T.truncdiv(%s, %s)", true, func(x, y int64) int64 { return x / y }},
	{"T.truncmod(%s, %s)", true, func(x, y int64) int64 { return x % y }},
	{"T.ceildiv(%s, %s)", true, func(x, y int64) int64 { return -floorDiv(-x, y) }},
	{"T.min(%s, %s)", false, func(x, y int64) int64 { return min(x, y) }},
	{"T.max(%s, %s)", false, func(x, y int64) int64 { return max(x, y) }},
	{"(%s & %s)", false, func(x, y int64) int64 { return x & y }},
	{"(%s | %s)", false, func(x, y int64) int64 { return x | y }},
	{"(%s ^ %s)", false, func(x, y int64) int64 { return x ^ y }},
}

func integer(t *rapid.T, depth int) tree {
	if depth == 0 {
		return leaf(t)
	}
	x := integer(t, depth-1)
	switch rapid.IntRange(0, 9).Draw(t, "kind") {
	case 0:
		return tree{"(-" + x.text + ")", x.data, func(p point, ok *bool) int64 { return -x.eval(p, ok) }}
	case 1:
		return tree{"(~" + x.text + ")", x.data, func(p point, ok *bool) int64 { return ^x.eval(p, ok) }}
	case 2:
		return choice(t, depth, x)
	case 3:
		c := rapid.Int64Range(0, 4).Draw(t, "shift")
		if rapid.Bool().Draw(t, "left") {
			return tree{fmt.Sprintf("(%s << %d)", x.text, c), x.data,
				checked(func(p point, ok *bool) int64 { return x.eval(p, ok) << c })}
		}
		return tree{fmt.Sprintf("(%s >> %d)", x.text, c), x.data, func(p point, ok *bool) int64 {
			return x.eval(p, ok) >> c
		}}
	}
	o := binaryInts[rapid.IntRange(0, len(binaryInts)-1).Draw(t, "operation")]
	y := integer(t, depth-1)
	if o.divides {
		y = divisor(t, y)
	}
	return tree{fmt.Sprintf(o.format, x.text, y.text), x.data || y.data,
		checked(func(p point, ok *bool) int64 { return o.eval(x.eval(p, ok), y.eval(p, ok)) })}
}

// divisor is a constant, or something that is not 0, because it is odd, of either sign.
func divisor(t *rapid.T, y tree) tree {
	if rapid.Bool().Draw(t, "constant divisor") {
		c := rapid.SampledFrom([]int64{-7, -4, -1, 1, 2, 3, 8}).Draw(t, "divisor")
		return tree{fmt.Sprintf("(%d)", c), false, func(point, *bool) int64 { return c }}
	}
	return tree{"(" + y.text + " * 2 + 1)", y.data,
		checked(func(p point, ok *bool) int64 { return y.eval(p, ok)*2 + 1 })}
}

// choice is a conditional in one of its spellings; what is not chosen may be undefined where that is lazy.
func choice(t *rapid.T, depth int, x tree) tree {
	c, y := condition(t, depth-1), integer(t, depth-1)
	format := rapid.SampledFrom(
		[]string{"T.if_then_else(%[1]s, %[2]s, %[3]s)", "(%[2]s if %[1]s else %[3]s)",
			"T.Select(%[1]s, %[2]s, %[3]s)"}).Draw(t, "choice")
	if !strings.HasPrefix(format, "T.Select") && rapid.Bool().Draw(t, "guard") {
		// Division by what the condition excludes.
		c = tree{"(" + y.text + " != 0)", y.data, func(p point, ok *bool) int64 {
			return b2i(y.eval(p, ok) != 0)
		}}
		z := y
		x = tree{"(100 // " + z.text + ")", x.data || z.data, func(p point, ok *bool) int64 {
			d := z.eval(p, ok)
			if d == 0 {
				return 0
			}
			return floorDiv(100, d)
		}}
	}
	return tree{fmt.Sprintf(format, c.text, x.text, y.text), c.data || x.data || y.data,
		func(p point, ok *bool) int64 {
			a, b := x.eval(p, ok), y.eval(p, ok)
			if c.eval(p, ok) != 0 {
				return a
			}
			return b
		}}
}

func b2i(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

var orders = []struct {
	op   string
	eval func(x, y int64) bool
}{
	{"<", func(x, y int64) bool { return x < y }}, {"<=", func(x, y int64) bool { return x <= y }},
	{">", func(x, y int64) bool { return x > y }},
	{">=", func(x, y int64) bool { return x >= y }}, {"==", func(x, y int64) bool { return x == y }},
	{"!=", func(x, y int64) bool { return x != y }},
}

// condition is an expression that is 0 or 1.
func condition(t *rapid.T, depth int) tree {
	if depth <= 0 || rapid.Bool().Draw(t, "comparison") {
		x, y, z := integer(t, max(depth-1, 0)), integer(t, max(depth-1, 0)), integer(t, 0)
		a := orders[rapid.IntRange(0, len(orders)-1).Draw(t, "order")]
		b := orders[rapid.IntRange(0, len(orders)-1).Draw(t, "order")]
		if rapid.Bool().Draw(t, "chain") {
			return tree{fmt.Sprintf("(%s %s %s %s %s)", x.text, a.op, y.text, b.op, z.text), x.data ||
				y.data || z.data, func(p point, ok *bool) int64 {
				v := y.eval(p, ok)
				return b2i(a.eval(x.eval(p, ok), v) && b.eval(v, z.eval(p, ok)))
			}}
		}
		return tree{fmt.Sprintf("(%s %s %s)", x.text, a.op, y.text), x.data || y.data,
			func(p point, ok *bool) int64 { return b2i(a.eval(x.eval(p, ok), y.eval(p, ok))) }}
	}
	x, y := condition(t, depth-1), condition(t, depth-1)
	switch rapid.IntRange(0, 4).Draw(t, "connective") {
	case 0:
		return tree{"(not " + x.text + ")", x.data, func(p point, ok *bool) int64 {
			return 1 - x.eval(p, ok)
		}}
	case 1:
		return tree{"(" + x.text + " or " + y.text + ")", x.data || y.data, func(p point, ok *bool) int64 {
			return x.eval(p, ok) | y.eval(p, ok)
		}}
	case 2:
		return tree{"T.Or(" + x.text + ", " + y.text + ")", x.data || y.data, func(p point, ok *bool) int64 {
			return x.eval(p, ok) | y.eval(p, ok)
		}}
	}
	return tree{"(" + x.text + " and " + y.text + ")", x.data || y.data, func(p point, ok *bool) int64 {
		return x.eval(p, ok) & y.eval(p, ok)
	}}
}

// points calls f for every point of the loops.
func points(f func(p point)) {
	for i := range int64(16) {
		for j := range int64(8) {
			for k := int64(-4); k < 4; k++ {
				f(point{i, j, k})
			}
		}
	}
}

// simulate makes the store, runs the function, and returns the memory that it was to.
func simulate(t *rapid.T, tb testing.TB, source, into string) *value.Buffer {
	w := newWorld(all.NewContext())
	if _, err := w.run(tb, source); err != nil {
		t.Fatalf("%s: %v", source, err)
	}
	w.e.B.SetEnd(w.function.Body())
	w.e.B.Op(function.Return, nil)
	if errs := ir.Verify(w.module); errs.HasErrors() {
		t.Fatalf("%s: %v\n%s", source, errs, text.String(w.module, text.PrintOptions{}))
	}
	program, err := sim.Compile(w.module, "f")
	if err != nil {
		t.Fatalf("%s: %v", source, err)
	}
	var args []value.Value
	var result *value.Buffer
	for at, x := range buffers {
		b := filled(t, program.Inputs()[at].(*ir.MemRefType), x)
		args = append(args, value.Memory(b))
		if x.name == into {
			result = b
		}
	}
	args = append(args, value.Int(w.e.Ctx.Index, paramN), value.Float(w.e.Ctx.F32, paramX))
	if _, err := program.Run(context.Background(), sim.Config{}, args); err != nil {
		t.Fatalf("%s: %v\n%s", source, err, text.String(w.module, text.PrintOptions{}))
	}
	return result
}

// filled is the memory of a buffer of tests.
func filled(t *rapid.T, typ *ir.MemRefType, x buffer) *value.Buffer {
	dims := append([]int64{}, x.shape...)
	for i := range dims {
		if dims[i] < 0 {
			dims[i] = paramN
		}
	}
	b, err := value.NewBuffer(typ, dims)
	if err != nil {
		t.Fatal(err)
	}
	for i := range int64(16) {
		switch x.name {
		case "B":
			b.Set(uint64(uint32(dataB(i))), i)
		case "A":
			for j := range int64(16) {
				b.Set(uint64(math.Float32bits(dataA(i, j))), i, j)
			}
		}
	}
	return b
}

// Random integer expressions mean the same three times: computed here, by the IR in the simulator, and by the
// evaluator of constants.
func TestIntegersThreeWays(t *testing.T) {
	drawn, tried := 0, 0
	rapid.Check(t, func(r *rapid.T) {
		x := integer(r, rapid.IntRange(1, 4).Draw(r, "depth"))
		drawn++
		ok := true
		points(func(p point) { x.eval(p, &ok) })
		if !ok {
			return
		}
		tried++
		got := simulate(r, t, "R[i, j, k + 4] = T.Cast(\"int64\", "+x.text+")", "R")
		points(func(p point) {
			want := x.eval(p, &ok)
			if v := int64(got.At(p.i, p.j, p.k+4)); v != want {
				r.Fatalf("%s at %+v is %d, want %d", x.text, p, v, want)
			}
		})
		if x.data {
			return
		}
		for _, p := range []point{{0, 0, 0}, {1, 7, -4}, {15, 3, -1}, {7, 0, 3}} {
			if v := constant(r, t, x.text, p); v != x.eval(p, &ok) {
				r.Fatalf("the constant %s at %+v is %d, want %d", x.text, p, v, x.eval(p, &ok))
			}
		}
	})
	if tried < drawn/3 {
		t.Errorf("only %d of %d expressions were tried", tried, drawn)
	}
}

// constant evaluates an expression with loop variables that are numbers.
func constant(r *rapid.T, t testing.TB, source string, p point) int64 {
	w := &world{e: &expr.Evaluator{Ctx: all.NewContext()}, scope: expr.NewScope(nil)}
	w.e.Env = w.scope
	w.scope.Set("T", &expr.Builtin{Name: "T"})
	for name, v := range map[string]int64{"i": p.i, "j": p.j, "k": p.k, "n": paramN} {
		w.scope.Set(name, &expr.Int{V: v})
	}
	v, err := w.e.ConstInt(w.parse(t, source).(*syntax.ExprStmt).X)
	if err != nil {
		r.Fatalf("%s: %v", source, err)
	}
	return v
}

// number is an expression of floats with its meaning. Constants of Python are not rounded until they meet a
// float32.
type number struct {
	text     string
	constant bool
	eval     func(p point) float64
}

func f32(v float64) float64 { return float64(float32(v)) }

func float(t *rapid.T, depth int) number {
	if depth == 0 {
		switch rapid.IntRange(0, 4).Draw(t, "leaf") {
		case 0:
			return number{"x", false, func(point) float64 { return paramX }}
		case 1:
			c := rapid.SampledFrom([]float64{0.1, -3.7, 1e-3, 2.5, 0, 1e5}).Draw(t, "constant")
			return number{fmt.Sprintf("(%v)", c), true, func(point) float64 { return c }}
		case 2:
			return number{"T.Cast(\"float32\", k)", false, func(p point) float64 { return float64(p.k) }}
		}
		return number{"A[i, j]", false, func(p point) float64 { return float64(dataA(p.i, p.j)) }}
	}
	x, y := float(t, depth-1), float(t, depth-1)
	if x.constant && y.constant {
		y = number{"A[j, i]", false, func(p point) float64 { return float64(dataA(p.j, p.i)) }}
	}
	ops := []struct {
		format string
		eval   func(x, y float64) float64
	}{
		{"(%s + %s)", func(x, y float64) float64 { return x + y }},
		{"(%s - %s)", func(x, y float64) float64 { return x - y }},
		{"(%s * %s)", func(x, y float64) float64 { return x * y }},
		{"(%s / %s)", func(x, y float64) float64 { return x / y }},
		{"T.min(%s, %s)", math.Min}, {"T.max(%s, %s)", math.Max}, {"T.fmod(%s, %s)", math.Mod},
		{"(T.abs(%s) - %s)", func(x, y float64) float64 { return math.Abs(x) - y }},
		{"T.if_then_else(%[1]s < %[2]s, %[2]s, %[1]s)", func(x, y float64) float64 {
			if x < y {
				return y
			}
			return x
		}},
		{"T.Select(%[1]s >= %[2]s, -(%[2]s), %[1]s)", func(x, y float64) float64 {
			if x >= y {
				return -y
			}
			return x
		}},
	}
	o := ops[rapid.IntRange(0, len(ops)-1).Draw(t, "operation")]
	return number{fmt.Sprintf(o.format, x.text, y.text), false, func(p point) float64 {
		return f32(o.eval(f32(x.eval(p)), f32(y.eval(p))))
	}}
}

// Random expressions of floats are rounded after each operation.
func TestFloatsRound(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		x := float(r, rapid.IntRange(1, 4).Draw(r, "depth"))
		got := simulate(r, t, "F[i, j, k + 4] = "+x.text, "F")
		points(func(p point) {
			want := float32(x.eval(p))
			v := math.Float32frombits(uint32(got.At(p.i, p.j, p.k+4)))
			if math.Float32bits(v) != math.Float32bits(want) && (v == v || want == want) {
				r.Fatalf("%s at %+v is %v, want %v", x.text, p, v, want)
			}
		})
	})
}
