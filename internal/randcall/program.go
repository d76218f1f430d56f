// Package randcall writes random programs of functions that call each other: with branches, loops, constants,
// memory and recursion, and with calls of functions that only return.
package randcall

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// Program returns a module whose function @main takes eight numbers and a number. It ends in any case.
func Program(r *rand.Rand) string {
	g := &generator{r: r}
	g.line(0, "func.func private @countdown(%%n: i32, %%m: memref<8xi32>) -> i32 {")
	g.text(countdown)
	for i := range 1 + r.IntN(5) {
		g.function(i)
	}
	g.main()
	return g.b.String()
}

// countdown is a function that calls itself as often as the last bits of its argument say.
const countdown = `  %three = arith.constant 3 : i32
  %one = arith.constant 1 : i32
  %zero = arith.constant 0 : i32
  %k = arith.andi %n, %three : i32
  %done = arith.cmpi eq, %k, %zero : i32
  cf.cond_br %done, ^end, ^more
^end:
  return %n : i32
^more:
  %less = arith.subi %k, %one : i32
  %r = call @countdown(%less, %m) : (i32, memref<8xi32>) -> i32
  %s = arith.addi %r, %k : i32
  return %s : i32
}
`

type generator struct {
	r         *rand.Rand
	b         strings.Builder
	functions []string
	names     int
	values    []string // of type i32, that are visible
}

func (g *generator) line(depth int, format string, args ...any) {
	g.text(strings.Repeat("  ", depth) + fmt.Sprintf(format, args...) + "\n")
}

func (g *generator) text(s string) { g.b.WriteString(s) }

// name returns a new name of a value.
func (g *generator) name() string {
	g.names++
	return fmt.Sprintf("%%v%d", g.names)
}

// value returns a value that is visible.
func (g *generator) value() string { return g.values[g.r.IntN(len(g.values))] }

// function writes a function that may call those before it.
func (g *generator) function(i int) {
	name := fmt.Sprintf("f%d", i)
	visibility := []string{"private ", "private ", ""}[g.r.IntN(3)]
	g.values = []string{"%x", "%y"}
	g.line(0, "func.func %s@%s(%%x: i32, %%y: i32, %%m: memref<8xi32>) -> i32 {", visibility, name)
	g.statements(1, 1+g.r.IntN(4))
	if g.r.IntN(2) == 0 {
		g.branches()
	}
	g.line(1, "return %s : i32", g.value())
	g.line(0, "}")
	g.functions = append(g.functions, name)
}

// branches writes two ways that meet again, unless one of them returns.
func (g *generator) branches() {
	visible := g.values
	g.line(1, "cf.cond_br %s, ^a, ^b", g.condition(1))
	for _, label := range []string{"a", "b"} {
		g.values = visible[:len(visible):len(visible)]
		g.line(0, "^%s:", label)
		g.statements(1, 1+g.r.IntN(3))
		if label == "a" && g.r.IntN(2) == 0 {
			g.line(1, "return %s : i32", g.value())
			continue
		}
		g.line(1, "cf.br ^c(%s : i32)", g.value())
	}
	g.line(0, "^c(%%j: i32):")
	g.values = append(visible[:len(visible):len(visible)], "%j")
	g.statements(1, g.r.IntN(3))
}

func (g *generator) statements(depth, n int) {
	for range n {
		g.statement(depth)
	}
}

// condition writes a comparison and returns its result.
func (g *generator) condition(depth int) string {
	v := g.name()
	g.line(depth, "%s = arith.cmpi %s, %s, %s : i32", v, []string{"slt", "eq", "ult"}[g.r.IntN(3)], g.value(),
		g.value())
	return v
}

func (g *generator) statement(depth int) {
	v := g.name()
	switch kind := g.r.IntN(10); {
	case kind < 2:
		g.line(depth, "%s = arith.constant %d : i32", v, g.r.IntN(5)-1)
	case kind < 5:
		op := []string{"addi", "muli", "subi", "andi", "xori", "maxsi"}[g.r.IntN(6)]
		g.line(depth, "%s = arith.%s %s, %s : i32", v, op, g.value(), g.value())
	case kind == 5:
		g.memory(depth, v)
	case kind == 6 && depth < 3:
		g.conditional(depth, v)
	case kind == 7 && depth < 3:
		g.loop(depth, v)
	case kind == 8:
		g.line(depth, "%s = func.call @countdown(%s, %%m) : (i32, memref<8xi32>) -> i32", v, g.value())
	case len(g.functions) > 0:
		f := g.functions[g.r.IntN(len(g.functions))]
		g.line(depth, "%s = func.call @%s(%s, %s, %%m) : (i32, i32, memref<8xi32>) -> i32", v, f, g.value(),
			g.value())
	default:
		return
	}
	g.values = append(g.values, v)
}

// memory writes a store and a load.
func (g *generator) memory(depth int, v string) {
	seven, at, index := g.name(), g.name(), g.name()
	g.line(depth, "%s = arith.constant 7 : i32", seven)
	g.line(depth, "%s = arith.andi %s, %s : i32", at, g.value(), seven)
	g.line(depth, "%s = arith.index_cast %s : i32 to index", index, at)
	g.line(depth, "memref.store %s, %%m[%s] : memref<8xi32>", g.value(), index)
	g.line(depth, "%s = memref.load %%m[%s] : memref<8xi32>", v, index)
}

func (g *generator) conditional(depth int, v string) {
	c, visible := g.condition(depth), g.values
	g.line(depth, "%s = scf.if %s -> i32 {", v, c)
	for i := range 2 {
		if i == 1 {
			g.line(depth, "} else {")
		}
		g.values = visible[:len(visible):len(visible)]
		g.statements(depth+1, 1+g.r.IntN(2))
		g.line(depth+1, "scf.yield %s : i32", g.value())
	}
	g.line(depth, "}")
	g.values = visible
}

func (g *generator) loop(depth int, v string) {
	low, high, step, carried, visible := g.name(), g.name(), g.name(), g.name(), g.values
	g.line(depth, "%s = arith.constant 0 : index", low)
	g.line(depth, "%s = arith.constant %d : index", high, g.r.IntN(4))
	g.line(depth, "%s = arith.constant 1 : index", step)
	g.line(depth, "%s = scf.for %s = %s to %s step %s iter_args(%s = %s) -> i32 {", v, g.name(), low, high,
		step, carried, g.value())
	g.values = append(visible[:len(visible):len(visible)], carried)
	g.statements(depth+1, 1+g.r.IntN(2))
	g.line(depth+1, "scf.yield %s : i32", g.value())
	g.line(depth, "}")
	g.values = visible
}

// main writes the function that calls others and stores what they return.
func (g *generator) main() {
	g.line(0, "func.func @main(%%m: memref<8xi32>, %%x: i32) {")
	g.values = []string{"%x"}
	g.statements(1, 4+g.r.IntN(6))
	for i := range 3 {
		at := g.name()
		g.line(1, "%s = arith.constant %d : index", at, i)
		g.line(1, "memref.store %s, %%m[%s] : memref<8xi32>", g.value(), at)
	}
	g.line(1, "return")
	g.line(0, "}")
}
