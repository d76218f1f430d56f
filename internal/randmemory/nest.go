package randmemory

import (
	"fmt"
	"strings"
)

// loops opens a loop for each dimension of a buffer and returns the induction variables.
func (g *generator) loops(x *buffer) []string {
	ivs := make([]string, len(x.shape))
	for i := range x.shape {
		d := g.value("arith.constant %d : index", i)
		n := g.value("memref.dim %s, %s : %s", x.name, d, x.typ())
		ivs[i] = g.name()
		g.line("scf.for %s = %%k0 to %s step %%k1 {", ivs[i], n)
	}
	return ivs
}

func (g *generator) close(n int) {
	for range n {
		g.line("}")
	}
}

// fill writes every element of a buffer.
func (g *generator) fill(x buffer) {
	ivs := g.loops(&x)
	v := "%flag"
	for i, iv := range ivs {
		n := g.value("arith.index_cast %s : index to i32", iv)
		k := g.value("arith.constant %d : i32", 3+7*i)
		p := g.value("arith.muli %s, %s : i32", n, k)
		v = g.value("arith.addi %s, %s : i32", v, p)
	}
	g.line("memref.store %s, %s[%s] : %s", g.toElement(v, x.elem), x.name, strings.Join(ivs, ", "), x.typ())
	g.close(len(ivs))
}

// nest is a loop with accesses, and loops and conditions in it.
func (g *generator) nest(depth int) {
	numbers := len(g.numbers)
	iv := g.name()
	lo, step, count := g.r.Int64N(4)-1, 1+g.r.Int64N(3), g.r.Int64N(4)
	from := g.value("arith.constant %d : index", lo)
	to := g.value("arith.constant %d : index", lo+step*count)
	by := fmt.Sprintf("%%k%d", step)
	if g.chance(3) {
		lo, step, count = 0, 1, Arguments[0]
		from, to, by = "%k0", "%n", "%k1"
	} else if g.chance(3) {
		lo, step, count = 0, Arguments[1], 2
		from, to, by = "%k0", g.value("arith.addi %%m, %%m : index"), "%m"
	}
	g.line("scf.for %s = %s to %s step %s {", iv, from, to, by)
	g.numbers = append(g.numbers, number{iv, lo, lo + step*max(count-1, 0)})
	for range 1 + g.r.IntN(3) {
		g.access()
	}
	if depth > 1 {
		g.nest(depth - 1)
	}
	if g.chance(3) {
		g.line("scf.if %%odd {")
		inner := len(g.numbers)
		g.access()
		g.numbers = g.numbers[:inner]
		g.line("}")
	}
	g.access()
	g.numbers = g.numbers[:numbers]
	g.line("}")
}

// access reads an element of one buffer and changes one of another, or the neighbours of both.
func (g *generator) access() {
	x, y := g.any(), g.any()
	e := g.value("memref.load %s[%s] : %s", x.name, g.inside(x), x.typ())
	n := g.fromElement(e, x.elem)
	if y.constant {
		return
	}
	at := g.inside(y)
	if y.elem == "i32" && g.chance(4) {
		g.value("memref.atomic_rmw %s %s, %s[%s] : (i32, %s) -> i32",
			pick(g, []string{"addi", "maxs", "assign", "xori"}), n, y.name, at, y.typ())
		return
	}
	old := g.fromElement(g.value("memref.load %s[%s] : %s", y.name, at, y.typ()), y.elem)
	sum := g.value("arith.addi %s, %s : i32", old, n)
	g.line("memref.store %s, %s[%s] : %s", g.toElement(sum, y.elem), y.name, at, y.typ())
}

// inside returns subscripts of an element of a buffer.
func (g *generator) inside(x buffer) string {
	list := make([]string, len(x.shape))
	for i, n := range x.shape {
		list[i] = g.subscript(n)
	}
	return strings.Join(list, ", ")
}

// subscript returns a number from 0 to n-1: a sum of numbers that is moved there, or its remainder.
func (g *generator) subscript(n int64) string {
	x := g.sum(g.r.IntN(3))
	if x.hi-x.lo >= n || g.chance(8) {
		c := g.value("arith.constant %d : index", n)
		y := g.value("arith.remui %s, %s : index", x.name, c) // a negative number is a large one
		return y
	}
	shift := g.r.Int64N(n-(x.hi-x.lo)) - x.lo
	if shift == 0 {
		return x.name
	}
	return g.value("arith.addi %s, %s : index", x.name, g.value("arith.constant %d : index", shift))
}

// sum returns a linear form of the numbers in scope, or a product of two of them.
func (g *generator) sum(depth int) number {
	x := pick(g, g.numbers)
	if depth == 0 {
		return x
	}
	y := g.sum(depth - 1)
	switch g.r.IntN(4) {
	case 0:
		return number{g.value("arith.addi %s, %s : index", x.name, y.name), x.lo + y.lo, x.hi + y.hi}
	case 1:
		return number{g.value("arith.subi %s, %s : index", x.name, y.name), x.lo - y.hi, x.hi - y.lo}
	case 2:
		k := 1 + g.r.Int64N(3)
		return number{g.value("arith.muli %s, %%k%d : index", x.name, k), k * x.lo, k * x.hi}
	}
	p := []int64{x.lo * y.lo, x.lo * y.hi, x.hi * y.lo, x.hi * y.hi}
	return number{g.value("arith.muli %s, %s : index", x.name, y.name), min(p[0], p[1], p[2], p[3]),
		max(p[0], p[1], p[2], p[3])}
}
