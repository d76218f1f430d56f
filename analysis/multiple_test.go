package analysis_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/ir"
)

// arithmetic is random index arithmetic on %x, %y and a loop variable, with the values of all results.
type arithmetic struct {
	b      strings.Builder
	names  []string
	values []int64
}

func newArithmetic(r *rand.Rand) *arithmetic {
	a := &arithmetic{}
	lower, step, k := r.Int64N(3)*4, 1+r.Int64N(8), r.Int64N(5)
	fmt.Fprintf(&a.b, "func.func @f(%%x: index, %%y: index) {\n")
	for n := range 65 {
		fmt.Fprintf(&a.b, "%%c%d = arith.constant %d : index\n", n, n)
	}
	fmt.Fprintf(&a.b, "scf.for %%i = %%c%d to %%x step %%c%d {\n", lower, step)
	a.names = []string{"%x", "%y", "%i"}
	a.values = []int64{r.Int64N(100), r.Int64N(100), lower + k*step}
	for range 8 {
		a.step(r)
	}
	a.b.WriteString("}\nreturn\n}\n")
	return a
}

// step adds one operation.
func (a *arithmetic) step(r *rand.Rand) {
	i, j, n := r.IntN(len(a.names)), r.IntN(len(a.names)), []int64{1, 2, 3, 4, 8, 12, 16, 64}[r.IntN(8)]
	x, y := a.values[i], a.values[j]
	constant := fmt.Sprintf("%%c%d", n)
	op, other, v := "addi", a.names[j], x+y
	switch r.IntN(8) {
	case 0:
		op, other, v = "addi", constant, x+n
	case 1, 2:
		op, other, v = "muli", constant, x*n
	case 3, 6:
		op, other, v = "floordivsi", constant, x/n
	case 4, 7:
		op, other, v = "remui", constant, x%n
	case 5:
		if r.IntN(2) == 0 {
			op, v = "muli", x*y
		}
	}
	name := fmt.Sprintf("%%v%d", len(a.names))
	fmt.Fprintf(&a.b, "%s = arith.%s %s, %s : index\n", name, op, a.names[i], other)
	a.names, a.values = append(a.names, name), append(a.values, v)
}

// valueOf evaluates a form for given values of all SSA values.
func valueOf(l analysis.Linear, env map[*ir.Value]int64) int64 {
	sum := l.Const
	for _, t := range l.Terms {
		v := env[t.Sym.Value]
		switch {
		case t.Sym.Mod > 0:
			v = valueOf(t.Sym.Arg, env) % t.Sym.Mod
		case t.Sym.Div > 0:
			v = valueOf(t.Sym.Arg, env) / t.Sym.Div
		}
		sum += t.Coef * v
	}
	return sum
}

// Multiple divides the values of random arithmetic, often by more than 1, and Reduce does not change the
// values.
func TestMultipleAndReduce(t *testing.T) {
	known, changed := 0, 0
	for seed := range uint64(500) {
		a := newArithmetic(rand.New(rand.NewPCG(seed, 1)))
		m := parse(t, a.b.String())
		fn := m.Body().First()
		env := map[*ir.Value]int64{fn.Body().Arg(0): a.values[0], fn.Body().Arg(1): a.values[1]}
		ops, next := []*ir.Op{}, 3
		for op := range fn.Walk() {
			if op.Name() == "scf.for" {
				env[op.Body().Arg(0)] = a.values[2]
			} else if op.Parent() != nil && op.Parent().Name() == "scf.for" && op.NumResults() == 1 {
				env[op.Result(0)] = a.values[next]
				next++
				ops = append(ops, op)
			}
		}
		ev := &analysis.Evaluator{}
		for _, op := range ops {
			form, v := ev.Eval(op.Result(0)), env[op.Result(0)]
			if got := valueOf(form, env); got != v {
				t.Fatalf("seed %d: the form of %v is %d, the value %d\n%s", seed, op.Result(0).Name(), got, v,
					a.b.String())
			}
			n := ev.Multiple(form)
			if v%n != 0 {
				t.Fatalf("seed %d: %d divides %%%s, which is %d\n%s", seed, n, op.Result(0).Name(), v,
					a.b.String())
			}
			if n > 1 {
				known++
			}
			reduced := ev.Reduce(form)
			if got := valueOf(reduced, env); got != v {
				t.Fatalf("seed %d: reduced, %%%s is %d instead of %d\n%s", seed, op.Result(0).Name(), got, v,
					a.b.String())
			}
			if !reduced.Equal(form) {
				changed++
			}
		}
	}
	t.Logf("%d multiples, %d reductions", known, changed)
	if known < 500 || changed < 10 {
		t.Errorf("%d multiples and %d reductions are too few to show anything", known, changed)
	}
}

// An unknown number is a multiple of 1, and zero is a multiple of any number.
func TestMultipleOfUnknown(t *testing.T) {
	ev := &analysis.Evaluator{}
	one := analysis.Linear{Terms: []analysis.Term{{Sym: ev.Fresh(), Coef: 1}}}
	for _, c := range []struct {
		form analysis.Linear
		want int64
	}{{one, 1}, {one.Scale(12), 4}, {one.Scale(16).AddConst(8), 8}, {analysis.Const(0), 1 << 20},
		{analysis.Const(-24), 8}} {
		if got := ev.Multiple(c.form); got != c.want {
			t.Errorf("%v: got %d, want %d", c.form, got, c.want)
		}
	}
}
