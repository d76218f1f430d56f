package analysis_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/ir"
)

// nest is a random access in up to two loops: its text, and the elements that it accesses.
type nest struct {
	loops    []counted
	dims     []subscript
	guarded  bool
	readOnly bool
}

// counted is a loop over trips values, from lower, or from the variable of the enclosing loop plus lower.
type counted struct {
	lower, step, trips int64
	triangular         bool
}

// subscript is (scale of i, and of each loop variable, plus offset) op by, plus base.
type subscript struct {
	ofI    int64
	scale  [2]int64
	offset int64
	op     string
	by     int64
	base   int64
}

var divisions = map[string]func(a, by int64) int64{
	"":           func(a, _ int64) int64 { return a },
	"remsi":      func(a, by int64) int64 { return a % by },
	"divsi":      func(a, by int64) int64 { return a / by },
	"remui":      func(a, by int64) int64 { return int64(uint64(a) % uint64(by)) },
	"divui":      func(a, by int64) int64 { return int64(uint64(a) / uint64(by)) },
	"floordivsi": func(a, by int64) int64 { return (a - (a%by+by)%by) / by },
	"ceildivsi":  func(a, by int64) int64 { return -((-a - (-a%by+by)%by) / by) },
}

func randomNest(r *rand.Rand) *nest {
	n := &nest{guarded: r.IntN(8) == 0, readOnly: r.IntN(3) == 0}
	for d := range r.IntN(3) {
		n.loops = append(n.loops,
			counted{r.Int64N(5) - 2, 1 + r.Int64N(2), r.Int64N(4), d > 0 && r.IntN(3) == 0})
	}
	for range 1 + r.IntN(2) {
		n.dims = append(n.dims, n.randomSubscript(r))
	}
	return n
}

func (n *nest) randomSubscript(r *rand.Rand) subscript {
	s := subscript{ofI: []int64{0, 0, 1, 1, 2, -1}[r.IntN(6)], offset: r.Int64N(7) - 3,
		base: max(0, r.Int64N(5)-2)}
	for d := range n.loops {
		s.scale[d] = []int64{0, 1, 1, 2, 3, -1}[r.IntN(6)]
	}
	if r.IntN(2) == 0 {
		s.op = []string{"remsi", "divsi", "remui", "divui", "floordivsi", "ceildivsi"}[r.IntN(6)]
		s.by = 2 + r.Int64N(3)
	}
	return s
}

// another returns a second access: any, or one near the first, or one element in the box of the first.
func another(r *rand.Rand, a *nest) *nest {
	switch r.IntN(4) {
	case 0:
		return randomNest(r)
	case 1:
		b := &nest{}
		for _, s := range a.dims {
			for d, l := range a.loops {
				s.offset += s.scale[d] * (l.lower + l.step*r.Int64N(max(l.trips, 1)))
			}
			s.scale = [2]int64{}
			b.dims = append(b.dims, s)
		}
		return b
	}
	b := *a
	b.dims = append([]subscript(nil), a.dims...)
	b.dims[0].offset += r.Int64N(4)
	return &b
}

// touched enumerates the elements that the nest accesses at i, as text.
func (n *nest) touched(i int64) map[string]bool {
	elements := map[string]bool{}
	var run func(ivs []int64)
	run = func(ivs []int64) {
		if len(ivs) < len(n.loops) {
			l := n.loops[len(ivs)]
			lower := l.lower
			if l.triangular {
				lower += ivs[len(ivs)-1]
			}
			for k := range l.trips {
				run(append(ivs[:len(ivs):len(ivs)], lower+k*l.step))
			}
			return
		}
		var at []string
		for _, s := range n.dims {
			v := s.ofI*i + s.offset
			for d, iv := range ivs {
				v += s.scale[d] * iv
			}
			at = append(at, fmt.Sprint(divisions[s.op](v, s.by)+s.base))
		}
		elements[strings.Join(at, ",")] = true
	}
	run(nil)
	return elements
}

// write prints the nest as a pipeline.block.
func (n *nest) write(b *strings.Builder, name string) {
	line := func(format string, args ...any) { fmt.Fprintf(b, format+"\n", args...) }
	next := 0
	fresh := func() string { next++; return fmt.Sprintf("%%%s%d", name, next) }
	binary := func(op, x string, c int64) string {
		k, v := fresh(), fresh()
		line("%s = arith.constant %d : index", k, c)
		line("%s = arith.%s %s, %s : index", v, op, x, k)
		return v
	}
	line("pipeline.block {")
	closing := "}\n"
	if n.guarded {
		line("scf.if %%p {")
		closing += "}\n"
	}
	var ivs []string
	for _, l := range n.loops {
		from := "%c0"
		if l.triangular {
			from = ivs[len(ivs)-1]
		}
		lower := binary("addi", from, l.lower)
		upper, step, iv := binary("addi", lower, l.trips*l.step), fresh(), fresh()
		line("%s = arith.constant %d : index", step, l.step)
		line("scf.for %s = %s to %s step %s {", iv, lower, upper, step)
		ivs = append(ivs, iv)
		closing += "}\n"
	}
	var at []string
	for _, s := range n.dims {
		v := binary("addi", binary("muli", "%i", s.ofI), s.offset)
		for d, iv := range ivs {
			sum := fresh()
			scaled := binary("muli", iv, s.scale[d])
			line("%s = arith.addi %s, %s : index", sum, v, scaled)
			v = sum
		}
		if s.op != "" {
			v = binary(s.op, v, s.by)
		}
		at = append(at, binary("addi", v, s.base))
	}
	shape := strings.Repeat("64x", len(at)) + "i32"
	if n.readOnly {
		line("%s = memref.load %%A%d[%s] : memref<%s>", fresh(), len(at), strings.Join(at, ", "), shape)
	} else {
		line("memref.store %%v, %%A%d[%s] : memref<%s>", len(at), strings.Join(at, ", "), shape)
	}
	b.WriteString(closing)
}

// TestPropertyEnumeration compares the analysis of two random accesses in a loop over i with the enumeration
// of their elements. Accesses with a common element, also in different iterations, must not be disjoint for
// the analysis. Accesses that are covered for the analysis must be covered.
//
// Elements out of bounds count like others, except for negative subscripts, since no valid program has a
// negative remainder as a subscript.
func TestPropertyEnumeration(t *testing.T) {
	disjoint, covered := 0, 0
	for seed := range uint64(6000) {
		r := rand.New(rand.NewPCG(seed, 7))
		a, lower := randomNest(r), r.Int64N(4)-1
		b := another(r, a)
		var src strings.Builder
		src.WriteString(
			"func.func @f(%A1: memref<64xi32>, %A2: memref<64x64xi32>, %p: i1, %v: i32, %n: index) {\n" +
				"%c0 = arith.constant 0 : index\n%c1 = arith.constant 1 : index\n")
		fmt.Fprintf(&src, "%%lower = arith.constant %d : index\nscf.for %%i = %%lower to %%n step %%c1 {\n",
			lower)
		a.write(&src, "a")
		b.write(&src, "b")
		src.WriteString("}\nreturn\n}\n")
		m := parse(t, src.String())
		e := &analysis.Evaluator{Invariant: outsideOfBlocks}
		blocks := outermostBlocks(m)
		x, y := e.Accesses(blocks[0]), e.Accesses(blocks[1])
		iv := blocks[0].Parent().Body().Arg(0)
		for delta := range int64(4) {
			shifted := shift(e, y, iv, delta)
			overlap, covers := anyPair(x, shifted, analysis.Overlaps), anyPair(x, shifted, analysis.Covers)
			disjoint, covered = disjoint+count(!overlap), covered+count(covers)
			for i := lower; i < lower+7; i++ {
				p, q := a.touched(i), b.touched(i+delta)
				if len(a.dims) != len(b.dims) {
					q = nil // of another buffer
				}
				if common(p, q) && !overlap {
					t.Fatalf(
						"seed %d: at i = %d, %d later, both touch %v and %v, but are called disjoint\n%s",
						seed, i, delta, p, q, &src)
				}
				if covers && (a.guarded || !subset(q, p)) {
					t.Fatalf("seed %d: at i = %d, %d later, %v is said to cover %v\n%s", seed, i, delta, p, q,
						&src)
				}
			}
		}
	}
	t.Logf("%d pairs called disjoint, %d covered", disjoint, covered)
	if disjoint < 1000 || covered < 200 {
		t.Error("too few answers to show anything")
	}
}

func shift(e *analysis.Evaluator, all []analysis.Access, iv *ir.Value, delta int64) []analysis.Access {
	var shifted []analysis.Access
	for _, a := range all {
		shifted = append(shifted, a.Map(func(l analysis.Linear) analysis.Linear {
			return e.Subst(l, e.SymbolOf(iv), e.Of(iv).AddConst(delta))
		}))
	}
	return shifted
}

func anyPair(x, y []analysis.Access, f func(a, b *analysis.Access) bool) bool {
	for i := range x {
		for j := range y {
			if f(&x[i], &y[j]) {
				return true
			}
		}
	}
	return false
}

func count(b bool) int {
	if b {
		return 1
	}
	return 0
}

// common reports whether the sets share an element of a memref. Elements with a negative subscript do not
// count.
func common(p, q map[string]bool) bool {
	for x := range p {
		if q[x] && !strings.Contains(x, "-") {
			return true
		}
	}
	return false
}

func subset(q, p map[string]bool) bool {
	for x := range q {
		if !p[x] {
			return false
		}
	}
	return true
}
