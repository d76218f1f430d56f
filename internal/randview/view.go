package randview

import (
	"fmt"
	"slices"
	"strings"
)

// view is a memref that shows part of the buffer. What the program computes is a dynamic number in its type.
type view struct {
	name    string
	elem    string
	shape   []int
	strides []int
	offset  int // within the base; the largest one where it is computed
	strided bool
	moving  bool // the offset is computed
	dynamic bool // the type tells no numbers
	base    *base
}

// base is memory that distances count from: the buffer, or a view of its bytes.
type base struct {
	name  string
	elem  string
	shape []int
}

func (b *base) elements() int { return product(b.shape) }

func product(shape []int) int {
	n := 1
	for _, size := range shape {
		n *= size
	}
	return n
}

func rowMajor(shape []int) []int {
	strides, next := make([]int, len(shape)), 1
	for d := len(shape) - 1; d >= 0; d-- {
		strides[d], next = next, next*shape[d]
	}
	return strides
}

// whole is all of a base.
func (b *base) whole() view {
	return view{name: b.name, elem: b.elem, shape: b.shape, strides: rowMajor(b.shape), base: b}
}

func (b *base) typ() string { v := b.whole(); return v.typ() }

// typ returns the type as MLIR writes it.
func (v *view) typ() string {
	var s strings.Builder
	s.WriteString("memref<")
	for _, n := range v.shape {
		if v.dynamic {
			s.WriteString("?x")
		} else {
			fmt.Fprintf(&s, "%dx", n)
		}
	}
	s.WriteString(v.elem)
	if v.strided || v.dynamic {
		s.WriteString(", strided<[")
		for d, n := range v.strides {
			if d > 0 {
				s.WriteString(", ")
			}
			if v.dynamic {
				s.WriteString("?")
			} else {
				fmt.Fprint(&s, n)
			}
		}
		s.WriteString("]")
		switch {
		case v.moving || v.dynamic:
			s.WriteString(", offset: ?")
		case v.offset != 0:
			fmt.Fprintf(&s, ", offset: %d", v.offset)
		}
		s.WriteString(">")
	}
	return s.String() + ">"
}

// hasLayout reports whether reshapes keep the layout of a view: they leave out one that is the identity.
func (v *view) hasLayout() bool {
	return v.strided && (v.moving || v.offset != 0 || len(v.strides) > 1 || v.strides[0] != 1)
}

// of returns a copy of a view with a name of its own.
func (g *generator) of(v view) view {
	w := v
	w.name = g.name("v")
	w.shape, w.strides = slices.Clone(v.shape), slices.Clone(v.strides)
	return w
}

// more returns a view of a view, or the same one where the kind that was drawn does not apply.
func (g *generator) more(v view) view {
	if v.dynamic {
		return v
	}
	if v.elem == "i8" && g.one(2) {
		return g.bytes(v)
	}
	kinds := []func(view) view{g.part, g.part, g.split, g.merge, g.reinterpret, g.transpose, g.cast, g.bytes}
	return kinds[g.r.IntN(len(kinds))](v)
}

func (g *generator) part(v view) view {
	w := g.of(v)
	w.strided = true
	var offsets, sizes, strides []string
	var shape, steps []int
	for d, n := range v.shape {
		size := 1 + g.r.IntN(n)
		stride := 1
		if size > 1 {
			stride = 1 + g.r.IntN((n-1)/(size-1))
		}
		at := n - 1 - (size-1)*stride
		offset, computed := g.subscript(at + 1)
		if !computed {
			at = offset.value
		}
		w.moving = w.moving || computed
		w.offset += at * v.strides[d]
		offsets, sizes, strides = append(offsets, offset.text), append(sizes, fmt.Sprint(size)),
			append(strides, fmt.Sprint(stride))
		if size == 1 && g.one(2) && !slices.Contains(v.shape, 1) && len(shape) == d {
			continue // the result lacks the dimension
		}
		shape, steps = append(shape, size), append(steps, stride*v.strides[d])
	}
	if len(shape) == 0 {
		shape, steps = []int{1}, []int{v.strides[0]}
		if len(v.shape) > 1 {
			return v
		}
	}
	w.shape, w.strides = shape, steps
	g.line("%s = memref.subview %s[%s] [%s] [%s] : %s to %s", w.name, v.name, list(offsets), list(sizes),
		list(strides), v.typ(), w.typ())
	return w
}

func list(parts []string) string { return strings.Join(parts, ", ") }

func (g *generator) split(v view) view {
	d := g.r.IntN(len(v.shape))
	n := v.shape[d]
	inner := 1 + g.r.IntN(n)
	if n%inner != 0 {
		return v
	}
	w := g.of(v)
	w.shape = slices.Concat(v.shape[:d], []int{n / inner, inner}, v.shape[d+1:])
	w.strides = slices.Concat(v.strides[:d], []int{inner * v.strides[d], v.strides[d]}, v.strides[d+1:])
	w.strided = v.hasLayout()
	sizes := make([]string, len(w.shape))
	for i, n := range w.shape {
		sizes[i] = fmt.Sprint(n)
	}
	g.line("%s = memref.expand_shape %s %s output_shape [%s] : %s into %s", w.name, v.name,
		groups(len(w.shape), d), list(sizes), v.typ(), w.typ())
	return w
}

// groups are the dimensions up to a rank, d and the one behind it together.
func groups(rank, d int) string {
	var parts []string
	for i := 0; i < rank; i++ {
		if i == d {
			parts = append(parts, fmt.Sprintf("[%d, %d]", i, i+1))
			i++
			continue
		}
		parts = append(parts, fmt.Sprintf("[%d]", i))
	}
	return "[" + list(parts) + "]"
}

func (g *generator) merge(v view) view {
	if len(v.shape) < 2 {
		return v
	}
	d := g.r.IntN(len(v.shape) - 1)
	if v.strides[d] != v.shape[d+1]*v.strides[d+1] || v.shape[d] == 1 || v.shape[d+1] == 1 {
		return v
	}
	w := g.of(v)
	w.shape = slices.Concat(v.shape[:d], []int{v.shape[d] * v.shape[d+1]}, v.shape[d+2:])
	w.strides = slices.Concat(v.strides[:d], v.strides[d+1:])
	w.strided = v.hasLayout()
	g.line("%s = memref.collapse_shape %s %s : %s into %s", w.name, v.name, groups(len(v.shape), d), v.typ(),
		w.typ())
	return w
}

func (g *generator) reinterpret(v view) view {
	w := g.of(v)
	w.strided, w.shape, w.strides, w.moving = true, nil, nil, false
	left := v.base.elements() - 1 // the number of the last element, of what is not used up
	var sizes, strides []string
	for range 1 + g.r.IntN(2) {
		stride := 1 + g.r.IntN(min(9, left+1))
		size := 1 + g.r.IntN(min(5, left/stride+1))
		left -= (size - 1) * stride
		w.shape, w.strides = append(w.shape, size), append(w.strides, stride)
		sizes, strides = append(sizes, fmt.Sprint(size)), append(strides, fmt.Sprint(stride))
	}
	offset, computed := g.subscript(left + 1)
	w.offset, w.moving = left, computed
	if !computed {
		w.offset = offset.value
	}
	g.line("%s = memref.reinterpret_cast %s to offset: [%s], sizes: [%s], strides: [%s] : %s to %s",
		w.name, v.name, offset.text, list(sizes), list(strides), v.typ(), w.typ())
	return w
}

func (g *generator) transpose(v view) view {
	if len(v.shape) != 2 {
		return v
	}
	w := g.of(v)
	w.strided = true
	slices.Reverse(w.shape)
	slices.Reverse(w.strides)
	g.line("%s = memref.transpose %s (i, j) -> (j, i) : %s to %s", w.name, v.name, v.typ(), w.typ())
	return w
}

func (g *generator) cast(v view) view {
	w := g.of(v)
	w.dynamic = true
	g.line("%s = memref.cast %s : %s to %s", w.name, v.name, v.typ(), w.typ())
	return w
}

// bytes is a view of bytes as elements of another type.
func (g *generator) bytes(v view) view {
	if v.elem != "i8" || v.strided || len(v.shape) != 1 {
		return v
	}
	size := 1 << g.r.IntN(4)
	if size > v.shape[0] {
		return v
	}
	n := 1 + g.r.IntN(v.shape[0]/size)
	elem := fmt.Sprintf("i%d", 8*size)
	at := g.r.IntN(v.shape[0] - n*size + 1)
	b := &base{name: g.name("v"), elem: elem, shape: []int{n}}
	w := b.whole()
	g.line("%s = memref.view %s[%s][] : %s to %s", w.name, v.name, g.constant(at), v.typ(), w.typ())
	return w
}
