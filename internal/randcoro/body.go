package randcoro

import (
	"fmt"
	"slices"
	"strings"
)

// scope is what the statements of a block may use.
type scope struct {
	ints, tokens, values []string
	open                 []handle // what has to be awaited, or handed on
	host                 bool     // @main: waits do not fail
	blocks               bool     // whether it may branch
	ends                 func(*scope)
}

// handle is a token or a value that stands for something started.
type handle struct{ name, typ string }

func (g *generator) newScope(ints, tokens, values []string) *scope {
	return &scope{ints: append(ints, g.constant(intType, 1+g.r.IntN(9))), tokens: tokens, values: values}
}

// inner returns a scope within s.
func (s *scope) inner() *scope {
	return &scope{ints: slices.Clone(s.ints), tokens: slices.Clone(s.tokens), values: slices.Clone(s.values),
		host: s.host}
}

// add makes what was defined usable.
func (s *scope) add(name, typ string) {
	switch typ {
	case tokenType:
		s.tokens = append(s.tokens, name)
	case valueType:
		s.values = append(s.values, name)
	default:
		s.ints = append(s.ints, name)
	}
}

// started makes a token or value usable that has to be awaited.
func (s *scope) started(h handle) {
	s.add(h.name, h.typ)
	s.open = append(s.open, h)
}

func (g *generator) body(s *scope, depth, statements int) {
	for range 1 + g.r.IntN(statements) {
		g.statement(s, depth)
	}
}

func (g *generator) statement(s *scope, depth int) {
	switch k := g.r.IntN(20); {
	case k < 5:
		g.execute(s, depth)
	case k < 8:
		g.call(s)
	case k < 11 && len(s.open) > 0:
		i := g.r.IntN(len(s.open))
		g.await(s, s.open[i])
		if g.oneIn(2) {
			s.open = slices.Delete(s.open, i, i+1)
		}
	case k == 11:
		s.ints = append(s.ints, g.number(s))
	case k == 12:
		g.store(s)
	case k == 13 && !s.host && g.o.Errors:
		g.line("cf.assert %s, \"chance\"", g.condition(s, 6))
	case k == 14:
		g.group(s)
	case depth > 0 && s.blocks && g.oneIn(2):
		g.branching(s, depth-1)
	case depth > 0:
		g.control(s, depth-1)
	}
}

// number writes arithmetic.
func (g *generator) number(s *scope) string {
	x := g.name("x")
	g.line("%s = arith.%s %s, %s : i32", x, pick(g, []string{"addi", "subi", "xori"}), pick(g, s.ints),
		pick(g, s.ints))
	return x
}

// condition writes a condition that is true about n-1 times of n.
func (g *generator) condition(s *scope, n int) string {
	low, is := g.name("x"), g.name("c")
	g.line("%s = arith.remui %s, %s : i32", low, pick(g, s.ints), g.constant(intType, n))
	g.line("%s = arith.cmpi ne, %s, %s : i32", is, low, g.constant(intType, g.r.IntN(n)))
	return is
}

// store adds to memory. The order of additions does not show.
func (g *generator) store(s *scope) {
	if s.host {
		return
	}
	at := g.constant("index", g.r.IntN(64))
	g.line("%s = memref.atomic_rmw addi %s, %%m[%s] : (i32, %s) -> i32", g.name("old"), pick(g, s.ints), at,
		memory)
}

// execute writes a task.
func (g *generator) execute(s *scope, depth int) {
	var deps, args []string
	inner := s.inner()
	inner.host = false
	for range g.r.IntN(3) {
		if len(s.tokens) > 0 {
			deps = append(deps, pick(g, s.tokens))
		}
		if len(s.values) > 0 && g.oneIn(2) {
			arg := g.name("arg")
			args = append(args, fmt.Sprintf("%s as %s: %s", pick(g, s.values), arg, valueType))
			inner.ints = append(inner.ints, arg)
		}
	}
	head := "async.execute"
	if len(deps) > 0 {
		head += " [" + strings.Join(deps, ", ") + "]"
	}
	if len(args) > 0 {
		head += " (" + strings.Join(args, ", ") + ")"
	}
	token, n := g.name("t"), g.r.IntN(3)
	results := []string{token}
	for range n {
		results = append(results, g.name("v"))
	}
	if n > 0 {
		head += " -> (" + plural(valueType, n) + ")"
	}
	g.line("%s = %s {", strings.Join(results, ", "), head)
	g.indent++
	if depth > 0 {
		g.body(inner, depth-1, 4)
	}
	g.store(inner)
	g.awaitOpen(inner, nil)
	g.yield("async.yield", g.some(inner, n), slices.Repeat([]string{intType}, n))
	g.indent--
	g.line("}")
	s.started(handle{token, tokenType})
	for _, v := range results[1:] {
		s.add(v, valueType)
	}
}

func (g *generator) some(s *scope, n int) (ints []string) {
	for range n {
		ints = append(ints, pick(g, s.ints))
	}
	return ints
}

func (g *generator) yield(op string, values, types []string) {
	if len(values) == 0 {
		g.line("%s", op)
		return
	}
	g.line("%s %s : %s", op, strings.Join(values, ", "), strings.Join(types, ", "))
}

// call writes a call of a function, or of the recursive one.
func (g *generator) call(s *scope) {
	if len(g.functions) == 0 || g.oneIn(3) || len(s.tokens) == 0 || len(s.values) == 0 {
		v, n := g.name("v"), g.constant(intType, g.r.IntN(7))
		g.line("%s = async.call @rec(%%m, %s) : (%s, i32) -> %s", v, n, memory, valueType)
		s.started(handle{v, valueType})
		return
	}
	f := pick(g, g.functions)
	if f.blocks && s.host {
		return // an assertion in it would stop the program
	}
	results := make([]string, len(f.results))
	for i := range results {
		results[i] = g.name("r")
	}
	dialect := "async"
	if f.blocks {
		dialect = "func"
	}
	g.line("%s = %s.call @%s(%%m, %s, %s, %s) : (%s, i32, %s, %s) -> (%s)", strings.Join(results, ", "),
		dialect, f.name,
		pick(g, s.ints), pick(g, s.tokens), pick(g, s.values), memory, tokenType, valueType,
		strings.Join(f.results, ", "))
	for i, r := range results {
		if i == 0 && !f.blocks {
			s.started(handle{r, f.results[0]})
		} else {
			s.add(r, f.results[i])
		}
	}
}

// await writes a wait. @main notes errors.
func (g *generator) await(s *scope, h handle) {
	switch {
	case s.host:
		g.awaitOnHost(h)
	case h.typ == tokenType:
		g.line("async.await %s : %s", h.name, h.typ)
	default:
		x := g.name("x")
		g.line("%s = async.await %s : %s", x, h.name, h.typ)
		s.ints = append(s.ints, x)
	}
}

func (g *generator) awaitOnHost(h handle) {
	error := g.name("e")
	g.line("async.runtime.await %s : %s", h.name, h.typ)
	g.line("%s = async.runtime.is_error %s : %s", error, h.name, h.typ)
	g.line("scf.if %s {", error)
	g.indent++
	old, next := g.name("x"), g.name("x")
	g.line("%s = memref.load %%failed[] : memref<i32>", old)
	g.line("%s = arith.ori %s, %s : i32", next, old, g.constant(intType, 1<<g.r.IntN(31)))
	g.line("memref.store %s, %%failed[] : memref<i32>", next)
	g.indent--
	if h.typ == valueType {
		g.line("} else {")
		g.line("  %s = async.runtime.load %s : <i32>", old, h.name)
		g.line("  %sat = arith.constant %d : index", old, 65+g.r.IntN(63))
		g.line("  memref.store %s, %%out[%sat] : %s", old, old, output)
	}
	g.line("}")
}

// awaitOpen awaits what is open, but for what is handed on.
func (g *generator) awaitOpen(s *scope, handedOn []string) {
	for _, h := range s.open {
		if !slices.Contains(handedOn, h.name) {
			g.await(s, h)
		}
	}
	s.open = nil
}

// group waits for some tokens, or values, together. On the host, it starts a task that does.
func (g *generator) group(s *scope) {
	if len(s.tokens) == 0 {
		return
	}
	n := 1 + g.r.IntN(3)
	group := g.name("g")
	g.line("%s = async.create_group %s : !async.group", group, g.constant("index", n))
	for range n {
		member, typ := pick(g, s.tokens), tokenType
		if g.o.GroupedValues && len(s.values) > 0 && g.oneIn(2) {
			member, typ = pick(g, s.values), valueType
		}
		g.line("%s = async.add_to_group %s, %s : %s", g.name("rank"), member, group, typ)
	}
	if !s.host {
		g.line("async.await_all %s", group)
		return
	}
	t := g.name("t")
	g.line("%s = async.execute {", t)
	g.line("  async.await_all %s", group)
	g.line("  async.yield")
	g.line("}")
	s.started(handle{t, tokenType})
}
