package inequality_test

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/inflight-compiler/inflight/analysis/inequality"
	"github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/ir"
)

// points are values of variables: small ones, and the ends of the range.
var points = []int64{-3, -1, 0, 1, 2, 5, math.MaxInt64, math.MinInt64, 1 << 62}

var constants = []int64{-4, -3, -2, -1, 0, 0, 1, 2, 3, 4, 7, math.MaxInt64, math.MinInt64, math.MaxInt64 - 2}

// variables returns an Env and the forms of three numbers about which no facts are known.
func variables(t *testing.T) (*inequality.Env, []inequality.Form) {
	fn := passtest.Parse(t, "func.func @f(%a: index, %b: index, %c: index) { return }").Find(function.Func)[0]
	e := inequality.New()
	var forms []inequality.Form
	for _, v := range fn.Region(0).Entry().Args() {
		forms = append(forms, e.Of(v))
	}
	return e, forms
}

// random returns a form with small coefficients and any constant.
func random(r *rand.Rand, vars []inequality.Form) inequality.Form {
	f := inequality.Const(constants[r.IntN(len(constants))])
	for _, v := range vars {
		if r.IntN(2) == 0 {
			f, _ = f.Plus(v, int64(r.IntN(7)-3))
		}
	}
	return f
}

// value returns the exact value of a form at a point.
func value(f inequality.Form, vars []inequality.Form, at []int64) *big.Int {
	sum := big.NewInt(f.Const)
	for i, v := range vars {
		c := f.Coef(v.Terms[0].Atom)
		sum.Add(sum, new(big.Int).Mul(big.NewInt(c), big.NewInt(at[i])))
	}
	return sum
}

// A proven inequality holds at every point that satisfies the assumptions. Many consequences of one or two
// assumptions are proven.
func TestPropertyProofs(t *testing.T) {
	proven := 0
	n := passtest.Programs(1500)
	for i := range n {
		r := rand.New(rand.NewPCG(uint64(i), 41))
		e, vars := variables(t)
		var facts []inequality.Form
		for range r.IntN(5) {
			f := random(r, vars)
			facts = append(facts, f)
			e.Assume(f)
		}
		f := random(r, vars)
		if len(facts) > 1 && r.IntN(2) == 0 {
			f, _ = facts[0].Plus(facts[1], int64(r.IntN(3)))
		}
		if f.IsConst() || !e.AtLeast(f, 0) {
			continue
		}
		proven++
		each(func(at []int64) {
			for _, fact := range facts {
				if value(fact, vars, at).Sign() < 0 {
					return
				}
			}
			if value(f, vars, at).Sign() < 0 {
				t.Fatalf("case %d: %v is not at least 0 at %v, given %v", i, f, at, facts)
			}
		})
	}
	t.Logf("%d of %d are proven", proven, n)
	if proven < n/8 {
		t.Errorf("only %d of %d are proven", proven, n)
	}
}

func each(f func(at []int64)) {
	for _, a := range points {
		for _, b := range points {
			for _, c := range points {
				f([]int64{a, b, c})
			}
		}
	}
}

// Scoped removes the facts that were assumed in the scope.
func TestScopes(t *testing.T) {
	e, vars := variables(t)
	e.Scoped(func() {
		e.Assume(vars[0])
		if !e.AtLeast(vars[0], 0) {
			t.Error("an assumption is not known")
		}
		d, _ := vars[1].Plus(vars[0], -1)
		e.Assume(d)
		if !e.Ordered(vars[0], 0, vars[1]) || !e.AtLeast(vars[1], 0) {
			t.Error("an assumption about two numbers is not known")
		}
	})
	if e.AtLeast(vars[0], 0) || e.Ordered(vars[0], 0, vars[1]) {
		t.Error("an assumption is known behind its scope")
	}
}

// The form of a result is a form of its operands only if the arithmetic cannot wrap around.
func TestValues(t *testing.T) {
	for _, c := range []struct {
		name, body string
		low, high  int64
		known      bool
	}{
		{name: "a sum that may wrap around", body: "%r = arith.addi %n, %c1 : index", low: math.MinInt64,
			high: math.MaxInt64},
		{name: "a sum that cannot",
			body: "%d = memref.dim %m, %c1 : memref<4x?xf32>\n%s = arith.minsi %d, %c8 : index\n%r = " +
				"arith.addi %s, %c1 : index", low: 1, high: 9, known: true},
		{name: "a remainder", body: "%r = arith.remui %n, %c8 : index", low: 0, high: 7, known: true},
		{name: "a signed remainder", body: "%r = arith.remsi %n, %c8 : index", low: -7, high: 7, known: true},
		{name: "a mask", body: "%r = arith.andi %n, %c8 : index", low: 0, high: 8, known: true},
		{name: "a byte",
			body: "%t = arith.index_cast %n : index to i8\n%r = arith.index_castui %t : i8 to index", low: 0,
			high: 255, known: true},
		{name: "a signed byte",
			body: "%t = arith.index_cast %n : index to i8\n%r = arith.index_cast %t : i8 to index", low: -128,
			high: 127, known: true},
		{name: "a static extent", body: "%r = memref.dim %m, %c0 : memref<4x?xf32>", low: 4, high: 4,
			known: true},
		{name: "a choice",
			body: "%p = arith.cmpi slt, %n, %c1 : index\n%r = arith.select %p, %c1, %c8 : index", low: 1,
			high: 8, known: true},
		{name: "a part of a map", body: "%r = affine.apply affine_map<(d0) -> (d0 mod 4 + 2)>(%n)", low: 2,
			high: 5, known: true},
		{name: "a quotient",
			body: "%q = arith.remui %n, %c8 : index\n%c3 = arith.constant 3 : index\n%r = arith.divui %q, " +
				"%c3 : index", low: 0, high: 2, known: true},
		{name: "a clamped number", body: "%h = arith.maxsi %n, %c1 : index\n%r = arith.minsi %h, %c8 : index",
			low: 1, high: 8, known: true},
		{name: "a product that may wrap around", body: "%r = arith.muli %n, %c8 : index", low: math.MinInt64,
			high: math.MaxInt64},
	} {
		module := passtest.Parse(t,
			"func.func @f(%m: memref<4x?xf32>, %n: index) -> index {\n%c0 = arith.constant 0 : index\n"+
				"%c1 = arith.constant 1 : index\n%c8 = arith.constant 8 : index\n"+c.body+
				"\nreturn %r : index\n}")
		e := inequality.New()
		f := e.Value(result(module))
		if !e.AtLeast(f, c.low) || !e.AtMost(f, c.high) {
			t.Errorf("%s is not known to lie between %d and %d", c.name, c.low, c.high)
		}
		if c.known && (e.AtLeast(f, c.low+1) || e.AtMost(f, c.high-1)) {
			t.Errorf("%s is said to be within less than %d and %d", c.name, c.low, c.high)
		}
	}
}

// result returns the result of the only function.
func result(module *ir.Op) *ir.Value {
	return module.Find(function.Func)[0].Region(0).Entry().Terminator().Operand(0)
}
