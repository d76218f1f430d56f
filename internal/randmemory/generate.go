package randmemory

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// Program returns the text of a random program: a function @f that takes indices and memory for its results.
// The indices must have the values that Arguments returns.
func Program(r *rand.Rand) string {
	g := &generator{r: r}
	g.line("memref.global \"private\" constant @table : memref<8xi32> = dense<[3, 1, 4, 1, 5, 9, 2, 6]>")
	g.line("memref.global \"private\" @room : memref<4x6xi32> = dense<7>")
	g.helpers()
	g.line("func.func @f(%%n: index, %%m: index, %%out: memref<?xi32>) {")
	for n := range int64(9) {
		g.line("%%k%d = arith.constant %d : index", n, n)
	}
	g.line("%%zero = arith.constant 0 : i32")
	g.line("%%flag = memref.load %%out[%%k0] : memref<?xi32>")
	g.line("%%odd = arith.trunci %%flag : i32 to i1")
	g.numbers = []number{{"%n", Arguments[0], Arguments[0]}, {"%m", Arguments[1], Arguments[1]}}
	for range 2 {
		g.allocate()
	}
	for range 3 + r.IntN(8) {
		g.statement()
	}
	for i := range g.buffers {
		g.summarize(&g.buffers[i], i)
	}
	g.line("return")
	g.line("}")
	return g.b.String()
}

// Arguments are the values of the indices that programs take, and Results the number of elements of the
// memory for results.
var Arguments = [2]int64{5, 3}

// Results is the number of elements that a program writes its results to.
const Results = 64

type generator struct {
	r       *rand.Rand
	b       strings.Builder
	next    int
	numbers []number // of type index
	buffers []buffer
}

// number is a value of type index with its bounds.
type number struct {
	name   string
	lo, hi int64
}

func (g *generator) line(format string, args ...any) { fmt.Fprintf(&g.b, format+"\n", args...) }

func (g *generator) name() string {
	g.next++
	return fmt.Sprintf("%%v%d", g.next)
}

// value adds a line that defines a value, and returns its name.
func (g *generator) value(format string, args ...any) string {
	v := g.name()
	g.line("%s = "+format, append([]any{v}, args...)...)
	return v
}

func (g *generator) chance(n int) bool { return g.r.IntN(n) == 0 }

func pick[T any](g *generator, list []T) T { return list[g.r.IntN(len(list))] }

// helpers are functions that are called with views.
func (g *generator) helpers() {
	g.line(
		`func.func private @bump(%%a: memref<?x?xi32, strided<[?, ?], offset: ?>>, %%by: i32) -> memref<?x?xi32, strided<[?, ?], offset: ?>> {
  %%c0 = arith.constant 0 : index
  %%c1 = arith.constant 1 : index
  %%rows = memref.dim %%a, %%c0 : memref<?x?xi32, strided<[?, ?], offset: ?>>
  %%cols = memref.dim %%a, %%c1 : memref<?x?xi32, strided<[?, ?], offset: ?>>
  %%b = memref.alloca(%%cols) : memref<?xi32>
  scf.for %%i = %%c0 to %%rows step %%c1 {
    scf.for %%j = %%c0 to %%cols step %%c1 {
      %%x = memref.load %%a[%%i, %%j] : memref<?x?xi32, strided<[?, ?], offset: ?>>
      %%y = arith.addi %%x, %%by : i32
      memref.store %%y, %%b[%%j] : memref<?xi32>
    }
    scf.for %%j = %%c0 to %%cols step %%c1 {
      %%x = memref.load %%b[%%j] : memref<?xi32>
      memref.store %%x, %%a[%%i, %%j] : memref<?x?xi32, strided<[?, ?], offset: ?>>
    }
  }
  return %%a : memref<?x?xi32, strided<[?, ?], offset: ?>>
}`)
}

func (g *generator) statement() {
	switch g.r.IntN(12) {
	case 0:
		g.allocate()
	case 1, 2, 3:
		g.view()
	case 4:
		g.copy()
	case 5:
		g.call()
	case 6:
		g.choose()
	case 7:
		g.swap()
	case 8:
		g.vector()
	case 9:
		g.free()
	default:
		g.nest(1 + g.r.IntN(3))
	}
}

// choose picks one of two buffers of a type, by a condition or by a value.
func (g *generator) choose() {
	x := g.any()
	y := g.like(x)
	if g.chance(2) {
		x.name = g.value("arith.select %%odd, %s, %s : %s", x.name, y.name, x.typ())
	} else {
		x.name = g.value("scf.if %%odd -> %s {\nscf.yield %s : %s\n} else {\nscf.yield %s : %s\n}", x.typ(),
			x.name, x.typ(), y.name, y.typ())
	}
	x.owned = false
	g.buffers = append(g.buffers, x)
}

// swap carries two buffers of a type through a loop that exchanges them.
func (g *generator) swap() {
	x := g.any()
	y := g.like(x)
	t := x.typ()
	v := g.name()
	g.line("%s:2 = scf.for %s_i = %%k0 to %%m step %%k1 iter_args(%s_a = %s, %s_b = %s) -> (%s, %s) {", v, v,
		v, x.name, v, y.name, t, t)
	a, b := x, y
	a.name, b.name = v+"_a", v+"_b"
	at := g.inside(a)
	e := g.value("memref.load %s[%s] : %s", a.name, at, t)
	if !x.constant && !y.constant {
		g.line("memref.store %s, %s[%s] : %s", e, b.name, at, t)
	}
	g.line("scf.yield %s, %s : %s, %s", b.name, a.name, t, t)
	g.line("}")
	x.name, y.name = v+"#0", v+"#1"
	x.owned, y.owned = false, false
	x.constant = x.constant || y.constant
	y.constant = x.constant
	x.id, y.id = shared, shared
	g.buffers = append(g.buffers, x, y)
}

// call hands a view to a function that changes it and returns it.
func (g *generator) call() {
	x := g.any()
	if len(x.shape) != 2 || x.elem != "i32" || x.constant {
		return
	}
	open := x
	open.open()
	c := g.value("memref.cast %s : %s to %s", x.name, x.typ(), open.typ())
	by := g.value("arith.constant %d : i32", g.r.IntN(100))
	open.name = g.value("func.call @bump(%s, %s) : (%s, i32) -> %s", c, by, open.typ(), open.typ())
	open.owned = false
	g.buffers = append(g.buffers, open)
}

// vector reads and writes lanes along the last dimension.
func (g *generator) vector() {
	x := g.any()
	last := len(x.shape) - 1
	if last < 0 || x.strides[last] != 1 || !x.known(last) || x.elem == "i1" {
		return
	}
	n := int64(4)
	if x.shape[last] < n {
		n = 2
	}
	if x.shape[last] < n {
		return
	}
	t := fmt.Sprintf("vector<%dx%s>", n, x.elem)
	at := g.inside(x)
	pad := g.value("arith.constant %s : %s", g.literal(x.elem), x.elem)
	v := g.value("vector.transfer_read %s[%s], %s : %s, %s", x.name, at, pad, x.typ(), t)
	first := make([]string, len(x.shape))
	for i := range first {
		first[i] = "%k0"
	}
	w := g.value("vector.load %s[%s] : %s, %s", x.name, strings.Join(first, ", "), x.typ(), t)
	if x.constant {
		return
	}
	g.line("vector.store %s, %s[%s] : %s, %s", v, x.name, strings.Join(first, ", "), x.typ(), t)
	g.line("vector.transfer_write %s, %s[%s] : %s, %s", w, x.name, at, t, x.typ())
}

// free ends the life of a buffer, and of all views, which are forgotten.
func (g *generator) free() {
	x := g.any()
	if !x.owned || len(g.buffers) < 3 {
		return
	}
	kept := g.buffers[:0:0]
	for _, b := range g.buffers {
		if b.id != x.id && b.id != shared {
			kept = append(kept, b)
		}
	}
	if len(kept) == 0 {
		return
	}
	g.buffers = kept
	g.line("memref.dealloc %s : %s", x.name, x.typ())
}

// summarize adds all elements of a buffer to an element of the results.
func (g *generator) summarize(x *buffer, i int) {
	slot := g.value("arith.constant %d : index", 1+i%(Results-1))
	ivs := g.loops(x)
	e := g.value("memref.load %s[%s] : %s", x.name, strings.Join(ivs, ", "), x.typ())
	n := g.fromElement(e, x.elem)
	old := g.value("memref.load %%out[%s] : memref<?xi32>", slot)
	k := g.value("arith.constant 31 : i32")
	scaled := g.value("arith.muli %s, %s : i32", old, k)
	sum := g.value("arith.addi %s, %s : i32", scaled, n)
	g.line("memref.store %s, %%out[%s] : memref<?xi32>", sum, slot)
	g.close(len(ivs))
}
