package randsequential

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// Program returns a module with the function @main on four buffers of 16 elements and a condition.
func Program(r *rand.Rand) string { return program(&generator{r: r}) }

// Copies is Program with many copies of whole buffers.
func Copies(r *rand.Rand) string { return program(&generator{r: r, copies: true}) }

func program(g *generator) string {
	r := g.r
	g.ints, g.buffers = []string{"%k"}, []string{"%a", "%b", "%c", "%d"}
	g.line("func.func private @twice(%%x: memref<16xi32>, %%y: memref<16xi32>) {")
	g.line("linalg.add ins(%%x, %%x : memref<16xi32>, memref<16xi32>) outs(%%y : memref<16xi32>)")
	g.line("return")
	g.line("}")
	g.line(
		"func.func @main(%%a: memref<16xi32>, %%b: memref<16xi32>, %%c: memref<16xi32>, %%d: " +
			"memref<16xi32>, %%p: i1) {")
	for i := range 16 {
		g.line("%%i%d = arith.constant %d : index", i, i)
	}
	g.line("%%k = arith.constant 7 : i32")
	for range 3 + r.IntN(14) {
		g.statement()
	}
	for _, own := range g.own {
		g.line("memref.dealloc %s : memref<16xi32>", own)
	}
	if r.IntN(3) == 0 {
		g.secondBlock()
	}
	g.line("return")
	g.line("}")
	return g.b.String()
}

type generator struct {
	r                  *rand.Rand
	b                  strings.Builder
	names              int
	ints, buffers, own []string
	copies             bool
	nested             int
}

func (g *generator) line(format string, args ...any) { fmt.Fprintf(&g.b, format+"\n", args...) }

func (g *generator) name() string {
	g.names++
	return fmt.Sprintf("%%v%d", g.names)
}

func (g *generator) buffer() string { return g.buffers[g.r.IntN(len(g.buffers))] }
func (g *generator) int() string    { return g.ints[g.r.IntN(len(g.ints))] }
func (g *generator) index() string  { return fmt.Sprintf("%%i%d", g.r.IntN(16)) }

func (g *generator) statement() {
	if g.copies && g.r.IntN(2) == 0 {
		g.line("memref.copy %s, %s : memref<16xi32> to memref<16xi32>", g.buffer(), g.buffer())
		return
	}
	switch g.r.IntN(16) {
	case 0:
		g.allocate()
	case 1, 2:
		g.line("linalg.fill ins(%s : i32) outs(%s : memref<16xi32>)", g.int(), g.buffer())
	case 3:
		g.line("memref.copy %s, %s : memref<16xi32> to memref<16xi32>", g.buffer(), g.buffer())
	case 4:
		g.part()
	case 5, 6:
		x := g.name()
		g.line("%s = memref.load %s[%s] : memref<16xi32>", x, g.buffer(), g.index())
		g.ints = append(g.ints, x)
	case 7:
		g.line("memref.store %s, %s[%s] : memref<16xi32>", g.int(), g.buffer(), g.index())
	case 8:
		x := g.name()
		g.line("%s = arith.addi %s, %s : i32", x, g.int(), g.int())
		g.ints = append(g.ints, x)
	case 9:
		g.loop()
	case 10:
		g.line("func.call @twice(%s, %s) : (memref<16xi32>, memref<16xi32>) -> ()", g.buffer(), g.buffer())
	case 11, 12:
		if len(g.own) > 0 && g.r.IntN(2) == 0 {
			g.free()
		} else {
			g.allocate()
		}
	case 13, 14:
		g.nest()
	default:
		g.condition()
	}
}

// nest is a loop that carries a number, or a condition, of several statements.
func (g *generator) nest() {
	if g.nested == 2 {
		return
	}
	g.nested++
	x := g.name()
	if g.r.IntN(3) > 0 {
		sum := g.name()
		g.line("%s = scf.for %%at%d = %%i0 to %%i%d step %%i1 iter_args(%s = %s) -> (i32) {", x, g.nested,
			1+g.r.IntN(3), sum, g.int())
		g.inner(sum)
	} else {
		g.line("%s = scf.if %%p -> i32 {", x)
		g.inner()
		g.line("} else {")
		g.inner()
	}
	g.line("}")
	g.nested--
	g.ints = append(g.ints, x)
}

// inner is the body of a nest, with numbers of its own.
func (g *generator) inner(more ...string) {
	ints, buffers, own := g.ints, g.buffers, g.own
	g.ints, g.buffers, g.own = slices.Concat(g.ints, more), slices.Clone(g.buffers), nil
	for range 2 + g.r.IntN(3) {
		g.statement()
	}
	for _, own := range g.own {
		g.line("memref.dealloc %s : memref<16xi32>", own)
	}
	g.line("scf.yield %s : i32", g.int())
	g.ints, g.buffers, g.own = ints, buffers, own
}

// free frees a buffer of the program's own.
func (g *generator) free() {
	i := g.r.IntN(len(g.own))
	g.line("memref.dealloc %s : memref<16xi32>", g.own[i])
	g.buffers = slices.DeleteFunc(g.buffers, func(b string) bool { return b == g.own[i] })
	g.own = slices.Delete(g.own, i, i+1)
}

func (g *generator) allocate() {
	own := g.name()
	g.line("%s = memref.%s() : memref<16xi32>", own, []string{"alloc", "alloca"}[min(1, g.r.IntN(4)/3)])
	if g.copies {
		g.line("memref.copy %s, %s : memref<16xi32> to memref<16xi32>", g.buffer(), own)
	} else {
		g.line("linalg.fill ins(%s : i32) outs(%s : memref<16xi32>)", g.int(), own)
	}
	g.buffers = append(g.buffers, own)
	if strings.Contains(g.b.String(), own+" = memref.alloc()") {
		g.own = append(g.own, own)
	}
}

// part copies between halves of buffers.
func (g *generator) part() {
	x, y := g.name(), g.name()
	at, to := 8*g.r.IntN(2), 8*g.r.IntN(2)
	layout := func(at int) string {
		if at == 0 {
			return "memref<8xi32, strided<[1]>>"
		}
		return "memref<8xi32, strided<[1], offset: 8>>"
	}
	g.line("%s = memref.subview %s[%d] [8] [1] : memref<16xi32> to %s", x, g.buffer(), at, layout(at))
	g.line("%s = memref.subview %s[%d] [8] [1] : memref<16xi32> to %s", y, g.buffer(), to, layout(to))
	if g.r.IntN(2) == 0 {
		g.line("linalg.fill ins(%s : i32) outs(%s : %s)", g.int(), y, layout(to))
		return
	}
	g.line("memref.copy %s, %s : %s to %s", x, y, layout(at), layout(to))
}

func (g *generator) loop() {
	x, sum := g.name(), g.name()
	from := g.r.IntN(10)
	g.line("affine.for %%j = %d to %d {", from, from+1+g.r.IntN(6))
	g.line("%s = affine.load %s[%%j] : memref<16xi32>", x, g.buffer())
	g.line("%s = arith.addi %s, %s : i32", sum, x, g.int())
	g.line("affine.store %s, %s[%%j] : memref<16xi32>", sum, g.buffer())
	g.line("}")
}

// condition is on an argument, or on a number that was computed.
func (g *generator) condition() {
	p := "%p"
	if g.r.IntN(2) == 0 {
		p = g.name()
		g.line("%s = arith.cmpi slt, %s, %s : i32", p, g.int(), g.int())
	}
	x := g.name()
	g.line("%s = scf.if %s -> i32 {", x, p)
	g.line("memref.store %s, %s[%s] : memref<16xi32>", g.int(), g.buffer(), g.index())
	g.line("scf.yield %s : i32", g.int())
	g.line("} else {")
	g.line("scf.yield %s : i32", g.int())
	g.line("}")
	g.ints = append(g.ints, x)
}

// secondBlock ends the block, and goes on in another with values of the first.
func (g *generator) secondBlock() {
	g.line("cf.br ^next(%s : i32)", g.int())
	g.line("^next(%%n: i32):")
	g.line("memref.store %%n, %%a[%s] : memref<16xi32>", g.index())
	g.line("memref.store %s, %%b[%s] : memref<16xi32>", g.int(), g.index())
}
