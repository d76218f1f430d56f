package randmemory

import (
	"fmt"
	"slices"
	"strings"
)

// buffer is a memref.
type buffer struct {
	name            string
	elem            string
	shape, strides  []int64
	offset          int64
	dynamic         []bool // extents that the type leaves open
	strided         bool   // the type has a layout
	openStride      []bool
	openOffset      bool
	constant, owned bool
	id              int // of the memory; shared if it may be one of several
}

const shared = -1

func rowMajor(shape []int64) []int64 {
	strides := make([]int64, len(shape))
	n := int64(1)
	for i := len(shape) - 1; i >= 0; i-- {
		strides[i] = n
		n *= shape[i]
	}
	return strides
}

// known reports whether the type tells a stride.
func (x *buffer) known(i int) bool {
	return !x.strided && i == len(x.shape)-1 || x.strided && !x.openStride[i]
}

func (x *buffer) typ() string {
	var b strings.Builder
	b.WriteString("memref<")
	for i, n := range x.shape {
		if x.dynamic[i] {
			b.WriteString("?x")
		} else {
			fmt.Fprintf(&b, "%dx", n)
		}
	}
	b.WriteString(x.elem)
	if x.strided {
		list := make([]string, len(x.strides))
		for i, s := range x.strides {
			list[i] = fmt.Sprint(s)
			if x.openStride[i] {
				list[i] = "?"
			}
		}
		b.WriteString(", strided<[" + strings.Join(list, ", ") + "]")
		if x.openOffset {
			b.WriteString(", offset: ?")
		} else if x.offset != 0 {
			fmt.Fprintf(&b, ", offset: %d", x.offset)
		}
		b.WriteString(">")
	}
	return b.String() + ">"
}

func (x *buffer) clone() buffer {
	y := *x
	y.shape, y.strides, y.dynamic, y.openStride = slices.Clone(x.shape), slices.Clone(x.strides),
		slices.Clone(x.dynamic), slices.Clone(x.openStride)
	return y
}

// open makes the type tell nothing.
func (x *buffer) open() {
	x.dynamic, x.openStride = slices.Clone(x.dynamic), make([]bool, len(x.shape))
	for i := range x.shape {
		x.dynamic[i], x.openStride[i] = true, true
	}
	x.strided, x.openOffset = true, true
}

func (g *generator) any() buffer { return pick(g, g.buffers) }

var elems = []string{"i32", "i32", "i32", "i8", "i16", "i64", "index", "f32", "f64", "i1"}

// allocate makes a buffer, or takes one of the module, and fills it.
func (g *generator) allocate() {
	if g.chance(6) {
		if g.chance(2) {
			v := g.value("memref.get_global @table : memref<8xi32>")
			g.buffers = append(g.buffers, g.fresh(v, "i32", []int64{8}, true))
		} else {
			v := g.value("memref.get_global @room : memref<4x6xi32>")
			g.buffers = append(g.buffers, g.fresh(v, "i32", []int64{4, 6}, false))
		}
		g.buffers[len(g.buffers)-1].id = shared
		return
	}
	shape := make([]int64, g.r.IntN(4))
	for i := range shape {
		shape[i] = 1 + g.r.Int64N(6)
	}
	x := g.fresh("", pick(g, elems), shape, false)
	var sizes []string
	for i := range shape {
		switch g.r.IntN(5) {
		case 0:
			x.shape[i], x.dynamic[i] = Arguments[0], true
			sizes = append(sizes, "%n")
		case 1:
			x.dynamic[i] = true
			sizes = append(sizes, fmt.Sprintf("%%k%d", x.shape[i]))
		}
	}
	x.strides = rowMajor(x.shape)
	op := "alloc"
	if g.chance(3) {
		op = "alloca"
	}
	x.owned = op == "alloc"
	x.name = g.value("memref.%s(%s) : %s", op, strings.Join(sizes, ", "), x.typ())
	g.fill(x)
	g.buffers = append(g.buffers, x)
}

func (g *generator) fresh(name, elem string, shape []int64, constant bool) buffer {
	g.next++
	return buffer{name: name, elem: elem, shape: shape, strides: rowMajor(shape),
		dynamic:    make([]bool, len(shape)),
		openStride: make([]bool, len(shape)), constant: constant, id: g.next}
}

// like returns another buffer of the type of x, a copy of it.
func (g *generator) like(x buffer) buffer {
	y := g.fresh("", x.elem, slices.Clone(x.shape), false)
	var sizes []string
	for i, d := range x.dynamic {
		if d {
			y.dynamic[i] = true
			c := g.value("arith.constant %d : index", i)
			sizes = append(sizes, g.value("memref.dim %s, %s : %s", x.name, c, x.typ()))
		}
	}
	y.name = g.value("memref.alloc(%s) : %s", strings.Join(sizes, ", "), y.typ())
	g.line("memref.copy %s, %s : %s to %s", x.name, y.name, x.typ(), y.typ())
	if x.strided {
		// A cast of both to a type that tells nothing makes them alike; x itself keeps its name.
		open := y
		open.open()
		if x.typ() != open.typ() {
			return x
		}
		open.name = g.value("memref.cast %s : %s to %s", y.name, y.typ(), open.typ())
		y = open
	}
	return y
}

func (g *generator) copy() {
	x := g.any()
	y := g.like(x)
	y.owned = false
	if y.name != x.name {
		g.buffers = append(g.buffers, y)
	}
}

// view makes another memref of the same memory.
func (g *generator) view() {
	x := g.any()
	x.owned = false
	switch {
	case g.chance(3) && len(x.shape) > 0:
		g.cast(x)
	case g.chance(3) && len(x.shape) == 2:
		g.transpose(x)
	case g.chance(3) && len(x.shape) >= 2 && !x.strided:
		g.collapse(x)
	default:
		g.subview(x)
	}
}

func (g *generator) cast(x buffer) {
	y := x
	y.open()
	y.name = g.value("memref.cast %s : %s to %s", x.name, x.typ(), y.typ())
	g.buffers = append(g.buffers, y)
}

func (g *generator) transpose(x buffer) {
	y := x
	y.strided = true
	if !x.strided && x.dynamic[1] {
		y.openStride = []bool{true, false} // the stride of a row is not known
	}
	for _, list := range []*[]int64{&y.shape, &y.strides} {
		*list = []int64{(*list)[1], (*list)[0]}
	}
	for _, list := range []*[]bool{&y.dynamic, &y.openStride} {
		*list = []bool{(*list)[1], (*list)[0]}
	}
	y.name = g.value("memref.transpose %s (d0, d1) -> (d1, d0) : %s to %s", x.name, x.typ(), y.typ())
	g.buffers = append(g.buffers, y)
}

func (g *generator) collapse(x buffer) {
	y := x
	y.shape = append([]int64{x.shape[0] * x.shape[1]}, x.shape[2:]...)
	y.dynamic = append([]bool{x.dynamic[0] || x.dynamic[1]}, x.dynamic[2:]...)
	y.strides = rowMajor(y.shape)
	y.openStride = make([]bool, len(y.shape))
	groups := "[[0, 1]"
	for i := 2; i < len(x.shape); i++ {
		groups += fmt.Sprintf(", [%d]", i)
	}
	y.name = g.value("memref.collapse_shape %s %s] : %s into %s", x.name, groups, x.typ(), y.typ())
	g.buffers = append(g.buffers, y)
}

// subview takes a part, with offsets, sizes and steps that are known or not.
func (g *generator) subview(x buffer) {
	if len(x.shape) == 0 {
		return
	}
	y := x.clone()
	y.strided = true
	var offsets, sizes, steps []string
	for i, n := range x.shape {
		if !x.strided && slices.Contains(x.dynamic[i+1:], true) {
			y.openStride[i] = true
		}
		step := 1 + g.r.Int64N(2)
		off := g.r.Int64N(n)
		size := 1 + g.r.Int64N((n-off-1)/step+1)
		open := g.chance(3) && off < 9
		if open {
			offsets = append(offsets, fmt.Sprintf("%%k%d", off))
		} else {
			offsets = append(offsets, fmt.Sprint(off))
		}
		if open || y.openStride[i] && off != 0 {
			y.openOffset = true
		}
		y.offset += off * x.strides[i]
		y.dynamic[i] = g.chance(3) && size < 9
		if y.dynamic[i] {
			sizes = append(sizes, fmt.Sprintf("%%k%d", size))
		} else {
			sizes = append(sizes, fmt.Sprint(size))
		}
		if g.chance(3) {
			steps = append(steps, fmt.Sprintf("%%k%d", step))
			y.openStride[i] = true
		} else {
			steps = append(steps, fmt.Sprint(step))
		}
		y.shape[i], y.strides[i] = size, step*x.strides[i]
	}
	y.name = g.value("memref.subview %s[%s] [%s] [%s] : %s to %s", x.name, strings.Join(offsets, ", "),
		strings.Join(sizes, ", "),
		strings.Join(steps, ", "), x.typ(), y.typ())
	g.buffers = append(g.buffers, y)
}
