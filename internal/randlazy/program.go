package randlazy

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// Memory is the type of the only argument of @main. Its first element counts the entries of the log, which
// follow, and Value is the index of the value that the program computes.
const (
	Memory = "memref<64xi32>"
	Value  = 63
)

// mostEntries is the largest number of entries.
const mostEntries = 16

// Program is a program in two forms.
type Program struct {
	// Logged writes its entries into the argument, in the order in which they happen.
	Logged string
	// Paired writes, for an entry and each other entry, an element that these two share: two entries have a
	// hazard there if nothing orders them. The operation that writes it has the attribute Entry.
	Paired string
}

// Entry is the attribute with the number of an entry, from 1 on.
const Entry = "entry"

// handle is a token or a value.
type handle struct{ name, typ string }

const (
	token = "!async.token"
	value = "!async.value<i32>"
)

// scope is what the statements of a block may use.
type scope struct {
	handles []handle // any of them may be of a lazy task
	open    []handle // of eager tasks that nothing has awaited
	ints    []string
}

type generator struct {
	r         *rand.Rand
	branches  bool
	functions []string
	lines     []string
	names     int
	entries   int
	calls     int
	indent    int
}

// Generate returns a random program. Without branches, everything in its text is executed.
func Generate(r *rand.Rand, branches bool) Program {
	g := &generator{r: r, branches: branches}
	s := &scope{ints: []string{"%seven"}}
	g.line("func.func @main(%%m: %s) {", Memory)
	g.indent++
	g.line("%%seven = arith.constant 7 : i32")
	g.clear()
	g.body(s, 3, 9)
	g.close(s)
	g.line("%%at = arith.constant %d : index", Value)
	g.line("memref.store %s, %%m[%%at] : %s", s.ints[len(s.ints)-1], Memory)
	g.line("return")
	g.indent--
	g.line("}")
	text := strings.Join(append(g.functions, g.lines...), "\n")
	return Program{Logged: text + logged, Paired: text + g.paired()}
}

// clear writes zeros into all of the memory.
func (g *generator) clear() {
	g.line("%%zero = arith.constant 0 : i32")
	g.line("%%first = arith.constant 0 : index")
	g.line("%%end = arith.constant %d : index", Value+1)
	g.line("%%step = arith.constant 1 : index")
	g.line("scf.for %%k = %%first to %%end step %%step {")
	g.line("  memref.store %%zero, %%m[%%k] : %s", Memory)
	g.line("}")
}

func (g *generator) line(format string, args ...any) {
	g.lines = append(g.lines, strings.Repeat("  ", g.indent)+fmt.Sprintf(format, args...))
}

func (g *generator) name(prefix string) string {
	g.names++
	return fmt.Sprintf("%%%s%d", prefix, g.names)
}

func (g *generator) oneIn(n int) bool { return g.r.IntN(n) == 0 }

func pick[T any](g *generator, list []T) T { return list[g.r.IntN(len(list))] }

func (g *generator) body(s *scope, depth, most int) {
	for range 1 + g.r.IntN(most) {
		g.statement(s, depth)
	}
}

func (g *generator) statement(s *scope, depth int) {
	switch k := g.r.IntN(24); {
	case k < 5:
		g.log()
	case k < 10 && depth > 0 && g.calls < 12:
		g.call(s, depth-1)
	case k < 12 && depth > 0:
		g.execute(s, depth-1)
	case k < 16 && len(s.handles) > 0:
		g.await(s, pick(g, s.handles))
	case k == 16 && len(s.handles) > 0:
		g.group(s)
	case k == 17 && depth > 0 && g.branches:
		g.branch(s, depth-1)
	case k == 18 && len(s.handles) > 0:
		g.loop(s)
	case k == 20 && len(s.handles) > 1:
		g.choose(s)
	case k == 21 && depth > 0 && g.calls < 12:
		g.returned(s)
	case k == 22 && depth > 0 && g.calls < 12 && len(s.handles) > 0:
		g.carry(s)
	case k == 23 && depth > 1 && len(s.handles) > 0:
		g.both(s, depth-1)
	default:
		x := g.name("x")
		g.line("%s = arith.addi %s, %s : i32", x, pick(g, s.ints), pick(g, s.ints))
		s.ints = append(s.ints, x)
	}
}

func (g *generator) log() {
	if g.entries == mostEntries {
		return
	}
	g.entries++
	g.line("func.call @log%d(%%m) : (%s) -> ()", g.entries, Memory)
}

// close awaits what is open.
func (g *generator) close(s *scope) {
	for _, h := range s.open {
		g.await(s, h)
	}
	s.open = nil
}

func (g *generator) await(s *scope, h handle) {
	if h.typ == token {
		g.line("async.await %s : %s", h.name, token)
		return
	}
	x := g.name("x")
	g.line("%s = async.await %s : %s", x, h.name, value)
	s.ints = append(s.ints, x)
}

// call writes a function that nothing else calls, and its call.
func (g *generator) call(s *scope, depth int) {
	g.calls++
	name, lazy := fmt.Sprintf("@f%d", g.calls), g.r.IntN(3) > 0
	var args []handle
	for range min(g.r.IntN(3), len(s.handles)) {
		if h := pick(g, s.handles); !slices.Contains(args, h) {
			args = append(args, h)
		}
	}
	x := pick(g, s.ints)
	results := [][]handle{{{g.name("v"), value}}, {{g.name("t"), token}},
		{{g.name("t"), token}, {g.name("v"), value}}}[g.r.IntN(3)]
	g.function(name, lazy, args, results, depth)
	operands, types := []string{"%m", x}, []string{Memory, "i32"}
	for _, h := range args {
		operands, types = append(operands, h.name), append(types, h.typ)
	}
	g.line("%s = async.call %s(%s) : (%s) -> (%s)", names(results), name, strings.Join(operands, ", "),
		strings.Join(types, ", "), typesOf(results))
	s.handles = append(s.handles, results...)
	if !lazy {
		s.open = append(s.open, results[0])
	}
}

// function writes an async.func in front of what is written so far.
func (g *generator) function(name string, lazy bool, args, results []handle, depth int) {
	outer, indent := g.lines, g.indent
	g.lines, g.indent = nil, 0
	inner := &scope{ints: []string{"%x"}}
	params := []string{"%m: " + Memory, "%x: i32"}
	for _, h := range args {
		p := handle{g.name("p"), h.typ}
		inner.handles = append(inner.handles, p)
		params = append(params, p.name+": "+p.typ)
	}
	attribute := ""
	if lazy {
		attribute = " attributes {lazy}"
	}
	g.line("async.func private %s(%s) -> (%s)%s {", name, strings.Join(params, ", "), typesOf(results),
		attribute)
	g.indent++
	g.body(inner, depth, 4)
	g.close(inner)
	if results[len(results)-1].typ == value {
		g.line("async.return %s : i32", inner.ints[len(inner.ints)-1])
	} else {
		g.line("async.return")
	}
	g.indent--
	g.line("}")
	g.functions = append(g.functions, g.lines...)
	g.lines, g.indent = outer, indent
}

// execute writes a task with dependencies.
func (g *generator) execute(s *scope, depth int) {
	head := "async.execute"
	inner := &scope{handles: slices.Clone(s.handles), ints: slices.Clone(s.ints)}
	if len(s.handles) > 0 && g.oneIn(2) {
		if h := pick(g, s.handles); h.typ == token {
			head += " [" + h.name + "]"
		} else {
			arg := g.name("a")
			head += fmt.Sprintf(" (%s as %s: %s)", h.name, arg, value)
			inner.ints = append(inner.ints, arg)
		}
	}
	t, v := handle{g.name("t"), token}, handle{g.name("v"), value}
	g.line("%s, %s = %s -> %s {", t.name, v.name, head, value)
	g.indent++
	g.body(inner, depth, 4)
	g.close(inner)
	g.line("async.yield %s : i32", inner.ints[len(inner.ints)-1])
	g.indent--
	g.line("}")
	s.handles = append(s.handles, t, v)
	s.open = append(s.open, t)
}

func (g *generator) group(s *scope) {
	n := 1 + g.r.IntN(3)
	group, size := g.name("g"), g.name("n")
	g.line("%s = arith.constant %d : index", size, n)
	g.line("%s = async.create_group %s : !async.group", group, size)
	for range n {
		h := pick(g, s.handles)
		g.line("%s = async.add_to_group %s, %s : %s", g.name("r"), h.name, group, h.typ)
	}
	if g.oneIn(2) {
		g.log()
	}
	g.line("async.await_all %s", group)
}

// branch writes a condition on a number, which does not depend on the schedule.
func (g *generator) branch(s *scope, depth int) {
	low, two, zero, c := g.name("x"), g.name("c"), g.name("c"), g.name("b")
	g.line("%s = arith.constant 2 : i32", two)
	g.line("%s = arith.constant 0 : i32", zero)
	g.line("%s = arith.remui %s, %s : i32", low, pick(g, s.ints), two)
	g.line("%s = arith.cmpi eq, %s, %s : i32", c, low, zero)
	g.line("scf.if %s {", c)
	for i := range 2 {
		if i == 1 {
			g.line("} else {")
		}
		g.indent++
		inner := &scope{handles: slices.Clone(s.handles), ints: slices.Clone(s.ints)}
		g.body(inner, depth, 3)
		g.close(inner)
		g.indent--
	}
	g.line("}")
}

// loop writes waits for one thing, again and again.
func (g *generator) loop(s *scope) {
	from, to, step, i := g.name("c"), g.name("c"), g.name("c"), g.name("i")
	g.line("%s = arith.constant 0 : index", from)
	trips := 1 + g.r.IntN(2)
	if g.branches {
		trips = g.r.IntN(3)
	}
	g.line("%s = arith.constant %d : index", to, trips)
	g.line("%s = arith.constant 1 : index", step)
	g.line("scf.for %s = %s to %s step %s {", i, from, to, step)
	g.indent++
	inner := &scope{ints: slices.Clone(s.ints)}
	g.await(inner, pick(g, s.handles))
	g.indent--
	g.line("}")
}

// choose writes a condition that selects one of two handles.
func (g *generator) choose(s *scope) {
	a, b := pick(g, s.handles), pick(g, s.handles)
	if a.typ != b.typ {
		return
	}
	if !g.branches {
		b = a // both are executed
	}
	low, two, zero, c := g.name("x"), g.name("c"), g.name("c"), g.name("b")
	g.line("%s = arith.constant 2 : i32", two)
	g.line("%s = arith.constant 0 : i32", zero)
	g.line("%s = arith.remui %s, %s : i32", low, pick(g, s.ints), two)
	g.line("%s = arith.cmpi eq, %s, %s : i32", c, low, zero)
	h := handle{g.name("h"), a.typ}
	g.line("%s = scf.if %s -> (%s) {", h.name, c, h.typ)
	g.line("  scf.yield %s : %s", a.name, a.typ)
	g.line("} else {")
	g.line("  scf.yield %s : %s", b.name, b.typ)
	g.line("}")
	s.handles = append(s.handles, h)
}

// lazyFunction writes a lazy function that logs, and that first awaits its argument if it has one.
func (g *generator) lazyFunction(awaited string) string {
	g.calls++
	name := fmt.Sprintf("@f%d", g.calls)
	outer, indent := g.lines, g.indent
	g.lines, g.indent = nil, 1
	param := ""
	if awaited != "" {
		param = ", %p: " + awaited
	}
	g.lines = append(g.lines,
		fmt.Sprintf("async.func private %s(%%m: %s%s) -> %s attributes {lazy} {", name, Memory, param, token))
	before := g.oneIn(2)
	if before {
		g.log()
	}
	if awaited != "" {
		g.await(&scope{}, handle{"%p", awaited})
	}
	if !before || g.oneIn(3) {
		g.log()
	}
	g.line("async.return")
	g.lines = append(g.lines, "}")
	g.functions = append(g.functions, g.lines...)
	g.lines, g.indent = outer, indent
	return name
}

// returned writes a function that makes a lazy task and returns its token.
func (g *generator) returned(s *scope) {
	lazy := g.lazyFunction("")
	g.functions = append(g.functions,
		fmt.Sprintf("func.func private @make%s(%%m: %s) -> %s {", lazy[1:], Memory, token),
		fmt.Sprintf("  %%t = async.call %s(%%m) : (%s) -> %s", lazy, Memory, token),
		fmt.Sprintf("  return %%t : %s", token), "}")
	h := handle{g.name("t"), token}
	g.line("%s = func.call @make%s(%%m) : (%s) -> %s", h.name, lazy[1:], Memory, token)
	s.handles = append(s.handles, h)
}

// carry writes a loop that carries a token: it makes a lazy task in its last iteration only, and may await
// what it carries, before or behind that.
func (g *generator) carry(s *scope) {
	first := pick(g, s.handles)
	if first.typ != token {
		return
	}
	awaited := ""
	if g.oneIn(2) {
		awaited = token
	}
	lazy := g.lazyFunction(awaited)
	from, to, step, i := g.name("c"), g.name("c"), g.name("c"), g.name("i")
	last, arg, is, next := handle{g.name("t"), token}, g.name("a"), g.name("b"), g.name("t")
	trips := 1 + g.r.IntN(3)
	g.line("%s = arith.constant 0 : index", from)
	g.line("%s = arith.constant %d : index", to, trips)
	g.line("%s = arith.constant 1 : index", step)
	n := g.name("c")
	g.line("%s = arith.constant %d : index", n, trips-1)
	g.line("%s = scf.for %s = %s to %s step %s iter_args(%s = %s) -> (%s) {", last.name, i, from, to, step,
		arg,
		first.name, token)
	g.indent++
	if g.oneIn(3) {
		g.line("async.await %s : %s", arg, token)
	}
	g.line("%s = arith.cmpi eq, %s, %s : index", is, i, n)
	g.line("%s = scf.if %s -> (%s) {", next, is, token)
	operands, types := "%m", Memory
	if awaited != "" {
		operands, types = operands+", "+arg, types+", "+token
	}
	g.line("  %s = async.call %s(%s) : (%s) -> %s", next+"made", lazy, operands, types, token)
	g.line("  scf.yield %s : %s", next+"made", token)
	g.line("} else {")
	g.line("  scf.yield %s : %s", arg, token)
	g.line("}")
	if g.oneIn(3) {
		g.line("async.await %s : %s", pick(g, []string{arg, next}), token)
	}
	g.line("scf.yield %s : %s", next, token)
	g.indent--
	g.line("}")
	s.handles = append(s.handles, last)
}

// both writes two tasks that await the same handle, and may use one again.
func (g *generator) both(s *scope, depth int) {
	h := pick(g, s.handles)
	for range 2 {
		t := handle{g.name("t"), token}
		g.line("%s = async.execute {", t.name)
		g.indent++
		inner := &scope{handles: slices.Clone(s.handles), ints: slices.Clone(s.ints)}
		if g.oneIn(2) {
			g.log()
		}
		g.await(inner, h)
		g.body(inner, depth-1, 2)
		g.close(inner)
		g.line("async.yield")
		g.indent--
		g.line("}")
		s.handles, s.open = append(s.handles, t), append(s.open, t)
		if g.oneIn(2) {
			g.log()
		}
	}
}

func names(list []handle) string {
	parts := make([]string, len(list))
	for i, h := range list {
		parts[i] = h.name
	}
	return strings.Join(parts, ", ")
}

func typesOf(list []handle) string {
	parts := make([]string, len(list))
	for i, h := range list {
		parts[i] = h.typ
	}
	return strings.Join(parts, ", ")
}
