package randaccess

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
)

// generator writes random programs whose subscripts are in bounds or nearly so.
type generator struct {
	b       strings.Builder
	r       *rand.Rand
	next    int
	args    []int64 // of @main, those that are no memory
	affines []string
}

// visible is what a statement may use.
type visible struct {
	ints []string
	mems []memory
	ivs  []string // of loops of affine
	task bool     // whether the statement is in a task
}

// memory is a memref of i32.
type memory struct {
	name  string
	shape []int // -1 for one that is not known
}

func (m memory) typ() string { return shaped("memref", m.shape) }

func shaped(kind string, shape []int) string {
	t := kind + "<"
	for _, n := range shape {
		if n < 0 {
			t += "?x"
		} else {
			t += fmt.Sprintf("%dx", n)
		}
	}
	return t + "i32>"
}

func (g *generator) line(format string, args ...any) { fmt.Fprintf(&g.b, format+"\n", args...) }
func (g *generator) one(of int) bool                 { return g.r.IntN(of) == 0 }

func (g *generator) name(prefix string) string {
	g.next++
	return fmt.Sprintf("%%%s%d", prefix, g.next)
}

func pick[T any](g *generator, list []T) T { return list[g.r.IntN(len(list))] }

// numbers are bounds, extents and distances: mostly of the size of memory, sometimes at the ends of the
// range.
var numbers = []int64{0, 1, 1, 2, 3, 4, 4, 5, 5, 6, 6, 7, -1, -2}

var extremes = []int64{math.MaxInt64, math.MinInt64, 1 << 62, -1 << 62, 1 << 32, 1<<31 - 1, math.MaxInt64 - 1}

func (g *generator) number() int64 {
	if g.one(40) {
		return pick(g, extremes)
	}
	return pick(g, numbers)
}

// Program returns the text of a module with a function @main of four memrefs of i32, whose dynamic extents
// are expected to be 5 in the first dimension and 4 in the second, and three numbers, which it returns as
// well.
func Program(r *rand.Rand) (text string, args []int64) {
	g := &generator{r: r}
	s := visible{mems: []memory{{"%s", []int{6}}, {"%t", []int{4, 5}}, {"%d", []int{-1}},
		{"%e", []int{-1, -1}}}}
	for i := range 3 {
		g.args = append(g.args, g.number())
		s.ints = append(s.ints, fmt.Sprintf("%%n%d", i))
	}
	g.affines = slices.Clone(s.ints)
	g.line(
		"func.func @main(%%s: memref<6xi32>, %%t: memref<4x5xi32>, %%d: memref<?xi32>, %%e: " +
			"memref<?x?xi32>, %%n0: index, %%n1: index, %%n2: index) {")
	for _, n := range []int{0, 1, 2, 3, 5, 6} {
		c := fmt.Sprintf("%%c%d", n)
		g.line("%s = arith.constant %d : index", c, n)
		s.ints = append(s.ints, c)
	}
	g.line(
		"%%zero = arith.constant 0 : i32\n%%mask = arith.constant dense<[true, false, true, true]> : " +
			"vector<4xi1>")
	g.block(s, 2+g.r.IntN(3), 3)
	g.line("return\n}")
	return g.b.String(), g.args
}

func (g *generator) block(s visible, n, depth int) {
	s.ints, s.mems = slices.Clone(s.ints), slices.Clone(s.mems)
	for range n {
		g.statement(&s, depth)
	}
}

func (g *generator) statement(s *visible, depth int) {
	if depth > 0 && g.one(2) {
		g.control(s, depth-1)
		return
	}
	switch g.r.IntN(14) {
	case 0, 1, 2:
		s.ints = append(s.ints, g.compute(s))
	case 3:
		g.newMemory(s)
	case 4:
		g.vector(s)
	case 5:
		from, to := pick(g, s.mems), pick(g, s.mems)
		if len(from.shape) == len(to.shape) && compatible(from.shape, to.shape) && g.one(3) {
			g.line("memref.copy %s, %s : %s to %s", from.name, to.name, from.typ(), to.typ())
		}
	case 6:
		if g.one(8) {
			v := g.name("ok")
			g.line("%s = arith.cmpi %s, %s, %s : index\ncf.assert %s, \"a promise\"", v, g.predicate(),
				pick(g, s.ints), pick(g, s.ints), v)
		}
		if len(s.ivs) > 0 {
			g.affineAccess(s)
		}
	default:
		g.access(s)
	}
}

func compatible(a, b []int) bool {
	for i := range a {
		if a[i] != b[i] && a[i] >= 0 && b[i] >= 0 {
			return false
		}
	}
	return true
}

// access loads an element, which may become a subscript, or stores one.
func (g *generator) access(s *visible) {
	m := pick(g, s.mems)
	at := g.subscripts(s, m)
	switch g.r.IntN(8) {
	case 0, 1, 2:
		v := g.name("v")
		g.line("%s = memref.load %s[%s] : %s", v, m.name, at, m.typ())
		if g.one(2) {
			g.line("%si = arith.index_cast %s : i32 to index", v, v)
			s.ints = append(s.ints, v+"i")
		}
	case 3:
		g.line("%s = memref.atomic_rmw addi %%zero, %s[%s] : (i32, %s) -> i32", g.name("a"), m.name, at,
			m.typ())
	default:
		g.line("memref.store %%zero, %s[%s] : %s", m.name, at, m.typ())
	}
}

func (g *generator) subscripts(s *visible, m memory) string {
	var at []string
	for _, n := range m.shape {
		v := pick(g, s.ints)
		if g.one(3) { // rather a young one
			v = s.ints[len(s.ints)-1]
		}
		if !g.one(4) {
			v = g.inBounds(v, n)
		}
		at = append(at, v)
	}
	return strings.Join(at, ", ")
}

// inBounds makes a number that is in bounds in most memory.
func (g *generator) inBounds(v string, extent int) string {
	w, k := g.name("r"), g.name("k")
	if extent < 0 {
		extent = 4
	}
	g.line("%s = arith.constant %d : index", k, extent)
	if g.one(2) {
		g.line("%s = arith.remui %s, %s : index", w, v, k)
		return w
	}
	g.line(
		"%sa = arith.maxsi %s, %%c0 : index\n%sb = arith.subi %s, %%c1 : index\n%s = arith.minsi %sa, %sb "+
			": index", w, v, w, k, w, w, w)
	return w
}

// compute makes a number from others.
func (g *generator) compute(s *visible) string {
	v, x, y := g.name("x"), pick(g, s.ints), pick(g, s.ints)
	constant := func() string {
		c := g.name("k")
		g.line("%s = arith.constant %d : index", c, g.number())
		return c
	}
	switch g.r.IntN(12) {
	case 0, 1:
		g.line("%s = arith.addi %s, %s : index", v, x, y)
	case 2, 3:
		g.line("%s = arith.subi %s, %s : index", v, x, y)
	case 4:
		g.line("%s = arith.muli %s, %s : index", v, x, constant())
	case 5:
		g.line("%s = arith.%s %s, %s : index", v, pick(g, []string{"minsi", "maxsi", "minui", "maxui"}), x, y)
	case 6:
		c := g.name("k")
		g.line("%s = arith.constant %d : index", c, pick(g, []int{1, 2, 3, 4, 6}))
		g.line("%s = arith.%s %s, %s : index", v,
			pick(g, []string{"remui", "remsi", "divui", "divsi", "floordivsi", "ceildivsi"}), x, c)
	case 7:
		m := pick(g, s.mems)
		g.line("%s = memref.dim %s, %%c%d : %s", v, m.name, g.r.IntN(len(m.shape)), m.typ())
	case 8:
		narrow := pick(g, []string{"i32", "i8"})
		g.line("%sa = arith.index_cast %s : index to %s\n%sb = arith.index_cast %s : index to %s", v, x,
			narrow, v, y, narrow)
		g.line("%sc = arith.addi %sa, %sb : %s\n%s = arith.index_cast %sc : %s to index", v, v, v, narrow, v,
			v, narrow)
	case 9:
		g.line("%s = arith.andi %s, %s : index", v, x, constant())
	case 10:
		g.line("%sc = arith.cmpi %s, %s, %s : index\n%s = arith.select %sc, %s, %s : index", v, g.predicate(),
			x, y, v, v, x, y)
	default:
		g.line("%s = arith.subi %s, %s : index", v, x, constant())
	}
	return v
}

func (g *generator) predicate() string {
	return pick(g, []string{"slt", "sle", "sgt", "sge", "eq", "ne", "ult", "ule", "ugt"})
}

// newMemory makes a buffer or a view.
func (g *generator) newMemory(s *visible) {
	m, v := pick(g, s.mems), g.name("m")
	switch g.r.IntN(4) {
	case 0:
		shape := []int{-1, 3}[:1+g.r.IntN(2)]
		made := memory{v, shape}
		g.line("%s = memref.alloc(%s) : %s", v, pick(g, append([]string{"%c5", "%c6", "%c5"}, s.ints...)),
			made.typ())
		g.line("linalg.fill ins(%%zero : i32) outs(%s : %s)", v, made.typ())
		s.mems = append(s.mems, made)
	case 1:
		var shape []int
		for _, n := range m.shape {
			shape = append(shape, pick(g, []int{n, n, -1, -1, 4, 5, 6}))
		}
		if made := (memory{v, shape}); compatible(m.shape, shape) {
			g.line("%s = memref.cast %s : %s to %s", v, m.name, m.typ(), made.typ())
			s.mems = append(s.mems, made)
		}
	default:
		g.subview(s, m, v)
	}
}

// subview makes a part of memory and accesses it.
func (g *generator) subview(s *visible, m memory, v string) {
	var offsets, sizes, strides, at []string
	shape := make([]int, len(m.shape))
	for d := range m.shape {
		shape[d] = pick(g, []int{-1, 1, 2, 3, 4})
		size := fmt.Sprint(shape[d])
		if shape[d] < 0 {
			size = pick(g, s.ints)
		}
		offset := pick(g, s.ints)
		if !g.one(3) {
			offset = pick(g, []string{"%c0", "%c1"})
		}
		offsets, sizes = append(offsets, offset), append(sizes, size)
		strides = append(strides, pick(g, []string{"1", "1", "1", "1", "1", "2", "-1", pick(g, s.ints)}))
		at = append(at, pick(g, append([]string{"%c0", "%c0"}, s.ints...)))
	}
	join := func(list []string) string { return strings.Join(list, ", ") }
	full := g.layout(m, shape, strides)
	g.line("%s = memref.subview %s[%s] [%s] [%s] : %s to %s", v, m.name, join(offsets), join(sizes),
		join(strides), m.typ(), full)
	g.line("memref.store %%zero, %s[%s] : %s", v, join(at), full)
}

// layout returns the type of a subview.
func (g *generator) layout(m memory, shape []int, strides []string) string {
	list, row, known := make([]string, len(shape)), 1, true
	for d := len(shape) - 1; d >= 0; d-- {
		var k int
		if _, err := fmt.Sscan(strides[d], &k); err != nil || !known {
			list[d] = "?"
		} else {
			list[d] = fmt.Sprint(k * row)
		}
		known, row = known && m.shape[d] >= 0, row*max(m.shape[d], 1)
	}
	return strings.TrimSuffix(shaped("memref", shape), ">") +
		fmt.Sprintf(", strided<[%s], offset: ?>>", strings.Join(list, ", "))
}

// vector accesses several elements at once.
func (g *generator) vector(s *visible) {
	m, v := pick(g, s.mems), g.name("w")
	at := g.subscripts(s, m)
	if g.one(2) {
		at = strings.TrimSuffix(strings.Repeat("%c0, ", len(m.shape)), ", ")
	}
	switch g.r.IntN(7) {
	case 0:
		g.line("%s = vector.load %s[%s] : %s, vector<3xi32>", v, m.name, at, m.typ())
	case 1:
		g.line(
			"%s = vector.maskedload %s[%s], %%mask, %s : %s, vector<4xi1>, vector<4xi32> into vector<4xi32>",
			v, m.name, at, g.splat(), m.typ())
	case 2:
		n := g.name("mask")
		g.line("%s = vector.create_mask %s : vector<4xi1>", n, pick(g, s.ints))
		g.line("vector.maskedstore %s[%s], %s, %s : %s, vector<4xi1>, vector<4xi32>", m.name, at, n,
			g.splat(), m.typ())
	case 3:
		list := g.name("list")
		g.line("%s = arith.constant dense<[0, 2, %d, %d]> : vector<4xindex>", list, g.r.IntN(8),
			g.r.IntN(12)-3)
		g.line(
			"%s = vector.gather %s[%s] [%s], %%mask, %s : %s, vector<4xindex>, vector<4xi1>, vector<4xi32> "+
				"into vector<4xi32>",
			v, m.name, at, list, g.splat(), m.typ())
	default:
		g.transfer(m, v, at)
	}
}

// transfer reads a vector along one or two dimensions.
func (g *generator) transfer(m memory, v, at string) {
	shape, results := []int{3}, "d0"
	dims := "d0"
	if len(m.shape) == 2 {
		dims = "d0, d1"
		results = pick(g, []string{"d0", "d1", "d0, d1", "d1, d0", "0, d1"})
	}
	if strings.Contains(results, ",") {
		shape = []int{2, 3}
	}
	var inBounds []string
	for i := range shape {
		inBounds = append(inBounds, fmt.Sprint(g.one(2) || strings.HasPrefix(results, "0") && i == 0))
	}
	g.line(
		"%s = vector.transfer_read %s[%s], %%zero {in_bounds = [%s], permutation_map = affine_map<(%s) -> "+
			"(%s)>} : %s, %s",
		v, m.name, at, strings.Join(inBounds, ", "), dims, results, m.typ(), shaped("vector", shape))
}

func (g *generator) splat() string {
	v := g.name("z")
	g.line("%s = arith.constant dense<0> : vector<4xi32>", v)
	return v
}

// affineAccess accesses an element whose subscripts are functions of induction variables.
func (g *generator) affineAccess(s *visible) {
	m := pick(g, s.mems)
	var at []string
	for range m.shape {
		x := pick(g, append(slices.Clone(s.ivs), g.affines...))
		if slices.Contains(g.affines, x) {
			x = "symbol(" + x + ")"
		}
		at = append(at,
			fmt.Sprintf(
				pick(g, []string{"%s", "%s + 1", "%s - 1", "%s * 2", "%s mod 4", "%s floordiv 2", "4 - %s"}),
				x))
	}
	g.line("affine.store %%zero, %s[%s] : %s", m.name, strings.Join(at, ", "), m.typ())
}

// control writes a statement that holds others.
func (g *generator) control(s *visible, depth int) {
	inner := *s
	inner.ints = slices.Clone(s.ints)
	n := 1 + g.r.IntN(3)
	switch g.r.IntN(12) {
	case 0, 1:
		c := g.name("cond")
		g.line("%s = arith.cmpi %s, %s, %s : index\nscf.if %s {", c, g.predicate(), pick(g, s.ints),
			pick(g, s.ints), c)
		g.block(inner, n, depth)
		if g.one(3) {
			g.line("} else {")
			g.block(inner, n, depth)
		}
		g.line("}")
	case 2:
		g.task(inner, n, depth)
	case 3, 4:
		iv := g.name("a")
		inner.ivs = append(slices.Clone(s.ivs), iv)
		inner.ints = append(inner.ints, iv)
		lower := pick(g, []string{"0", "1", "-1", "2"})
		if len(s.ivs) > 0 && g.one(2) {
			lower = "affine_map<(d0) -> (d0)>(" + pick(g, s.ivs) + ")"
		}
		g.line("affine.for %s = %s to %s {", iv, lower,
			pick(g, []string{"4", "5", "6", "%n0", "min affine_map<()[s0] -> (s0, 5)>()[%n1]"}))
		g.block(inner, n, depth)
		g.line("}")
	case 5:
		iv := g.name("p")
		inner.ints = append(inner.ints, iv, iv)
		g.line("scf.parallel (%s) = (%s) to (%s) step (%s) {", iv, pick(g, s.ints), pick(g, s.ints),
			pick(g, []string{"%c1", "%c2"}))
		g.block(inner, n, depth)
		g.line("}")
	case 6:
		g.while(inner, n, depth)
	case 7:
		g.line("scf.execute_region {")
		g.block(inner, n, depth)
		g.line("scf.yield\n}")
	default:
		g.loop(inner, n, depth)
	}
}

func (g *generator) loop(inner visible, n, depth int) {
	iv := g.name("i")
	lower, upper := pick(g, []string{"%c0", "%c0", "%c1", pick(g, inner.ints)}), pick(g, inner.ints)
	step := pick(g, []string{"%c1", "%c1", "%c1", "%c2", "%c2", "%c3", pick(g, inner.ints)})
	if g.one(3) {
		m := pick(g, inner.mems)
		upper = g.name("size")
		g.line("%s = memref.dim %s, %%c%d : %s", upper, m.name, g.r.IntN(len(m.shape)), m.typ())
	}
	if g.one(8) {
		for _, v := range []*string{&lower, &upper, &step} {
			c := g.name("q")
			g.line("%s = arith.index_cast %s : index to i32", c, *v)
			*v = c
		}
		g.line("scf.for %sq = %s to %s step %s : i32 {\n%s = arith.index_cast %sq : i32 to index", iv, lower,
			upper, step, iv, iv)
	} else {
		g.line("scf.for %s = %s to %s step %s {", iv, lower, upper, step)
	}
	inner.ints = append(inner.ints, iv, iv, iv)
	if g.one(2) {
		at, other := g.name("y"), pick(g, []string{"%c1", "%c2", pick(g, inner.ints)})
		switch g.r.IntN(4) {
		case 0:
			g.line("%s = arith.addi %s, %s : index", at, iv, other)
		case 1:
			g.line("%s = arith.subi %s, %s : index", at, iv, other)
		case 2: // backwards
			from := pick(g, []string{upper, "%c3", "%c5"})
			if strings.HasPrefix(from, "%q") { // of i32
				from = "%c6"
			}
			g.line("%s = arith.subi %s, %s : index", at, from, iv)
		default: // in wider steps
			g.line("%sf = arith.constant %d : index\n%sp = arith.muli %s, %sf : index", at,
				pick(g, []int{2, 3, -1, -2}), at, iv, at)
			g.line("%s = arith.addi %sp, %s : index", at, at, pick(g, []string{"%c0", "%c1", "%c5", other}))
		}
		inner.ints = append(inner.ints, at, at)
	}
	g.block(inner, n, depth)
	g.line("}")
}

func (g *generator) while(inner visible, n, depth int) {
	i, limit := g.name("i"), pick(g, inner.ints)
	g.line("%s = scf.while (%sb = %%c0) : (index) -> index {\n%sc = arith.cmpi slt, %sb, %s : index", i, i, i,
		i, limit)
	g.line("scf.condition(%sc) %sb : index\n} do {\n^bb0(%sd: index):", i, i, i)
	inner.ints = append(inner.ints, i+"d", i+"d")
	g.block(inner, n, depth)
	g.line("%sn = arith.addi %sd, %%c1 : index\nscf.yield %sn : index\n}", i, i, i)
}

func (g *generator) task(inner visible, n, depth int) {
	token := g.name("t")
	inner.task = true
	g.line("%s = async.execute {", token)
	g.block(inner, n, depth)
	g.line("async.yield\n}")
	if g.one(2) {
		g.line("async.await %s : !async.token", token)
	}
}
