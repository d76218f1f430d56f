package randcoro

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// Options say what programs may contain.
type Options struct {
	// Errors: assertions that may fail.
	Errors bool
	// Blocking: functions that wait, func.func, and calls of them from tasks.
	Blocking bool
	// GroupedValues: values in groups, which MLIR does not lower.
	GroupedValues bool
	// Lazy: asynchronous functions whose tasks start at the first wait for them.
	Lazy bool
}

const (
	memory    = "memref<64xi32>"
	output    = "memref<128xi32>"
	tokenType = "!async.token"
	valueType = "!async.value<i32>"
	intType   = "i32"
)

// function is one that can be called. All take memory, a number, a token and a value.
type function struct {
	name    string
	results []string // types
	blocks  bool     // a func.func
}

// generator writes one program.
type generator struct {
	r         *rand.Rand
	o         Options
	b         strings.Builder
	indent    int
	names     int
	functions []function
}

// Program returns a module with the function @main.
func Program(r *rand.Rand, o Options) string {
	g := &generator{r: r, o: o, names: 99} // lower numbers are for names that are written out
	g.recursive()
	for range g.r.IntN(4) {
		g.function()
	}
	g.main()
	return g.b.String()
}

func (g *generator) line(format string, args ...any) {
	g.b.WriteString(strings.Repeat("  ", g.indent))
	fmt.Fprintf(&g.b, format, args...)
	g.b.WriteByte('\n')
}

func (g *generator) name(prefix string) string {
	g.names++
	return fmt.Sprintf("%%%s%d", prefix, g.names)
}

func (g *generator) oneIn(n int) bool { return g.r.IntN(n) == 0 }

func pick[T any](g *generator, list []T) T { return list[g.r.IntN(len(list))] }

func plural(typ string, n int) string { return strings.Repeat(", "+typ, n)[min(2, 2*n):] }

// constant writes a constant.
func (g *generator) constant(typ string, v int) string {
	c := g.name("c")
	g.line("%s = arith.constant %d : %s", c, v, typ)
	return c
}

// recursive writes @rec(memory, n), which calls itself twice, in one of several shapes.
func (g *generator) recursive() {
	g.line("async.func @rec(%%m: %s, %%n: i32) -> %s%s {", memory, valueType, g.lazy())
	g.indent++
	g.line("%%one = arith.constant 1 : i32")
	g.line("%%two = arith.constant 2 : i32")
	g.line("%%small = arith.cmpi slt, %%n, %%two : i32")
	if g.oneIn(2) {
		g.line("cf.cond_br %%small, ^small, ^large")
		g.line("^small:")
		g.line("return %%n : i32")
		g.line("^large:")
		g.line("return %s : i32", g.twice())
	} else {
		g.line("%%r = scf.if %%small -> (i32) {")
		g.line("  scf.yield %%n : i32")
		g.line("} else {")
		g.line("  scf.yield %s : i32", g.twice())
		g.line("}")
		g.line("return %%r : i32")
	}
	g.indent--
	g.line("}")
}

// lazy returns the attribute that makes a function lazy, for every other function.
func (g *generator) lazy() string {
	if g.o.Lazy && g.oneIn(2) {
		return " attributes {lazy}"
	}
	return ""
}

// twice writes the recursive calls, and returns their sum.
func (g *generator) twice() string {
	g.line("%%n1 = arith.subi %%n, %%one : i32")
	g.line("%%n2 = arith.subi %%n, %%two : i32")
	g.line("%%v1 = async.call @rec(%%m, %%n1) : (%s, i32) -> %s", memory, valueType)
	if g.oneIn(2) {
		g.line("%%t2, %%v2 = async.execute -> %s {", valueType)
		g.line("  %%v3 = async.call @rec(%%m, %%n2) : (%s, i32) -> %s", memory, valueType)
		g.line("  %%x3 = async.await %%v3 : %s", valueType)
		g.line("  async.yield %%x3 : i32")
		g.line("}")
	} else {
		g.line("%%v2 = async.call @rec(%%m, %%n2) : (%s, i32) -> %s", memory, valueType)
	}
	g.line("%%x1 = async.await %%v1 : %s", valueType)
	g.line("%%x2 = async.await %%v2 : %s", valueType)
	if g.o.Errors {
		g.line("%%limit = arith.constant %d : i32", 3+g.r.IntN(12))
		g.line("%%below = arith.cmpi slt, %%x1, %%limit : i32")
		g.line("cf.assert %%below, \"too much\"")
	}
	g.line("%%sum = arith.addi %%x1, %%x2 : i32")
	return "%sum"
}

// function writes a function that may call those before it.
func (g *generator) function() {
	f := function{name: fmt.Sprintf("f%d", len(g.functions)), blocks: g.o.Blocking && g.oneIn(2)}
	kind, end := "async.func", "return"
	if f.blocks {
		kind, end = "func.func", "func.return"
		f.results = slices.Repeat([]string{intType}, 1+g.r.IntN(2))
	} else {
		if g.oneIn(2) {
			f.results = []string{tokenType}
		}
		for range g.r.IntN(3) {
			f.results = append(f.results, valueType)
		}
		if len(f.results) == 0 {
			f.results = []string{pick(g, []string{tokenType, valueType})}
		}
	}
	lazy := ""
	if !f.blocks {
		lazy = g.lazy()
	}
	g.line("%s @%s(%%m: %s, %%x: i32, %%t: %s, %%v: %s) -> (%s)%s {", kind, f.name, memory, tokenType,
		valueType, strings.Join(f.results, ", "), lazy)
	g.indent++
	s := g.newScope([]string{"%x"}, []string{"%t"}, []string{"%v"})
	s.blocks, s.ends = true, func(s *scope) { g.end(s, end, f) }
	g.body(s, 2, 6)
	g.end(s, end, f)
	g.indent--
	g.line("}")
	g.functions = append(g.functions, f)
}

// end writes the end of a function.
func (g *generator) end(s *scope, end string, f function) {
	g.awaitOpen(s, nil)
	var payloads []string
	for _, typ := range f.results {
		if typ != tokenType {
			payloads = append(payloads, pick(g, s.ints))
		}
	}
	if len(payloads) == 0 {
		g.line("%s", end)
		return
	}
	g.line("%s %s : %s", end, strings.Join(payloads, ", "), plural(intType, len(payloads)))
}

// main writes the function that starts everything, and looks at how it ended.
func (g *generator) main() {
	g.line("func.func @main(%%out: %s) {", output)
	g.indent++
	g.line("%%m = memref.alloc() : %s", memory)
	g.line("%%failed = memref.alloc() : memref<i32>")
	g.line("%%zero = arith.constant 0 : i32")
	g.line("%%c0 = arith.constant 0 : index")
	g.line("%%c1 = arith.constant 1 : index")
	g.line("%%c64 = arith.constant 64 : index")
	g.line("memref.store %%zero, %%failed[] : memref<i32>")
	g.line("scf.for %%i = %%c0 to %%c64 step %%c1 {")
	g.line("  memref.store %%zero, %%m[%%i] : %s", memory)
	g.line("}")
	s := g.newScope([]string{"%zero"}, nil, nil)
	s.host = true
	g.execute(s, 2)
	g.call(s)
	g.body(s, 3, 7)
	g.awaitOpen(s, nil)
	g.line("%%any = memref.load %%failed[] : memref<i32>")
	g.line("%%fine = arith.cmpi eq, %%any, %%zero : i32")
	g.line("memref.store %%any, %%out[%%c64] : %s", output)
	g.line("scf.if %%fine {")
	g.line("  scf.for %%i = %%c0 to %%c64 step %%c1 {")
	g.line("    %%x = memref.load %%m[%%i] : %s", memory)
	g.line("    memref.store %%x, %%out[%%i] : %s", output)
	g.line("  }")
	g.line("}")
	g.line("return")
	g.indent--
	g.line("}")
}
