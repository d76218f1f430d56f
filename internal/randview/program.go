package randview

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// generator writes random programs.
type generator struct {
	b         strings.Builder
	constants strings.Builder
	known     map[int]bool
	r         *rand.Rand
	next      int
	loop      bool // within the loop over %i
	trips     int  // of it; 0 where it is %n
}

func (g *generator) line(format string, args ...any) { fmt.Fprintf(&g.b, format+"\n", args...) }
func (g *generator) one(of int) bool                 { return g.r.IntN(of) == 0 }

func (g *generator) name(prefix string) string {
	g.next++
	return fmt.Sprintf("%%%s%d", prefix, g.next)
}

// constant returns the name of a constant of type index.
func (g *generator) constant(n int) string {
	if !g.known[n] {
		g.known[n] = true
		fmt.Fprintf(&g.constants, "%%c%d = arith.constant %d : index\n", n, n)
	}
	return fmt.Sprintf("%%c%d", n)
}

// number is a subscript, with its value if it is a constant.
type number struct {
	text  string
	value int
}

// subscript returns a number from 0 to below a limit, and whether the program computes it.
func (g *generator) subscript(limit int) (n number, computed bool) {
	if !g.loop || g.one(3) {
		value := g.r.IntN(limit)
		return number{fmt.Sprint(value), value}, false
	}
	return number{text: g.computed(limit)}, true
}

// computed returns a value below a limit that depends on %i.
func (g *generator) computed(limit int) string {
	at := "%i"
	if g.trips > 0 && g.trips <= limit && g.one(2) {
		if extra := limit - g.trips; extra > 0 && g.one(2) {
			return g.op("arith.addi", at, g.r.IntN(extra+1))
		}
		return at
	}
	if g.one(2) {
		at = g.op("arith.muli", at, 1+g.r.IntN(5))
	}
	if g.one(2) {
		at = g.op("arith.addi", at, g.r.IntN(8))
	}
	bits := 1
	for bits*2 <= limit {
		bits *= 2
	}
	switch g.r.IntN(6) {
	case 0:
		return g.op("arith.minui", at, limit-1)
	case 1:
		return g.op("arith.andi", at, bits-1)
	case 2:
		return g.op("arith.xori", g.op("arith.andi", at, bits-1), g.r.IntN(bits))
	case 3:
		return g.op("arith.maxui", g.op("arith.minui", at, limit-1), g.r.IntN(limit))
	case 4:
		return g.op("arith.remui", g.op("arith.shrui", at, 1+g.r.IntN(2)), limit)
	}
	return g.op("arith.remui", at, limit)
}

func (g *generator) op(name, of string, by int) string {
	v := g.name("i")
	g.line("%s = %s %s, %s : index", v, name, of, g.constant(by))
	return v
}

// Program returns the text of a module with a function @main of a buffer and a number, which accesses the
// buffer through views.
func Program(r *rand.Rand) string {
	g := &generator{r: r, known: map[int]bool{}}
	b := &base{name: "%A", elem: "i32"}
	switch r.IntN(4) {
	case 0:
		b.elem, b.shape = "i8", []int{64}
	case 1:
		b.shape = []int{24}
	case 2:
		b.shape = []int{4, 6}
	default:
		b.shape = []int{2, 3, 4}
	}
	views := []view{b.whole()}
	for range 1 + r.IntN(4) {
		views = g.grow(views)
	}
	switch r.IntN(3) {
	case 0:
		g.task(views)
	case 1:
		g.inLoop(func() { g.task(g.grow(views)) })
	default:
		g.inLoop(func() { g.pipelined(g.grow(views)) })
		g.line("pipeline.async_wait_stage 0, 0")
	}
	return fmt.Sprintf("func.func @main(%%A: %s, %%n: index) {\n%s%sreturn\n}\n", b.typ(),
		g.constants.String(), g.b.String())
}

// grow adds a chain of views.
func (g *generator) grow(views []view) []view {
	v := views[g.r.IntN(len(views))]
	for range 1 + g.r.IntN(3) {
		v = g.more(v)
	}
	return append(slices.Clone(views), v)
}

// inLoop writes a loop over %i, of a constant number of iterations or as many as %n.
func (g *generator) inLoop(body func()) {
	bound := "%n"
	if !g.one(3) {
		g.trips = 1 + g.r.IntN(8)
		bound = g.constant(g.trips)
	}
	g.line("scf.for %%i = %s to %s step %s {", g.constant(0), bound, g.constant(1))
	g.loop = true
	body()
	g.loop = false
	g.line("}")
}

// task writes an access in a task beside one that does not wait for it.
func (g *generator) task(views []view) {
	t := g.name("t")
	g.line("%s = async.execute {", t)
	g.access(views)
	g.line("async.yield\n}")
	g.access(views)
	g.line("async.await %s : !async.token", t)
}

// pipelined writes an asynchronous access of a group that a later iteration waits for.
func (g *generator) pipelined(views []view) {
	g.line("pipeline.async_scope {")
	g.access(views)
	g.line("}\npipeline.async_commit_stage 0")
	g.line("pipeline.async_wait_stage 0, %d", g.r.IntN(3))
	g.access(views)
}

// access writes one access to one of the views.
func (g *generator) access(views []view) {
	v := views[len(views)-1-g.r.IntN(min(3, len(views)))]
	var at []string
	for _, n := range v.shape {
		s, computed := g.subscript(n)
		if !computed {
			s.text = g.constant(s.value)
		}
		at = append(at, s.text)
	}
	switch g.r.IntN(6) {
	case 0, 1, 2:
		x := g.name("x")
		g.line("%s = arith.constant 1 : %s", x, v.elem)
		g.line("memref.store %s, %s[%s] : %s", x, v.name, list(at), v.typ())
	case 3:
		g.line("%s = memref.load %s[%s] : %s", g.name("x"), v.name, list(at), v.typ())
	default:
		g.copy(v)
	}
}

// copy writes a copy from or to all of a view.
func (g *generator) copy(v view) {
	other := view{name: g.name("m"), elem: v.elem, shape: v.shape, strides: rowMajor(v.shape)}
	g.line("%s = memref.alloc() : %s", other.name, other.typ())
	from, to := other, v
	if g.one(3) {
		from, to = v, other
	}
	g.line("memref.copy %s, %s : %s to %s", from.name, to.name, from.typ(), to.typ())
}
