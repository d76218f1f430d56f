package affine

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	_ "github.com/inflight-compiler/inflight/internal/fixedseed"
)

// raw is an expression as a text has it, before any simplification.
type raw struct {
	kind Kind
	v    int64
	l, r *raw
}

func (e *raw) build() *Expr {
	switch e.kind {
	case Constant:
		return C(e.v)
	case Dim:
		return D(int(e.v))
	case Symbol:
		return S(int(e.v))
	}
	return Binary(e.kind, e.l.build(), e.r.build())
}

func (e *raw) eval(dims, syms []int64) (int64, bool) {
	switch e.kind {
	case Constant:
		return e.v, true
	case Dim:
		return dims[e.v], true
	case Symbol:
		return syms[e.v], true
	}
	l, okl := e.l.eval(dims, syms)
	r, okr := e.r.eval(dims, syms)
	if !okl || !okr {
		return 0, false
	}
	return evalBinary(e.kind, l, r)
}

func (e *raw) String() string {
	switch e.kind {
	case Constant, Dim, Symbol:
		return e.build().String()
	}
	return "(" + e.l.String() + ")" + spelling[e.kind] + "(" + e.r.String() + ")"
}

// genRaw draws an expression that MLIR's syntax allows over 3 dimensions and
// 2 symbols; divisors and factors are constants, or symbolic when semi is set.
func genRaw(t *rapid.T, depth int, semi bool) *raw {
	kind := rapid.SampledFrom([]Kind{Constant, Dim, Symbol, Add, Add, Add, Mul, Mul, Mod, FloorDiv, CeilDiv}).
		Draw(t, "kind")
	if depth == 0 {
		kind %= Add
	}
	switch kind {
	case Constant:
		return &raw{kind: kind, v: rapid.Int64Range(-9, 9).Draw(t, "const")}
	case Dim:
		return &raw{kind: kind, v: rapid.Int64Range(0, 2).Draw(t, "dim")}
	case Symbol:
		return &raw{kind: kind, v: rapid.Int64Range(0, 1).Draw(t, "sym")}
	case Add:
		return &raw{kind, 0, genRaw(t, depth-1, semi), genRaw(t, depth-1, semi)}
	}
	right := &raw{kind: Constant,
		v: rapid.SampledFrom([]int64{-8, -4, -1, 1, 2, 3, 4, 8, 16}).Draw(t, "factor")}
	if semi && rapid.Bool().Draw(t, "semi") {
		right = &raw{kind: Symbol, v: rapid.Int64Range(0, 1).Draw(t, "sym")}
	}
	left := genRaw(t, depth-1, semi)
	if kind == Mul && rapid.Bool().Draw(t, "swap") {
		left, right = right, left
	}
	return &raw{kind, 0, left, right}
}

func genInputs(t *rapid.T) (dims, syms []int64) {
	v := rapid.Int64Range(-50, 50)
	return rapid.SliceOfN(v, 3, 3).Draw(t, "dims"), rapid.SliceOfN(v, 2, 2).Draw(t, "syms")
}

// TestSimplificationPreservesValue proves that the constructors, and the
// linear form, keep the value of an expression wherever it is defined.
func TestSimplificationPreservesValue(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e := genRaw(t, 5, true)
		dims, syms := genInputs(t)
		want, ok := e.eval(dims, syms)
		if !ok {
			t.Skip("undefined there")
		}
		built := e.build()
		for _, got := range []*Expr{built, built.Simplify(3, 2)} {
			if v, ok := got.Eval(dims, syms); !ok || v != want {
				t.Fatalf("%s = %d, but simplified %s = %d (%t)", e, want, got, v, ok)
			}
		}
	})
}

// TestDivisorDivides proves that Divisor divides every value.
func TestDivisorDivides(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e := genRaw(t, 4, false).build()
		dims, syms := genInputs(t)
		v, ok := e.Eval(dims, syms)
		if !ok {
			t.Skip("undefined there")
		}
		if d := e.Divisor(); d == 0 && v != 0 || d != 0 && v%d != 0 {
			t.Fatalf("%d does not divide %s = %d", d, e, v)
		}
	})
}

// TestRebuildIsIdentity proves that the constructors return normal forms: an expression rebuilt from its
// operands is equal to the original.
func TestRebuildIsIdentity(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e := genRaw(t, 4, false).build()
		again := e.SimplifyWith(func(x *Expr) *Expr { return x })
		if !again.Equal(e) {
			t.Fatalf("%s became %s", e, again)
		}
	})
}

// TestComposeEvaluates proves that the composed map has the same values as one map applied after the other.
func TestComposeEvaluates(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		outer := NewMap(3, 2, genRaw(t, 3, false).build(), genRaw(t, 3, false).build())
		inner := NewMap(3, 2, genRaw(t, 2, false).build(), genRaw(t, 2, false).build(),
			genRaw(t, 2, false).build())
		dims, syms := genInputs(t)
		_, outerSyms := genInputs(t)
		mid, ok := inner.Eval(dims, syms)
		if !ok {
			t.Skip("undefined there")
		}
		want, ok := outer.Eval(mid, outerSyms)
		if !ok {
			t.Skip("undefined there")
		}
		composed := outer.Compose(inner)
		got, ok := composed.Eval(dims, append(outerSyms, syms...))
		if !ok || !cmp.Equal(got, want) {
			t.Fatalf("%s after %s: got %v, want %v", outer, inner, got, want)
		}
		small, kept := composed.DropUnused()
		all := append(append([]int64(nil), dims...), append(outerSyms, syms...)...)
		var inputs []int64
		for _, k := range kept {
			inputs = append(inputs, all[k])
		}
		got, ok = small.Eval(inputs[:small.NumDims], inputs[small.NumDims:])
		if !ok || !cmp.Equal(got, want) {
			t.Fatalf("%s without unused inputs: got %v, want %v", composed, got, want)
		}
	})
}

func TestEvalUndefined(t *testing.T) {
	raw := func(k Kind, l, r int64) *Expr { return &Expr{Kind: k, LHS: C(l), RHS: C(r)} }
	for _, e := range []*Expr{
		raw(FloorDiv, 1, 0), raw(CeilDiv, 1, 0), raw(Mod, 1, 0), raw(Mod, 1, -3), D(0), S(4),
		raw(Add, math.MaxInt64, 1), raw(Add, math.MinInt64, -1), raw(Mul, math.MinInt64, -1),
		raw(Mul, math.MaxInt64, 2), raw(FloorDiv, math.MinInt64, -1),
	} {
		if v, ok := e.Eval(nil, nil); ok {
			t.Errorf("%s = %d, want undefined", e, v)
		}
		if e.IsBinary() && Binary(e.Kind, e.LHS, e.RHS).Kind == Constant {
			t.Errorf("%s was folded", e)
		}
	}
}

func TestEvalExact(t *testing.T) {
	for _, c := range []struct {
		kind       Kind
		l, r, want int64
	}{
		{FloorDiv, -7, 2, -4}, {CeilDiv, -7, 2, -3}, {Mod, -7, 2, 1}, {FloorDiv, 7, -2, -4},
		{CeilDiv, 7, -2, -3},
		{FloorDiv, 8, 2, 4}, {CeilDiv, 8, 2, 4}, {CeilDiv, 7, 2, 4}, {Mod, 6, 3, 0},
		{Add, math.MinInt64, math.MaxInt64, -1}, {Add, math.MinInt64, 0, math.MinInt64},
		{Mul, math.MinInt64, 1, math.MinInt64}, {FloorDiv, math.MinInt64, 1, math.MinInt64},
	} {
		if got, ok := evalBinary(c.kind, c.l, c.r); !ok || got != c.want {
			t.Errorf("%d%s%d = %d (%t), want %d", c.l, spelling[c.kind], c.r, got, ok, c.want)
		}
	}
}

func TestMapQueries(t *testing.T) {
	id := Identity(2)
	if !id.IsIdentity() || !id.IsPermutation() || id.IsConstant() {
		t.Errorf("identity not recognized: %s", id)
	}
	swap := NewMap(2, 0, D(1), D(0))
	if swap.IsIdentity() || !swap.IsPermutation() || !swap.Compose(swap).IsIdentity() {
		t.Errorf("swap not recognized: %s", swap)
	}
	if NewMap(2, 0, D(0), D(0)).IsPermutation() || !NewMap(1, 1, D(0)).IsIdentity() {
		t.Error("not a permutation, not an identity")
	}
	if v, ok := ConstantMap(7).SingleConstant(); !ok || v != 7 {
		t.Errorf("SingleConstant = %d, %t", v, ok)
	}
	if _, ok := ConstantMap(7, 8).SingleConstant(); ok {
		t.Error("two constants are not a single one")
	}
	if got := NewMap(2, 1, D(0), D(1), S(0)).SubMap(2, 0).String(); got != "(d0, d1)[s0] -> (s0, d0)" {
		t.Errorf("SubMap: %s", got)
	}
}

func TestSet(t *testing.T) {
	s := NewSet(1, 1, Constraint{Expr: D(0).Sub(C(1))}, Constraint{D(0).Mod(C(2)), true},
		Constraint{Expr: S(0).Sub(D(0))})
	if got, want := s.String(), "(d0)[s0] : (d0 - 1 >= 0, d0 mod 2 == 0, -d0 + s0 >= 0)"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	for d, want := range map[int64]bool{0: false, 1: false, 2: true, 4: true, 6: false} {
		if got := s.Eval([]int64{d}, []int64{5}); got != want {
			t.Errorf("%d in set: %t", d, got)
		}
	}
	fixed := s.Replace(nil, []*Expr{C(5)}, 1, 0)
	if got, want := fixed.String(), "(d0) : (d0 - 1 >= 0, d0 mod 2 == 0, -d0 + 5 >= 0)"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got := NewSet(1, 0).String(); got != "(d0) : (0 == 0)" {
		t.Errorf("set of everything: %s", got)
	}
	if NewSet(0, 0, Constraint{Expr: &Expr{Kind: Mod, LHS: C(1), RHS: C(0)}}).Eval(nil, nil) {
		t.Error("an undefined constraint holds")
	}
	if !EmptySet(1, 0).IsEmpty() || s.IsEmpty() {
		t.Error("IsEmpty is wrong")
	}
}
