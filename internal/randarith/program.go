package randarith

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// elements is how many elements a buffer has.
const elements = 16

// generator writes one program.
type generator struct {
	r     *rand.Rand
	b     strings.Builder
	names int
}

func (g *generator) line(format string, args ...any) { fmt.Fprintf(&g.b, format+"\n", args...) }

func (g *generator) one(of int) bool { return g.r.IntN(of) == 0 }

func (g *generator) pick(from ...string) string { return from[g.r.IntN(len(from))] }

// emit adds an operation and returns its result.
func (g *generator) emit(format string, args ...any) string {
	g.names++
	v := fmt.Sprintf("%%v%d", g.names)
	g.line("%s = %s", v, fmt.Sprintf(format, args...))
	return v
}

// constant adds one of some bits: small, a power of two, near an end of the type, or any.
func (g *generator) constant(typ string, bits int) string {
	v := 1 + g.r.Int64N(12)
	switch g.r.IntN(10) {
	case 3, 4:
		v = g.end(bits)
	case 0:
		v = int64(g.r.Uint64()) >> (64 - bits)
	case 1:
		v = 1 << g.r.IntN(bits-1)
	case 2:
		v = -v
	}
	return g.emit("arith.constant %d : %s", v, typ)
}

// end returns a number near the largest or the smallest one of some bits, from where a few steps lead around.
func (g *generator) end(bits int) int64 {
	largest := int64(1)<<(bits-1) - 1
	if g.one(2) {
		return -largest - 1 + g.r.Int64N(16)
	}
	return largest - g.r.Int64N(16)
}

// number is an integer of a type.
type number struct {
	name, typ string
	bits      int
}

var types = []number{{"", "i8", 8}, {"", "i16", 16}, {"", "i32", 32}, {"", "i64", 64}, {"", "index", 64}}

// cast converts a number to a type.
func (g *generator) cast(x, to number) number {
	op := g.pick("arith.extsi", "arith.extui")
	switch {
	case x.typ == to.typ:
		return x
	case x.typ == "index" || to.typ == "index":
		op = g.pick("arith.index_cast", "arith.index_castui")
	case to.bits < x.bits:
		op = "arith.trunci"
	}
	return number{g.emit("%s %s : %s to %s", op, x.name, x.typ, to.typ), to.typ, to.bits}
}

// step computes a number from another, and from one of the same type.
func (g *generator) step(x, like number) number {
	y := like.name
	op := g.pick("addi", "addi", "subi", "muli", "muli", "andi", "ori", "xori", "minsi", "maxsi", "minui",
		"maxui")
	switch g.r.IntN(6) {
	case 0:
		return g.cast(x, types[g.r.IntN(len(types))])
	case 1:
		op = g.pick("remui", "remsi", "divui", "divsi", "floordivsi", "ceildivsi")
		y = g.emit("arith.constant %d : %s", 2+g.r.IntN(9), x.typ)
		if g.one(4) && x.typ == like.typ { // a divisor that varies, from 1 on
			few := g.emit("arith.andi %s, %s : %s", like.name, g.emit("arith.constant 3 : %s", x.typ), x.typ)
			y = g.emit("arith.addi %s, %s : %s", few, g.emit("arith.constant 1 : %s", x.typ), x.typ)
		}
	case 2:
		op = g.pick("shli", "shrui", "shrsi")
		y = g.emit("arith.constant %d : %s", 1+g.r.IntN(3), x.typ)
		if g.one(4) && x.typ == like.typ {
			y = g.emit("arith.andi %s, %s : %s", like.name, g.emit("arith.constant 3 : %s", x.typ), x.typ)
		}
	case 3:
		if x.typ == like.typ {
			break
		}
		fallthrough
	default:
		y = g.constant(x.typ, x.bits)
	}
	x.name = g.emit("arith.%s %s, %s : %s", op, x.name, y, x.typ)
	return x
}

// subscript computes a number that is in bounds from the numbers of the loops around.
func (g *generator) subscript(of []number) string {
	from := func() number { return of[g.r.IntN(len(of))] }
	x := from()
	if !g.one(4) {
		t := types[g.r.IntN(len(types))]
		x = g.cast(x, t)
		like := g.cast(from(), t)
		if g.one(4) {
			x.name = g.emit("arith.addi %s, %s : %s", x.name,
				g.emit("arith.constant %d : %s", g.end(t.bits), t.typ), t.typ)
		}
		for range g.r.IntN(4) {
			x = g.step(x, like)
		}
	}
	if g.one(3) { // a remainder of the type in which the number was computed
		k := g.emit("arith.constant %d : %s", elements, x.typ)
		x.name = g.emit("arith.remui %s, %s : %s", x.name, k, x.typ)
	}
	x = g.cast(x, types[4])
	if g.one(3) {
		low := g.emit("arith.maxsi %s, %%c0 : index", x.name)
		return g.emit("arith.minsi %s, %%last : index", low)
	}
	return g.emit("arith.%s : index", g.pick("remui "+x.name+", %elements", "andi "+x.name+", %last"))
}

// guard begins a condition for one of some places.
func (g *generator) guard(of []number) (end string) {
	if !g.one(5) {
		return ""
	}
	p := g.pick("eq", "ne", "slt", "sge", "ult", "uge")
	c := g.emit("arith.cmpi %s, %s, %%c%d : index", p, g.subscript(of), g.r.IntN(5))
	g.line("scf.if %s {", c)
	return "}"
}

// begin writes what programs have in front of their loop.
func (g *generator) begin() {
	g.line("func.func @main(%%A: memref<%dxi32>, %%B: memref<%dxi32>, %%n: index) {", elements, elements)
	g.numbers()
}

// loopOver begins a loop over a variable of any type, of a number of iterations, or up to %n if that is 0. It
// may begin or end near an end of the type.
func (g *generator) loopOver(name string, trips int64) number {
	t := types[2+g.r.IntN(3)]
	if g.one(4) {
		t = types[0]
	}
	if trips == 0 {
		upper := g.cast(number{"%n", "index", 64}, t)
		g.head(name, g.emit("arith.constant 0 : %s", t.typ), upper.name,
			g.emit("arith.constant 1 : %s", t.typ), t)
		return number{name, t.typ, t.bits}
	}
	lower := int64(0)
	if g.one(3) {
		lower = -1 << (t.bits - 1)
		if g.one(2) {
			lower = -(lower + 1) - trips - g.r.Int64N(4)
		}
	}
	bounds := [...]string{g.emit("arith.constant %d : %s", lower, t.typ),
		g.emit("arith.constant %d : %s", lower+trips, t.typ)}
	g.head(name, bounds[0], bounds[1], g.emit("arith.constant 1 : %s", t.typ), t)
	return number{name, t.typ, t.bits}
}

// head writes the first line of a loop.
func (g *generator) head(name, lower, upper, step string, t number) {
	typ := ""
	if t.typ != "index" {
		typ = " : " + t.typ
	}
	g.line("scf.for %s = %s to %s step %s%s {", name, lower, upper, step, typ)
}

// numbers writes the constants.
func (g *generator) numbers() {
	for i := range 5 {
		g.line("%%c%d = arith.constant %d : index", i, i)
	}
	g.line("%%last = arith.constant %d : index\n%%elements = arith.constant %d : index", elements-1, elements)
	g.line("%%x = arith.constant 7 : i32")
}

// Program returns a module with the function @main of two buffers and a number: a loop, up to a constant or
// to the number, that stores and loads elements asynchronously, each in a group, with a wait here and there.
func Program(r *rand.Rand, constant bool) string {
	g := &generator{r: r}
	g.begin()
	trips := int64(0)
	if constant {
		trips = 1 + g.r.Int64N(20)
	}
	ivs := []number{g.loopOver("%i", trips)}
	end := ""
	if g.one(3) {
		ivs, end = append(ivs, g.loopOver("%j", 2+g.r.Int64N(3))), "}"
	}
	for range 2 + g.r.IntN(2) {
		g.access(ivs)
	}
	g.line("%s\n}\npipeline.async_wait_stage 0, 0\nreturn\n}", end)
	return g.b.String()
}

// access adds an access, asynchronous or not, or a wait.
func (g *generator) access(ivs []number) {
	buffer, at := g.pick("%A", "%A", "%B"), g.subscript(ivs)
	what := fmt.Sprintf("memref.store %%x, %s[%s] : memref<%dxi32>", buffer, at, elements)
	if g.one(3) {
		g.names++
		what = fmt.Sprintf("%%l%d = memref.load %s[%s] : memref<%dxi32>", g.names, buffer, at, elements)
	}
	end := g.guard(ivs)
	if g.one(3) {
		g.line("pipeline.async_wait_stage 0, %d", g.r.IntN(3))
		g.line("%s", what)
	} else {
		g.line("pipeline.commit_queue 0 {\npipeline.async_scope {\n%s\n}\n}", what)
	}
	g.line("%s", end)
}
