package randkernel

import (
	"fmt"
	"strings"
)

func isFloat(t string) bool { return strings.Contains(t, "f") }

// elementOf returns the type of the elements of a vector, or a type itself.
func elementOf(t string) string {
	return strings.TrimSuffix(t[strings.LastIndexByte(t, 'x')+1:], ">")
}

// width returns the bits of a type of numbers.
func width(t string) int {
	var n int
	_, _ = fmt.Sscanf(strings.TrimLeft(t, "bfi"), "%d", &n)
	return n
}

// like returns a type with other elements.
func like(t, elem string) string {
	if at := strings.LastIndexByte(t, 'x'); strings.HasPrefix(t, "vector") {
		return t[:at+1] + elem + ">"
	}
	return elem
}

// some returns a value of a type, which is made if there is none.
func (g *generator) some(s *scope, t string) string {
	if list := s.values[t]; len(list) > 0 && !g.one(12) {
		return list[len(list)-1-min(g.r.IntN(len(list)), g.r.IntN(len(list)))]
	}
	switch {
	case t == "index":
		return pick(g, "%tx", "%id", "%n")
	case strings.HasPrefix(t, "vector"):
		return g.result(s, t, "vector.broadcast %s : %s to %s", g.some(s, elementOf(t)), elementOf(t), t)
	case t == "i1":
		return g.result(s, t, "arith.cmpi %s, %s, %s : index", pick(g, "ult", "eq", "sge"),
			g.some(s, "index"), pick(g, "%c1", "%c3", "%c7"))
	case isFloat(t):
		return g.result(s, t, "arith.constant %.3f : %s", float64(g.r.IntN(65)-32)/8, t)
	}
	return g.result(s, t, "arith.constant %d : %s", g.r.IntN(256)-128, t)
}

// kind returns a type of numbers of the kernel, or a vector of such.
func (g *generator) kind() string {
	t := pick(g, g.types...)
	if g.one(3) {
		return fmt.Sprintf("vector<%dx%s>", pick(g, 2, 4, 4, 3), t)
	}
	return t
}

// compute writes arithmetic on numbers or vectors of them.
func (g *generator) compute(s *scope) {
	t := g.kind()
	if g.one(6) {
		t = "index"
	}
	switch {
	case g.one(4):
		g.decide(s, t)
	case isFloat(t):
		g.float(s, t)
	default:
		g.integer(s, t)
	}
}

func (g *generator) float(s *scope, t string) {
	a, b := g.some(s, t), g.some(s, t)
	switch g.r.IntN(6) {
	case 0:
		g.result(s, t, "arith.negf %s : %s", a, t)
	case 1:
		g.result(s, t, "math.%s %s : %s", pick(g, "absf", "floor", "ceil", "trunc"), a, t)
	case 2:
		g.result(s, t, "math.fma %s, %s, %s : %s", a, b, g.some(s, t), t)
	default:
		g.result(s, t, "arith.%s %s, %s : %s", pick(g, "addf", "subf", "mulf", "maximumf", "minnumf"), a, b,
			t)
	}
}

func (g *generator) integer(s *scope, t string) {
	a, b := g.some(s, t), g.some(s, t)
	switch g.r.IntN(5) {
	case 0: // division by a number that is odd and positive
		one, b1, top := g.splat(s, t, "1"), g.name(), g.name()
		g.line("%s = arith.shrui %s, %s : %s\n%s = arith.ori %s, %s : %s", top, b, one, t, b1, top, one, t)
		g.result(s, t, "arith.%s %s, %s : %s", pick(g, "divsi", "divui", "remsi", "remui"), a, b1, t)
	case 1:
		most := "7"
		if t != "index" {
			most = fmt.Sprint(width(elementOf(t)) - 1)
		}
		by := g.name()
		g.line("%s = arith.andi %s, %s : %s", by, b, g.splat(s, t, most), t)
		g.result(s, t, "arith.%s %s, %s : %s", pick(g, "shli", "shrui", "shrsi"), a, by, t)
	default:
		g.result(s, t, "arith.%s %s, %s : %s",
			pick(g, "addi", "subi", "muli", "andi", "ori", "xori", "maxsi", "minui"), a, b, t)
	}
}

// splat returns a constant.
func (g *generator) splat(s *scope, t, n string) string {
	if strings.HasPrefix(t, "vector") {
		n = "dense<" + n + ">"
	}
	return g.result(s, t, "arith.constant %s : %s", n, t)
}

// decide writes a comparison and a selection.
func (g *generator) decide(s *scope, t string) {
	c := like(t, "i1")
	a, b := g.some(s, t), g.some(s, t)
	if isFloat(t) {
		g.result(s, c, "arith.cmpf %s, %s, %s : %s", pick(g, "oeq", "olt", "uge", "une"), a, b, t)
	} else {
		g.result(s, c, "arith.cmpi %s, %s, %s : %s", pick(g, "eq", "ne", "slt", "uge"), a, b, t)
	}
	if g.one(3) {
		g.result(s, c, "arith.%s %s, %s : %s", pick(g, "andi", "xori", "ori"), g.some(s, c), g.some(s, c), c)
	}
	cond := g.some(s, c)
	if c != "i1" {
		cond += ", " + a + ", " + b + " : " + c + ", "
		g.result(s, t, "arith.select %s%s", cond, t)
		return
	}
	g.result(s, t, "arith.select %s, %s, %s : %s", cond, a, b, t)
}

// vector takes vectors apart and puts them together.
func (g *generator) vector(s *scope) {
	e, n := pick(g, g.types...), pick(g, 2, 4, 4)
	t := fmt.Sprintf("vector<%dx%s>", n, e)
	switch g.r.IntN(7) {
	case 0:
		g.result(s, e, "vector.extract %s[%d] : %s from %s", g.some(s, t), g.r.IntN(n), e, t)
	case 1:
		at := g.some(s, "index")
		in := g.name()
		g.line("%s = arith.andi %s, %%c%d : index", in, at, n-1)
		g.result(s, e, "vector.extract %s[%s] : %s from %s", g.some(s, t), in, e, t)
	case 2:
		g.result(s, t, "vector.insert %s, %s[%d] : %s into %s", g.some(s, e), g.some(s, t), g.r.IntN(n), e, t)
	case 3:
		var list []string
		for range n {
			list = append(list, g.some(s, e))
		}
		g.result(s, t, "vector.from_elements %s : %s", strings.Join(list, ", "), t)
	case 4:
		var mask []string
		m := pick(g, 2, 4)
		for range m {
			mask = append(mask, fmt.Sprint(g.r.IntN(2*n)))
		}
		to := fmt.Sprintf("vector<%dx%s>", m, e)
		g.result(s, to, "vector.shuffle %s, %s [%s] : %s, %s", g.some(s, t), g.some(s, t),
			strings.Join(mask, ", "), t, t)
	case 5:
		g.result(s, e, "vector.reduction <%s>, %s : %s into %s",
			map[bool]string{true: "maximumf", false: pick(g, "add", "xor", "minsi", "maxui")}[isFloat(e)],
			g.some(s, t), t, e)
	default:
		g.result(s, t, "vector.broadcast %s : %s to %s", g.some(s, e), e, t)
	}
}

// convert makes a number of one type another of another type.
func (g *generator) convert(s *scope) {
	from, to := g.kind(), pick(g, g.types...)
	v := g.some(s, from)
	e := elementOf(from)
	t := like(from, to)
	w, x := width(e), width(to)
	switch {
	case e == to:
		if !isFloat(e) && t == e {
			i := g.result(s, "index", "arith.%s %s : %s to index", pick(g, "index_cast", "index_castui"), v,
				e)
			g.result(s, e, "arith.index_cast %s : index to %s", i, e)
		}
	case isFloat(e) && isFloat(to) && x > w:
		g.result(s, t, "arith.extf %s : %s to %s", v, from, t)
	case isFloat(e) && isFloat(to) && x < w:
		g.result(s, t, "arith.truncf %s : %s to %s", v, from, t)
	case isFloat(e) && isFloat(to):
	// what is no number compares differently: look only at those that are
	case isFloat(to) && x == w && g.one(3):
		bits := g.name()
		g.line("%s = arith.bitcast %s : %s to %s", bits, v, from, t)
		c := g.result(s, like(from, "i1"), "arith.cmpf ord, %s, %s : %s", bits, bits, t)
		if like(from, "i1") == "i1" {
			g.result(s, t, "arith.select %s, %s, %s : %s", c, bits, g.some(s, t), t)
		} else {
			g.result(s, t, "arith.select %s, %s, %s : %s, %s", c, bits, g.some(s, t), like(from, "i1"), t)
		}
	case isFloat(to):
		g.result(s, t, "arith.%s %s : %s to %s", pick(g, "sitofp", "uitofp"), v, from, t)
	case isFloat(e): // numbers that fit
		lo, hi, least, most := g.splat(s, from, "-100.0"), g.splat(s, from, "100.0"), g.name(), g.name()
		g.line("%s = arith.maxnumf %s, %s : %s\n%s = arith.minnumf %s, %s : %s", least, v, lo, from, most,
			least, hi, from)
		g.result(s, t, "arith.fptosi %s : %s to %s", most, from, t)
	case x > w:
		g.result(s, t, "arith.%s %s : %s to %s", pick(g, "extsi", "extui"), v, from, t)
	case x < w:
		g.result(s, t, "arith.trunci %s : %s to %s", v, from, t)
	}
}
