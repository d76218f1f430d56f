package affineloopfusion_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/dialect/affine"
	_ "github.com/inflight-compiler/inflight/internal/fixedseed"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/sim"
	_ "github.com/inflight-compiler/inflight/transform/loop/affineloopfusion"
)

// Chains of nests that store what the next ones read leave the same in memory, and many are fused.
func TestPropertyChains(t *testing.T) {
	n, before, after, smaller := passtest.Programs(200), 0, 0, 0
	for i := range n {
		r := rand.New(rand.NewPCG(uint64(i), 5))
		source := chain(r)
		options := []string{"", "{maximal=true}", "{mode=producer}", "{mode=sibling}",
			"{compute-tolerance=3}"}[i%5]
		module := passtest.Parse(t, source)
		made := passtest.Transform(t, module, "builtin.module(func.func(affine-loop-fusion"+options+"))")
		before, after = before+len(module.Find(affine.For)), after+len(made.Find(affine.For))
		if strings.Contains(passtest.Print(made), "memref<1x1xi32>") {
			smaller++
		}
		for _, n := range []int64{0, 1, 7} {
			want, _ := passtest.Simulate(t, module, sim.Config{}, n)
			got, _ := passtest.Simulate(t, made, sim.Config{}, n)
			for k := range want[:2] {
				if string(want[k].Buffer.Data) != string(got[k].Buffer.Data) {
					t.Fatalf("%s, n = %d: argument %d differs\n%s\n%s", options, n, k, passtest.Print(module),
						passtest.Print(made))
				}
			}
		}
	}
	t.Logf("%d loops became %d; buffers of one element in %d of %d programs", before, after, smaller, n)
	if after > before*19/20 || smaller*10 < n {
		t.Errorf("%d loops became %d; buffers of one element in %d of %d programs", before, after, smaller, n)
	}
}

// chain is a program of nests that compute buffers of each other and of the arguments.
func chain(r *rand.Rand) string {
	w := &writer{r: r, names: []string{"a", "b"}}
	w.line(
		"func.func @main(%%a: memref<16x16xi32>, %%b: memref<16x16xi32>, %%n: index) {\n%%three = " +
			"arith.constant 3 : i32")
	again := r.IntN(4) == 0 // the nests behind the first buffers run several times
	for i := range 1 + r.IntN(3) {
		buffer := w.fresh("t")
		w.line("%%%s = memref.alloc() : memref<16x16xi32>", buffer)
		if again && i == 0 {
			w.fill(buffer)
			w.line("affine.for %%k = 0 to 3 {")
		} else {
			w.fill(buffer)
		}
		w.names = append(w.names, buffer)
		for range r.IntN(3) {
			w.nest(w.name(), 1+r.IntN(4)/3, nil)
		}
	}
	for range 1 + r.IntN(2) {
		w.nest(w.names[r.IntN(2)], 2, nil)
	}
	if again {
		w.line("}")
	} else if r.IntN(3) == 0 {
		w.line("memref.dealloc %%%s : memref<16x16xi32>", w.names[len(w.names)-1])
	}
	return w.out.String() + "return\n}\n"
}

type writer struct {
	r     *rand.Rand
	out   strings.Builder
	names []string // of the buffers that hold numbers
	next  int
}

func (w *writer) line(format string, args ...any) { fmt.Fprintf(&w.out, format+"\n", args...) }

func (w *writer) fresh(prefix string) string {
	w.next++
	return fmt.Sprint(prefix, w.next)
}

func (w *writer) name() string { return w.names[w.r.IntN(len(w.names))] }

// fill is a nest that stores all of a buffer.
func (w *writer) fill(to string) {
	i, j := w.fresh("%i"), w.fresh("%j")
	w.line("affine.for %s = 0 to 16 {\naffine.for %s = 0 to 16 {", i, j)
	w.statement(to, i+", "+j, func() string { return i + ", " + j })
	w.line("}\n}")
}

// nest is a nest of so many more loops, with a statement in front of the innermost one or behind it now and
// then.
func (w *writer) nest(to string, depth int, ivs []string) {
	bounds := []string{"12", "12", "12", "12", "12", "13", "%n", fmt.Sprint(5 + w.r.IntN(8)),
		"min affine_map<()[s0] -> (s0 + 2, 12)>()[%n]"}
	iv := w.fresh("%i")
	w.line("affine.for %s = %d to %s step %d {", iv, w.r.IntN(6)/5, bounds[w.r.IntN(len(bounds))],
		1+w.r.IntN(12)/11)
	ivs = append(ivs, iv)
	statement := func() {
		w.statement(w.target(to), w.place(ivs, 0), func() string { return w.place(ivs, 3) })
	}
	if depth == 1 {
		for range 1 + w.r.IntN(5)/4 {
			statement()
		}
	} else {
		if w.r.IntN(5) == 0 {
			statement()
		}
		w.nest(to, depth-1, ivs)
		if w.r.IntN(8) == 0 {
			statement()
		}
	}
	w.line("}")
}

// target is mostly the buffer that a nest is for.
func (w *writer) target(to string) string {
	if w.r.IntN(10) == 0 {
		return w.name()
	}
	return to
}

// place returns subscripts: mostly the variables in order, or with offsets up to a number.
func (w *writer) place(ivs []string, offset int) string {
	at := []string{ivs[0], ivs[len(ivs)-1]}
	if w.r.IntN(6) == 0 {
		at[0], at[1] = at[1], at[0]
	}
	for d := range at {
		switch {
		case w.r.IntN(15) == 0:
			at[d] = fmt.Sprint(w.r.IntN(4))
		case offset > 0 && w.r.IntN(5) == 0:
			at[d] = fmt.Sprintf("%s + %d", at[d], w.r.IntN(offset))
		}
	}
	return at[0] + ", " + at[1]
}

// statement stores a sum that depends on the order of its parts.
func (w *writer) statement(to, place string, from func() string) {
	sum := "%three"
	for range 1 + w.r.IntN(2) {
		v := w.fresh("%v")
		w.line("%s = affine.load %%%s[%s] : memref<16x16xi32>", v, w.name(), from())
		w.line("%sm = arith.muli %s, %%three : i32\n%ss = arith.addi %sm, %s : i32", v, v, v, v, sum)
		sum = v + "s"
	}
	w.line("affine.store %s, %%%s[%s] : memref<16x16xi32>", sum, to, place)
}
