package randsync

import (
	"fmt"
	"strings"
)

// carried returns the type of a token that control flow carries.
func (g *generator) carried() string {
	switch {
	case g.cfg.Copies && g.one(3):
		return copyType
	case g.cfg.Values && g.one(4):
		return valueType
	}
	return tokenType
}

// open returns a type to be carried, of which there is a token in scope.
func (g *generator) open(s *scope) string {
	typ := g.carried()
	if len(s.ofType(typ)) == 0 {
		if typ == valueType {
			typ = tokenType
		}
		g.youngest(s, typ, 1)
	}
	return typ
}

// condition returns the argument, or a comparison of the loop's number.
func (g *generator) condition(s *scope) string {
	if s.iv == "" || g.one(2) {
		return "%c"
	}
	c := g.name("%c")
	g.line("%s = arith.cmpi slt, %s, %%i%d : index", c, s.iv, g.r.IntN(5))
	return c
}

// conditional returns one of two tokens, or none.
func (g *generator) conditional(s *scope) {
	if g.one(3) {
		g.line("scf.if %s {", g.condition(s))
		g.indent++
		g.block(s.inner(), 1+g.r.IntN(3))
		g.end()
		return
	}
	typ := g.open(s)
	c, t := g.condition(s), token{name: g.name("%t"), typ: typ}
	g.line("%s = scf.if %s -> (%s) {", t.name, c, typ)
	for i := range 2 {
		g.indent++
		in := s.inner()
		g.block(in, g.r.IntN(3))
		list := in.ofType(typ)
		g.line("scf.yield %s : %s", list[g.r.IntN(len(list))].name, typ)
		g.indent--
		g.line("%s", []string{"} else {", "}"}[i])
	}
	s.tokens = append(s.tokens, t)
}

// extent returns a number of iterations.
func (g *generator) extent(constants int) string {
	switch g.r.IntN(16) {
	case 0, 1, 2:
		return "%n"
	case 3:
		m := g.name("%m")
		g.line("%s = arith.%s %%n, %%i%d : index", m,
			g.pick("divui", "ceildivsi", "remui", "shrui", "minui", "xori"), 2+g.r.IntN(2))
		return m
	}
	return fmt.Sprintf("%%i%d", g.r.IntN(constants))
}

// loop carries tokens.
func (g *generator) loop(s *scope) {
	n := 1 + g.r.IntN(2)
	in := s.inner()
	in.iv = g.name("%k")
	result, args, inits, types := g.name("%r"), []token{}, []string{}, []string{}
	for range n {
		typ := g.open(s)
		a := token{name: g.name("%a"), typ: typ}
		list := s.ofType(typ)
		args, inits, types = append(args, a), append(inits, a.name+" = "+list[g.r.IntN(len(list))].name),
			append(types, typ)
	}
	in.tokens = s.inner().tokens
	if g.one(2) {
		in.tokens = nil // what is outside is awaited before or after
	}
	in.tokens = append(in.tokens, args...)
	g.line("%s:%d = scf.for %s = %%i0 to %s step %%i1 iter_args(%s) -> (%s) {", result, n, in.iv, g.extent(8),
		strings.Join(inits, ", "), strings.Join(types, ", "))
	g.indent++
	g.block(in, 1+g.r.IntN(4))
	if g.one(2) {
		g.settle(in)
	}
	var out []string
	for _, typ := range types {
		out = append(out, g.youngest(in, typ, 3)) // mostly the youngest
	}
	g.line("scf.yield %s : %s", strings.Join(out, ", "), strings.Join(types, ", "))
	g.end()
	for i, typ := range types {
		s.tokens = append(s.tokens, token{name: fmt.Sprintf("%s#%d", result, i), typ: typ})
	}
}

// while is a loop with a condition, which carries one token and a number.
func (g *generator) while(s *scope) {
	typ := g.open(s)
	init := g.youngest(s, typ, 5)
	result, a, k, c := g.name("%w"), token{name: g.name("%a"), typ: typ}, g.name("%k"), g.name("%c")
	types := typ + ", index"
	g.line("%s:2 = scf.while (%s = %s, %s = %%i0) : (%s) -> (%s) {", result, a.name, init, k, types, types)
	g.indent++
	g.line("%s = arith.cmpi %s, %s, %s : index", c, g.pick("slt", "ult"), k, g.extent(6))
	if g.one(2) {
		g.await(a, s)
	}
	g.line("scf.condition(%s) %s, %s : %s", c, a.name, k, types)
	g.indent--
	in := s.inner()
	in.iv = g.name("%k")
	arg := token{name: g.name("%a"), typ: typ}
	g.line("} do {")
	g.line("^bb0(%s: %s, %s: index):", arg.name, typ, in.iv)
	g.indent++
	if g.one(2) {
		in.tokens = nil
	}
	in.tokens = append(in.tokens, arg)
	g.block(in, 1+g.r.IntN(4))
	out, next := g.youngest(in, typ, 3), g.name("%k")
	g.line("%s = arith.addi %s, %%i%d : index", next, in.iv, 1+g.r.IntN(2))
	g.line("scf.yield %s, %s : %s", out, next, types)
	g.end()
	s.tokens = append(s.tokens, token{name: result + "#0", typ: typ})
}

func (g *generator) pick(list ...string) string { return list[g.r.IntN(len(list))] }

// branches writes blocks: a loop that tests before or behind its body, or two ways that meet.
func (g *generator) branches(s *scope) {
	typ := g.open(s)
	if s.top {
		s.tokens = append(s.tokens, g.blocks(s, typ))
		return
	}
	in := s.inner()
	t := token{name: g.name("%t"), typ: typ}
	g.line("%s = scf.execute_region -> %s {", t.name, typ)
	g.indent++
	out := g.blocks(in, typ)
	g.line("scf.yield %s : %s", out.name, typ)
	g.end()
	s.tokens = append(s.tokens, t)
}

// blocks writes them and returns the token that leaves the last.
func (g *generator) blocks(s *scope, typ string) token {
	switch g.r.IntN(3) {
	case 0:
		return g.diamond(s, typ)
	case 1:
		return g.testLast(s, typ)
	}
	return g.testFirst(s, typ)
}

// label begins a block.
func (g *generator) label(name string, args ...string) {
	g.indent--
	if len(args) > 0 {
		name += "(" + strings.Join(args, ", ") + ")"
	}
	g.line("%s:", name)
	g.indent++
}

func (g *generator) diamond(s *scope, typ string) token {
	left, right, out := g.name("^b"), g.name("^b"), g.name("^b")
	t := token{name: g.name("%a"), typ: typ}
	g.line("cf.cond_br %s, %s, %s", g.condition(s), left, right)
	for _, at := range []string{left, right} {
		g.label(at)
		in := s.inner()
		g.block(in, g.r.IntN(4))
		g.line("cf.br %s(%s : %s)", out, g.youngest(in, typ, 3), typ)
	}
	g.label(out, t.name+": "+typ)
	return t
}

// testFirst is a loop that is left from its head.
func (g *generator) testFirst(s *scope, typ string) token {
	head, body, out := g.name("^b"), g.name("^b"), g.name("^b")
	in, t, c, next := s.inner(), token{name: g.name("%a"), typ: typ}, g.name("%c"), g.name("%k")
	in.iv = g.name("%k")
	g.line("cf.br %s(%%i0, %s : index, %s)", head, g.youngest(s, typ, 3), typ)
	g.label(head, in.iv+": index", t.name+": "+typ)
	in.tokens = append(in.tokens, t)
	if g.one(2) {
		g.wait(in)
	}
	g.line("%s = arith.cmpi %s, %s, %s : index", c, g.pick("slt", "ult"), in.iv, g.extent(6))
	g.line("cf.cond_br %s, %s, %s", c, body, out)
	g.label(body)
	inner := in.inner()
	inner.depth = in.depth
	g.block(inner, 1+g.r.IntN(4))
	last := g.youngest(inner, typ, 3)
	g.line("%s = arith.addi %s, %%i1 : index", next, in.iv)
	g.line("cf.br %s(%s, %s : index, %s)", head, next, last, typ)
	g.label(out)
	return t
}

// testLast is a loop whose body runs at least once.
func (g *generator) testLast(s *scope, typ string) token {
	head, out := g.name("^b"), g.name("^b")
	in, a, t, c, next := s.inner(), token{name: g.name("%a"), typ: typ}, token{name: g.name("%a"), typ: typ},
		g.name("%c"), g.name("%k")
	in.iv = g.name("%k")
	g.line("cf.br %s(%%i0, %s : index, %s)", head, g.youngest(s, typ, 3), typ)
	g.label(head, in.iv+": index", a.name+": "+typ)
	in.tokens = append(in.tokens, a)
	g.block(in, 1+g.r.IntN(4))
	last := g.youngest(in, typ, 3)
	g.line("%s = arith.addi %s, %%i1 : index", next, in.iv)
	g.line("%s = arith.cmpi slt, %s, %s : index", c, next, g.extent(6))
	g.line("cf.cond_br %s, %s(%s, %s : index, %s), %s(%s : %s)", c, head, next, last, typ, out, last, typ)
	g.label(out, t.name+": "+typ)
	return t
}
