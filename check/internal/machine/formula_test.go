package machine

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/check/internal/skeleton"
	"github.com/inflight-compiler/inflight/check/internal/source"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/internal/randsync"
	"github.com/inflight-compiler/inflight/ir"
)

// A formula with numbers put in gives the accesses that an evaluation of the operation gives.
func TestFormulaIsEvaluation(t *testing.T) {
	made := 0
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 7))
		module := passtest.Parse(t, randsync.Program(r, randsync.Any(r)))
		for fn := range module.Walk() {
			if source.IsFunction(fn) {
				made += compareFormulas(t, r, fn)
			}
		}
	}
	if made < 100 {
		t.Fatalf("only %d operations have a formula", made)
	}
}

// compareFormulas compares the formulas of a function with evaluations, and returns the number of formulas.
func compareFormulas(t *testing.T, r *rand.Rand, fn *ir.Op) (made int) {
	t.Helper()
	look := skeleton.NewLook(source.New(source.NewCalls()))
	p := look.Build(fn, map[*ir.Value]int64{})
	m := New(p, &Run{})
	p.Lookup = m.value
	for _, n := range p.Nodes {
		if n.Kind != skeleton.AccessNode {
			continue
		}
		f := p.Formula(n)
		if f == nil || !bindLoops(m, r, n) {
			continue
		}
		k, ok := m.numbers(f)
		if !ok {
			t.Fatal("the numbers of the loops are not known")
		}
		made++
		want := slices.DeleteFunc(m.evaluate(n), func(x skeleton.Touch) bool {
			return !p.Matters(n, x.Of, x.Writes())
		})
		if got := f.At(k[:]); !slices.EqualFunc(got, want, sameTouch) {
			t.Fatalf("%s: %+v, want %+v", n.Op.Name(), got, want)
		}
	}
	return made
}

// bindLoops binds the induction variables of the loops around a node, if their trip counts are known.
func bindLoops(m *Machine, r *rand.Rand, n *skeleton.Node) bool {
	for loop := n.Around; loop != nil; loop = loop.Around {
		if loop.Trip == nil {
			return false
		}
		at := r.Int64N(max(loop.Trip.Trips, 1))
		m.bound[loop.Iv] = loop.Trip.Lower.AddConst(at * loop.Trip.Step)
	}
	return true
}

func sameTouch(a, b skeleton.Touch) bool {
	return a.Op == b.Op && a.Kind == b.Kind && a.Buffer == b.Buffer && a.Must == b.Must && a.Form == b.Form &&
		slices.EqualFunc(a.Dims, b.Dims, func(x, y analysis.Range) bool {
			return x.Base.Equal(y.Base) && x.Lo == y.Lo && x.Hi == y.Hi && x.Full == y.Full
		})
}
