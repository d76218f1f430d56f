package randkernel

import "fmt"

// array is memory of one dimension that the thread accesses alone.
type array struct {
	name, elem, typ string
	size            int    // elements, a power of two
	base            string // of the thread's own elements, "" for 0
}

func (s *scope) arrayOf(name string) array {
	for _, a := range s.arrays {
		if a.name == name {
			return a
		}
	}
	return array{}
}

// below returns a subscript below a power of two.
func (g *generator) below(s *scope, n int) string {
	g2 := g.name()
	g.line("%s = arith.constant %d : index", g2, n-1)
	at := g.name()
	g.line("%s = arith.andi %s, %s : index", at, g.some(s, "index"), g2)
	return at
}

// within returns a subscript of an array at which so many elements follow.
func (g *generator) within(s *scope, a array, elements int) string {
	at := g.below(s, a.size)
	if elements > 1 {
		mask, aligned := g.name(), g.name()
		g.line("%s = arith.constant %d : index\n%s = arith.andi %s, %s : index", mask,
			(a.size-1)&^(elements-1), aligned, at, mask)
		at = aligned
	}
	if a.base == "" {
		return at
	}
	sum := g.name()
	g.line("%s = arith.addi %s, %s : index", sum, a.base, at)
	return sum
}

// loadInput loads from an array that nobody writes.
func (g *generator) loadInput(s *scope, t string) string {
	at, v := g.below(s, inputs), g.name()
	g.line("%s = memref.load %%A_%s[%s] : %s", v, t, at, inputType(t))
	return v
}

func (g *generator) sharedType() string {
	return fmt.Sprintf("memref<%dx%s, #gpu.address_space<workgroup>>", g.threads, g.shared)
}

// memory loads or stores.
func (g *generator) memory(s *scope) {
	t := pick(g, g.types...)
	switch g.r.IntN(9) {
	case 0:
		s.add(t, g.loadInput(s, t))
	case 1, 2:
		g.inputVector(s, t)
	case 3:
		g.strided(s, t)
	case 4:
		if s.depth == 0 {
			g.private(s, t)
		}
	case 5:
		g.chosen(s, t)
	default:
		g.access(s, pick(g, s.arrays...))
	}
}

// access loads or stores one element of an array, or several.
func (g *generator) access(s *scope, a array) {
	n := 1
	if g.one(3) {
		n = pick(g, 2, 4)
	}
	if n > a.size {
		n = 1
	}
	at := g.within(s, a, n)
	t := a.elem
	if n > 1 {
		t = fmt.Sprintf("vector<%dx%s>", n, a.elem)
	}
	dialect := map[bool]string{true: "memref", false: "vector"}[n == 1]
	tail := ""
	if n > 1 {
		tail = ", " + t
	}
	if g.one(2) {
		g.line("%s.store %s, %s[%s] : %s%s", dialect, g.some(s, t), a.name, at, a.typ, tail)
		return
	}
	g.result(s, t, "%s.load %s[%s] : %s%s", dialect, a.name, at, a.typ, tail)
}

// inputVector loads a vector, also where it is not aligned.
func (g *generator) inputVector(s *scope, t string) {
	n := pick(g, 2, 4)
	at := g.below(s, inputs/2)
	if g.one(2) {
		by := g.name()
		g.line("%s = arith.muli %s, %%c%d : index", by, g.below(s, inputs/8), n)
		at = by
	}
	v := fmt.Sprintf("vector<%dx%s>", n, t)
	g.result(s, v, "vector.load %%A_%s[%s] : %s, %s", t, at, inputType(t), v)
}

// strided loads through a view that begins somewhere and steps over elements.
func (g *generator) strided(s *scope, t string) {
	view, typ := g.name(), fmt.Sprintf("memref<8x%s, strided<[%d], offset: ?>>", t, 3)
	g.line("%s = memref.subview %%A_%s[%s] [8] [3] : %s to %s", view, t, g.below(s, 32), inputType(t), typ)
	if g.one(2) {
		typ = fmt.Sprintf("memref<2x4x%s, strided<[?, ?], offset: ?>>", t)
		g.line(
			"%s = memref.reinterpret_cast %%A_%s to offset: [%s], sizes: [2, 4], strides: [%%n, %%c2] : %s "+
				"to %s", g.again(&view), t, g.below(s, 32), inputType(t), typ)
		g.result(s, t, "memref.load %s[%s, %s] : %s", view, g.below(s, 2), g.below(s, 4), typ)
		return
	}
	g.result(s, t, "memref.load %s[%s] : %s", view, g.below(s, 8), typ)
}

// again gives a name a new value.
func (g *generator) again(v *string) string {
	*v = g.name()
	return *v
}

// private makes memory of the thread, and fills it.
func (g *generator) private(s *scope, t string) {
	a := array{name: g.name(), elem: t, size: 4}
	a.typ = fmt.Sprintf("memref<%dx%s%s>", a.size, t, pick(g, "", ", #gpu.address_space<private>"))
	g.line("%s = memref.alloca() : %s", a.name, a.typ)
	for i := range a.size {
		g.line("memref.store %s, %s[%%c%d] : %s", g.some(s, t), a.name, i, a.typ)
	}
	s.arrays = append(s.arrays, a)
	if a.typ[len(a.typ)-2] == '>' || !g.one(2) {
		return
	}
	b := array{name: g.name(), elem: t, size: 4, typ: a.typ}
	g.line("%s = memref.alloca() : %s\nmemref.copy %s, %s : %s to %s", b.name, b.typ, a.name, b.name, a.typ,
		b.typ)
	s.arrays = append(s.arrays, b)
}

// chosen loads from one of two arrays.
func (g *generator) chosen(s *scope, t string) {
	m := g.name()
	typ := fmt.Sprintf("memref<8x%s, strided<[1], offset: ?>>", t)
	views := [2]string{g.name(), g.name()}
	for _, v := range views {
		g.line("%s = memref.subview %%A_%s[%s] [8] [1] : %s to %s", v, t, g.below(s, 32), inputType(t), typ)
	}
	if g.one(2) {
		g.line("%s = arith.select %s, %s, %s : %s", m, g.some(s, "i1"), views[0], views[1], typ)
	} else {
		p, q := g.name(), g.name()
		second := g.name()
		g.line("%s, %s = scf.for %s = %%c0 to %s step %%c1 iter_args(%s = %s, %s = %s) -> (%s, %s) {", m,
			second, g.name(), g.below(s, 4), p, views[0], q, views[1], typ, typ)
		g.line("scf.yield %s, %s : %s, %s\n}", q, p, typ, typ)
	}
	g.result(s, t, "memref.load %s[%s] : %s", m, g.below(s, 8), typ)
}

// together is what threads do with each other: exchanges through shared memory, shuffles, atomics, and a
// call.
func (g *generator) together(s *scope) {
	switch k := g.r.IntN(6); {
	case k == 0:
		g.atomic(s)
	case k == 1 && g.helper:
		a, b := g.name(), g.name()
		g.line("%s, %s = func.call @helper(%s, %s, %%A_i32) : (i32, i64, %s) -> (i32, f32)", a, b,
			g.some(s, "i32"), g.some(s, "i64"), inputType("i32"))
		s.add("i32", a)
		s.add("f32", b)
	case !s.uniform:
		g.compute(s)
	case k < 4:
		g.exchange(s)
	default:
		g.shuffle(s)
	}
}

// atomic combines numbers in memory that nobody reads before the end.
func (g *generator) atomic(s *scope) {
	kind := g.r.IntN(4) // one kind for each element: different ones do not commute
	at := g.name()
	g.line("%s = arith.constant %d : index", at, kind)
	g.line("%s = memref.atomic_rmw %s %s, %%C[%s] : (i32, memref<8xi32>) -> i32", g.name(),
		[]string{"addi", "maxs", "andi", "minu"}[kind], g.some(s, "i32"), at)
}

// exchange stores an element of each thread in shared memory, and loads one of another.
func (g *generator) exchange(s *scope) {
	t := g.shared
	buffer, typ := "%S", g.sharedType()
	switch g.r.IntN(4) {
	case 3: // one of two that a loop carries
		if s.depth > 0 {
			break
		}
		other, p, q, second := g.name(), g.name(), g.name(), g.name()
		g.line("%s = memref.alloc() : %s", other, typ)
		g.line("%s, %s = scf.for %s = %%c0 to %s step %%c1 iter_args(%s = %%S, %s = %s) -> (%s, %s) {",
			g.again(&buffer), second, g.name(), pick(g, "%n", "%c3"), p, q, other, typ, typ)
		g.line("scf.yield %s, %s : %s, %s\n}", q, p, typ, typ)
	case 0: // what the launch gives
		bytes := g.name()
		g.line("%s = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>", bytes)
		g.line("%s = memref.view %s[%%c0][] : memref<?xi8, #gpu.address_space<workgroup>> to %s",
			g.again(&buffer), bytes, typ)
	case 1: // one of two, chosen by all threads alike
		if s.depth > 0 {
			break
		}
		other := g.name()
		g.line("%s = memref.alloc() : %s", other, typ)
		c := g.name()
		g.line("%s = arith.cmpi ult, %%n, %s : index", c, pick(g, "%c3", "%c7"))
		g.line("%s = arith.select %s, %%S, %s : %s", g.again(&buffer), c, other, typ)
	}
	odd, off := 2*g.r.IntN(8)+1, g.r.IntN(g.threads)
	k, o, m, x, y := g.name(), g.name(), g.name(), g.name(), g.name()
	to := g.name()
	g.line(
		"gpu.barrier\n%s = arith.constant %d : index\n%s = arith.constant %d : index\n%s = arith.constant "+
			"%d : index", k, odd, o, off, m, g.threads-1)
	g.line("%s = arith.muli %%t, %s : index\n%s = arith.addi %s, %s : index\n%s = arith.andi %s, %s : index",
		x, k, y, x, o, to, y, m)
	g.line("memref.store %s, %s[%s] : %s\ngpu.barrier", g.some(s, t), buffer, to, typ)
	g.result(s, t, "memref.load %s[%s] : %s", buffer, g.below(s, g.threads), typ)
	if g.one(2) && g.threads >= 32 {
		v, at := fmt.Sprintf("vector<4x%s>", t), g.name()
		g.line("%s = arith.muli %s, %%c4 : index", at, g.below(s, 8))
		g.result(s, v, "vector.load %s[%s] : %s, %s", buffer, at, typ, v)
	}
	g.line("gpu.barrier")
}

// shuffle exchanges numbers in a warp.
func (g *generator) shuffle(s *scope) {
	t := g.kind()
	for width(elementOf(t)) == 8 && t[0] == 'v' || t[0] == 'v' && t[7] == '3' ||
		t[0] == 'v' && int(t[7]-'0')*width(elementOf(t)) > 64 {
		t = g.kind()
	}
	v, valid, off, w := g.name(), g.name(), g.name(), g.name()
	mode := pick(g, "xor", "idx")
	g.line("%s = arith.constant %d : i32\n%s = arith.constant 32 : i32", off, g.r.IntN(32), w)
	g.line("%s, %s = gpu.shuffle %s %s, %s, %s : %s", v, valid, mode, g.some(s, t), off, w, t)
	s.add(t, v)
	s.add("i1", valid)
}
