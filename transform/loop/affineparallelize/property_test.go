package affineparallelize_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/dialect/affine"
	_ "github.com/inflight-compiler/inflight/internal/fixedseed"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/internal/randnest"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/sim"
	_ "github.com/inflight-compiler/inflight/transform/loop/affineparallelize"
)

// Programs leave the same bits in memory after the pass.
func TestPropertySameMemory(t *testing.T) {
	randnest.Property(t, 11, 60, 2, "func.func(affine-parallelize)",
		"func.func(affine-parallelize{max-nested=1})")
}

// No two iterations of a loop that becomes parallel touch an element that one of them writes, says the
// simulator.
func TestPropertyNoRaces(t *testing.T) {
	for i := range passtest.Programs(100) {
		r := rand.New(rand.NewPCG(uint64(i), 12))
		source := randnest.Program(r)
		if i%2 == 0 {
			source = nests(r, true)
		}
		module := passtest.Parse(t, source)
		made := passtest.Transform(t, module, "builtin.module(func.func(affine-parallelize))")
		for _, n := range []int64{0, 1, 9} {
			if _, hazards := passtest.Simulate(t, made, sim.Config{}, n); len(hazards) > 0 {
				t.Fatalf("n = %d: %v\n%s", n, hazards[0].Diagnostic(), passtest.Print(made))
			}
		}
	}
}

// A loop with bounds that are known becomes parallel if and only if no two of its iterations, each looked at,
// touch an element that one of them writes; of a loop with other bounds that holds in one direction.
func TestPropertyExact(t *testing.T) {
	parallel, dependent := 0, 0
	for i := range passtest.Programs(300) {
		known := i%3 != 0
		source := nests(rand.New(rand.NewPCG(uint64(i), 13)), !known)
		before := passtest.Parse(t, source)
		after := passtest.Transform(t, before, "builtin.module(func.func(affine-parallelize))")
		found := map[*ir.Op]bool{}
		for _, n := range []int64{0, 1, 4, 9} {
			e := &enumeration{dependent: found,
				values: map[*ir.Value]int64{before.Body().First().Body().Arg(2): n}}
			e.block(before.Body().First().Body())
		}
		loops, made := loopsOf(before), loopsOf(after)
		for k, loop := range loops {
			switch isParallel := made[k].Is(affine.Parallel); {
			case isParallel && found[loop]:
				t.Fatalf("loop %d has iterations that depend on each other and became parallel\n%s", k,
					passtest.Print(before))
			case known && !isParallel && !found[loop]:
				t.Fatalf(
					"the iterations of loop %d do not depend on each other, but it did not become "+
						"parallel\n%s", k, passtest.Print(before))
			case isParallel:
				parallel++
			default:
				dependent++
			}
		}
	}
	t.Logf("%d loops became parallel, %d did not", parallel, dependent)
	if parallel < dependent/8 || dependent < parallel/8 {
		t.Errorf("%d loops became parallel, %d did not", parallel, dependent)
	}
}

func loopsOf(module *ir.Op) (list []*ir.Op) {
	for op := range module.Walk() {
		if op.Is(affine.For) || op.Is(affine.Parallel) {
			list = append(list, op)
		}
	}
	return list
}

// enumeration runs a program of loops, conditions and accesses, and finds the loops of which two iterations
// touch a common element.
type enumeration struct {
	values    map[*ir.Value]int64
	dependent map[*ir.Op]bool
}

// touched says of elements whether something writes them.
type touched map[string]bool

func (s touched) add(o touched) {
	for k, w := range o {
		s[k] = s[k] || w
	}
}

func (e *enumeration) block(b *ir.Block) touched {
	all := touched{}
	for op := range b.Ops() {
		all.add(e.op(op))
	}
	return all
}

func (e *enumeration) op(op *ir.Op) touched {
	switch {
	case op.Is(affine.For):
		return e.loop(op)
	case op.Is(affine.If):
		set := affine.Condition(op)
		in := e.of(op.Operands())
		if set.Eval(in[:set.NumDims], in[set.NumDims:]) {
			return e.block(op.Region(0).Entry())
		}
		if !op.Region(1).Empty() {
			return e.block(op.Region(1).Entry())
		}
	case op.Is(affine.Apply):
		e.values[op.Result(0)] = e.results(affine.AccessOf(op))[0]
	case op.Is(affine.Load), op.Is(affine.Store):
		t := touched{}
		op.Def().Effects(op, func(f ir.Effect) {
			at := e.results(affine.Access{Map: f.Map, Operands: f.Indices})
			t[fmt.Sprint(f.Value.Index(), at)] = f.Kind == ir.Write
		})
		return t
	}
	return nil
}

func (e *enumeration) of(vs []*ir.Value) []int64 {
	list := make([]int64, len(vs))
	for i, v := range vs {
		list[i] = e.values[v]
	}
	return list
}

func (e *enumeration) results(a affine.Access) []int64 {
	in := e.of(a.Operands)
	list, _ := a.Map.Eval(in[:a.Map.NumDims], in[a.Map.NumDims:])
	return list
}

func (e *enumeration) loop(op *ir.Op) touched {
	lm, lo := affine.LowerBound(op)
	um, uo := affine.UpperBound(op)
	lower, upper := int64(-1<<40), int64(1<<40)
	for _, v := range e.results(affine.Access{Map: lm, Operands: lo}) {
		lower = max(lower, v)
	}
	for _, v := range e.results(affine.Access{Map: um, Operands: uo}) {
		upper = min(upper, v)
	}
	all := touched{}
	for i := lower; i < upper; i += affine.Step(op) {
		e.values[op.Body().Arg(0)] = i
		one := e.block(op.Body())
		for k, w := range one {
			if before, ok := all[k]; ok && (w || before) {
				e.dependent[op] = true
			}
		}
		all.add(one)
	}
	return all
}

// nests is a program with nests of loops whose bounds, subscripts and conditions are affine in every way,
// with sizes that are known or not.
func nests(r *rand.Rand, sizes bool) string {
	w := &writer{r: r, sizes: sizes}
	for range 1 + r.IntN(2) {
		w.loop(1 + r.IntN(3))
	}
	return fmt.Sprintf(
		"func.func @main(%%a: memref<400x400xi32>, %%b: memref<400xi32>, %%n: index) {\n%s  return\n}\n",
		w.out.String())
}

type writer struct {
	r     *rand.Rand
	sizes bool
	out   strings.Builder
	ivs   []string
	next  int
}

func (w *writer) line(format string, args ...any) {
	fmt.Fprintf(&w.out, strings.Repeat("  ", len(w.ivs)+1)+format+"\n", args...)
}

func (w *writer) loop(depth int) {
	iv := fmt.Sprintf("%%i%d", w.next)
	w.next++
	lower, upper := fmt.Sprint(w.r.IntN(3)), fmt.Sprint(3+w.r.IntN(5))
	if outer := w.outer(); outer != "" {
		switch w.r.IntN(5) {
		case 0:
			lower = fmt.Sprintf("affine_map<(d0) -> (d0)>(%s)", outer)
		case 1:
			upper = fmt.Sprintf("min affine_map<(d0) -> (d0 + 3, 7)>(%s)", outer)
		case 2:
			upper = fmt.Sprintf("affine_map<(d0) -> (d0 floordiv 2 + 3)>(%s)", outer)
		}
	}
	if w.sizes && w.r.IntN(2) == 0 {
		upper = "%n"
	}
	step := 1
	if w.r.IntN(4) == 0 {
		step = 2 + w.r.IntN(2)
	}
	w.line("affine.for %s = %s to %s step %d {", iv, lower, upper, step)
	w.ivs = append(w.ivs, iv)
	if depth > 1 {
		w.loop(depth - 1)
	}
	if depth == 1 || w.r.IntN(3) == 0 {
		for range 1 + w.r.IntN(2) {
			w.guarded()
		}
	}
	w.ivs = w.ivs[:len(w.ivs)-1]
	w.line("}")
}

// outer returns a variable of a loop around, "" if there is none.
func (w *writer) outer() string {
	if len(w.ivs) == 0 {
		return ""
	}
	return w.ivs[w.r.IntN(len(w.ivs))]
}

// guarded is an assignment, under a condition or not.
func (w *writer) guarded() {
	conditions := []string{"d0 - 3 >= 0", "d0 mod 2 == 0", "d0 - d1 - 1 >= 0", "d0 - d1 == 0, 4 - d0 >= 0",
		"d0 + d1 - 4 == 0"}
	if w.r.IntN(3) > 0 {
		w.assignment()
		return
	}
	set := conditions[w.r.IntN(len(conditions))]
	w.line("affine.if affine_set<(d0, d1) : (%s)>(%s, %s) {", set, w.outer(), w.outer())
	w.assignment()
	if w.r.IntN(3) == 0 {
		w.line("} else {")
		w.assignment()
	}
	w.line("}")
}

func (w *writer) assignment() {
	v := fmt.Sprintf("%%v%d", w.next)
	w.next++
	from, to := w.place(), w.place()
	w.line("%s = affine.load %s", v, from)
	w.line("affine.store %s, %s", v, to)
}

func (w *writer) place() string {
	if w.r.IntN(2) == 0 {
		return fmt.Sprintf("%%a[%s, %s] : memref<400x400xi32>", w.subscript(), w.subscript())
	}
	return fmt.Sprintf("%%b[%s] : memref<400xi32>", w.subscript())
}

// subscript returns one that is not negative for variables that are not, and less than 400 for those below
// 10.
func (w *writer) subscript() string {
	i, j := w.outer(), w.outer()
	switch w.r.IntN(9) {
	case 0:
		return fmt.Sprintf("%s mod %d", i, 2+w.r.IntN(8))
	case 1:
		return fmt.Sprintf("%s floordiv %d", i, 1+w.r.IntN(3))
	case 2:
		return fmt.Sprintf("%s * %d + %s * %d", i, 1+w.r.IntN(8), j, 1+w.r.IntN(8))
	case 3:
		return fmt.Sprintf("%s * 2 + %d", i, w.r.IntN(5))
	case 4:
		return fmt.Sprintf("%s * -2 + %d", i, 20+w.r.IntN(5))
	case 5:
		return fmt.Sprintf("(%s + %s) ceildiv 2", i, j)
	case 6:
		return fmt.Sprint(w.r.IntN(8))
	}
	return fmt.Sprintf("%s + %d", i, w.r.IntN(3))
}
