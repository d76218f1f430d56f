package randcoro

import (
	"fmt"
	"slices"
	"strings"
)

// carried are values that a loop or a branch hands on.
type carried struct{ names, types []string }

// chooseCarried returns things of the scope to carry: at least a number.
func (g *generator) chooseCarried(s *scope) carried {
	c := carried{[]string{pick(g, s.ints)}, []string{intType}}
	if len(s.tokens) > 0 && g.oneIn(2) {
		c.names, c.types = append(c.names, pick(g, s.tokens)), append(c.types, tokenType)
	}
	if len(s.values) > 0 && g.oneIn(3) {
		c.names, c.types = append(c.names, pick(g, s.values)), append(c.types, valueType)
	}
	return c
}

// like returns things of a scope with the types of c, the youngest more often.
func (g *generator) like(s *scope, c carried) []string {
	names := make([]string, len(c.types))
	for i, typ := range c.types {
		list := map[string][]string{intType: s.ints, tokenType: s.tokens, valueType: s.values}[typ]
		names[i] = list[len(list)-1-g.r.IntN(min(3, len(list)))]
	}
	return names
}

// fresh returns new names for things of these types.
func (g *generator) fresh(c carried) []string {
	names := make([]string, len(c.types))
	for i := range names {
		names[i] = g.name("k")
	}
	return names
}

// addCarried makes carried things usable. Tokens and values among them stand for whatever was started.
func (s *scope) addCarried(names, types []string) {
	for i, name := range names {
		if types[i] == intType {
			s.add(name, intType)
		} else {
			s.started(handle{name, types[i]})
		}
	}
}

// control writes structured control flow around statements.
func (g *generator) control(s *scope, depth int) {
	switch g.r.IntN(5) {
	case 0, 1:
		g.conditional(s, depth)
	case 2:
		g.loop(s, depth)
	case 3:
		g.while(s, depth)
	case 4:
		g.choice(s, depth)
	}
}

// region writes statements, and what hands on things of these types.
func (g *generator) region(s *scope, c carried, depth int, yield string) {
	g.indent++
	g.body(s, depth, 3)
	handed := g.like(s, c)
	g.awaitOpen(s, handed)
	g.yield(yield, handed, c.types)
	g.indent--
}

func (g *generator) conditional(s *scope, depth int) {
	c := g.chooseCarried(s)
	results := g.fresh(c)
	g.line("%s = scf.if %s -> (%s) {", strings.Join(results, ", "), g.condition(s, 2),
		strings.Join(c.types, ", "))
	g.region(s.inner(), c, depth, "scf.yield")
	g.line("} else {")
	g.region(s.inner(), c, depth, "scf.yield")
	g.line("}")
	s.addCarried(results, c.types)
}

func (g *generator) loop(s *scope, depth int) {
	c := g.chooseCarried(s)
	results, args := g.fresh(c), g.fresh(c)
	lo, hi, step := g.constant("index", 0), g.constant("index", g.r.IntN(4)), g.constant("index", 1)
	g.line("%s = scf.for %s = %s to %s step %s iter_args(%s) -> (%s) {", strings.Join(results, ", "),
		g.name("i"), lo, hi, step,
		assignments(args, c.names), strings.Join(c.types, ", "))
	inner := s.inner()
	inner.addCarried(args, c.types)
	g.region(inner, c, depth, "scf.yield")
	g.line("}")
	s.addCarried(results, c.types)
}

func assignments(args, inits []string) string {
	list := make([]string, len(args))
	for i := range args {
		list[i] = args[i] + " = " + inits[i]
	}
	return strings.Join(list, ", ")
}

// while writes a loop that counts, and may await in the part that decides.
func (g *generator) while(s *scope, depth int) {
	c := g.chooseCarried(s)
	c.names[0] = g.constant(intType, 0)
	results, before, after := g.fresh(c), g.fresh(c), g.fresh(c)
	types := strings.Join(c.types, ", ")
	g.line("%s = scf.while (%s) : (%s) -> (%s) {", strings.Join(results, ", "), assignments(before, c.names),
		types, types)
	g.indent++
	first := s.inner()
	first.addCarried(before, c.types)
	if g.oneIn(2) {
		for _, h := range first.open {
			g.await(first, h)
		}
	}
	goesOn := g.name("c")
	g.line("%s = arith.cmpi slt, %s, %s : i32", goesOn, before[0], g.constant(intType, g.r.IntN(4)))
	g.line("scf.condition(%s) %s : %s", goesOn, strings.Join(before, ", "), types)
	g.indent--
	g.line("} do {")
	g.line("^bb0(%s):", parameters(after, c.types))
	inner := s.inner()
	inner.addCarried(after, c.types)
	g.indent++
	g.body(inner, depth, 3)
	handed := g.like(inner, c)
	handed[0] = g.name("x")
	g.line("%s = arith.addi %s, %s : i32", handed[0], after[0], g.constant(intType, 1))
	g.awaitOpen(inner, handed)
	g.yield("scf.yield", handed, c.types)
	g.indent--
	g.line("}")
	s.addCarried(results, c.types)
}

func parameters(names, types []string) string {
	list := make([]string, len(names))
	for i := range names {
		list[i] = names[i] + ": " + types[i]
	}
	return strings.Join(list, ", ")
}

// choice writes a switch.
func (g *generator) choice(s *scope, depth int) {
	c := g.chooseCarried(s)
	results := g.fresh(c)
	low, which := g.name("x"), g.name("i")
	g.line("%s = arith.remui %s, %s : i32", low, pick(g, s.ints), g.constant(intType, 3))
	g.line("%s = arith.index_cast %s : i32 to index", which, low)
	g.line("%s = scf.index_switch %s -> %s", strings.Join(results, ", "), which, strings.Join(c.types, ", "))
	for i := range 2 {
		g.line("case %d {", i)
		g.region(s.inner(), c, depth, "scf.yield")
		g.line("}")
	}
	g.line("default {")
	g.region(s.inner(), c, depth, "scf.yield")
	g.line("}")
	s.addCarried(results, c.types)
}

// branching writes blocks: a diamond, a loop, or an early end. The scope goes on in the last of them.
func (g *generator) branching(s *scope, depth int) {
	switch g.r.IntN(3) {
	case 0:
		g.diamond(s, depth)
	case 1:
		g.cycle(s, depth)
	case 2:
		g.earlyEnd(s)
	}
}

func (g *generator) label() string { return strings.Replace(g.name("b"), "%", "^", 1) }

// to returns a successor with arguments.
func to(label string, names, types []string) string {
	return fmt.Sprintf("%s(%s : %s)", label, strings.Join(names, ", "), strings.Join(types, ", "))
}

// diamond may come to the join with and without a block on the way.
func (g *generator) diamond(s *scope, depth int) {
	c := g.chooseCarried(s)
	args := g.fresh(c)
	side, join := g.label(), g.label()
	g.line("cf.cond_br %s, %s, %s", g.condition(s, 2), side, to(join, c.names, c.types))
	g.line("%s:", side)
	inner := s.inner()
	g.body(inner, depth, 3)
	handed := g.like(inner, c)
	g.awaitOpen(inner, handed)
	g.line("cf.br %s", to(join, handed, c.types))
	g.line("%s(%s):", join, parameters(args, c.types))
	s.addCarried(args, c.types)
}

// cycle is a loop of blocks.
func (g *generator) cycle(s *scope, depth int) {
	c := g.chooseCarried(s)
	c.names[0] = g.constant(intType, 0)
	args := g.fresh(c)
	head, body, end := g.label(), g.label(), g.label()
	limit, one := g.constant(intType, g.r.IntN(4)), g.constant(intType, 1)
	g.line("cf.br %s", to(head, c.names, c.types))
	g.line("%s(%s):", head, parameters(args, c.types))
	goesOn := g.name("c")
	g.line("%s = arith.cmpi slt, %s, %s : i32", goesOn, args[0], limit)
	g.line("cf.cond_br %s, %s, %s", goesOn, body, end)
	g.line("%s:", body)
	inner := s.inner()
	inner.addCarried(args, c.types)
	g.body(inner, depth, 3)
	handed := g.like(inner, c)
	handed[0] = g.name("x")
	g.line("%s = arith.addi %s, %s : i32", handed[0], args[0], one)
	g.awaitOpen(inner, handed)
	g.line("cf.br %s", to(head, handed, c.types))
	g.line("%s:", end)
	s.addCarried(args, c.types)
}

// earlyEnd returns on one side.
func (g *generator) earlyEnd(s *scope) {
	out, on := g.label(), g.label()
	g.line("cf.cond_br %s, %s, %s", g.condition(s, 3), on, out)
	g.line("%s:", out)
	early := s.inner()
	early.open = slices.Clone(s.open)
	s.ends(early)
	g.line("%s:", on)
}
