package randkernel

import (
	"fmt"
	"strings"
)

// carried returns a few values that control flow passes on, with their types.
func (g *generator) carried(s *scope) (values, types []string) {
	for range 1 + g.r.IntN(3) {
		t := g.kind()
		if g.one(5) {
			t = "i1"
		}
		values, types = append(values, g.some(s, t)), append(types, t)
	}
	return values, types
}

// results names the results of an operation, and adds them to a scope behind it.
func (g *generator) results(types []string) (list string, add func(s *scope)) {
	var names []string
	for range types {
		names = append(names, g.name())
	}
	return strings.Join(names, ", "), func(s *scope) {
		for i, v := range names {
			s.add(types[i], v)
		}
	}
}

// yield ends a region with values of types.
func (g *generator) yield(s *scope, types []string) {
	var list []string
	for _, t := range types {
		list = append(list, g.some(s, t))
	}
	g.line("scf.yield %s : %s", strings.Join(list, ", "), strings.Join(types, ", "))
}

func (g *generator) steps(s *scope, n int) {
	for range n {
		g.step(s)
	}
}

// choice is a condition that threads decide each for itself, or one of several cases.
func (g *generator) choice(s *scope) {
	_, types := g.carried(s)
	names, add := g.results(types)
	if g.one(3) {
		at := g.name()
		g.line("%s = arith.andi %s, %%c3 : index", at, g.some(s, "index"))
		g.line("%s = scf.index_switch %s -> %s", names, at, strings.Join(types, ", "))
		for _, c := range []string{"case 0", "case 2", "default"} {
			g.line("%s {", c)
			in := s.inner(false)
			g.steps(in, 1+g.r.IntN(2))
			g.yield(in, types)
			g.line("}")
		}
		add(s)
		return
	}
	c := g.some(s, "i1")
	g.line("%s = scf.if %s -> (%s) {", names, c, strings.Join(types, ", "))
	for i := range 2 {
		in := s.inner(false)
		g.steps(in, 1+g.r.IntN(3))
		g.yield(in, types)
		if i == 0 {
			g.line("} else {")
		}
	}
	g.line("}")
	add(s)
}

// repeat is a loop, of a number of iterations that is the same for all threads or not, or one that ends on a
// condition.
func (g *generator) repeat(s *scope) {
	values, types := g.carried(s)
	names, add := g.results(types)
	upper, uniform := pick(g, "%c3", "%n", "%c4", "%c1"), true
	if g.one(3) {
		v := g.some(s, "index")
		upper, uniform = g.name(), false
		g.line("%s = arith.andi %s, %%c3 : index", upper, v)
	}
	if g.one(4) {
		g.while(s, upper, names, values, types)
		add(s)
		return
	}
	in := s.inner(uniform)
	k := g.name()
	in.add("index", k)
	var args []string
	for i, v := range values {
		a := g.name()
		in.add(types[i], a)
		args = append(args, a+" = "+v)
	}
	g.line("%s = scf.for %s = %%c0 to %s step %%c1 iter_args(%s) -> (%s) {", names, k, upper,
		strings.Join(args, ", "), strings.Join(types, ", "))
	g.steps(in, 1+g.r.IntN(4))
	g.yield(in, types)
	g.line("}")
	add(s)
}

// while is a loop that counts in a value that it carries.
func (g *generator) while(s *scope, upper, names string, values, types []string) {
	in := s.inner(false)
	k, next, c, count := g.name(), g.name(), g.name(), g.name()
	var before, after, args []string
	for i, v := range values {
		a, b := g.name(), g.name()
		before, after, args = append(before, a), append(after, b), append(args, a+" = "+v)
		in.add(types[i], b)
	}
	list := strings.Join(types, ", ")
	g.line("%s, %s = scf.while (%s = %%c0, %s) : (index, %s) -> (index, %s) {", count, names, k,
		strings.Join(args, ", "), list, list)
	g.line("%s = arith.cmpi ult, %s, %s : index", c, k, upper)
	g.line("scf.condition(%s) %s, %s : index, %s\n} do {", c, k, strings.Join(before, ", "), list)
	inner := g.name()
	var heads []string
	for i, b := range after {
		heads = append(heads, fmt.Sprintf("%s: %s", b, types[i]))
	}
	g.line("^bb0(%s: index, %s):", inner, strings.Join(heads, ", "))
	in.add("index", inner)
	g.steps(in, 1+g.r.IntN(2))
	g.line("%s = arith.addi %s, %%c1 : index", next, inner)
	var out []string
	for _, t := range types {
		out = append(out, g.some(in, t))
	}
	g.line("scf.yield %s, %s : index, %s\n}", next, strings.Join(out, ", "), list)
}
