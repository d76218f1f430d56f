package airtoasync

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/air"
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/ir"
)

// dma emits an air.dma_memcpy_nd: a task that copies.
func (x *expander) dma(op *ir.Op) error {
	if air.Padded(op) {
		return unsupportedPadding(op)
	}
	from, err := x.region(op, air.Source(op))
	if err != nil {
		return err
	}
	to, err := x.region(op, air.Destination(op))
	if err != nil {
		return err
	}
	n := x.task(op)
	if err := x.copy(op, n, from, to); err != nil {
		return err
	}
	x.finish(op, air.Token(op), []*node{n})
	return nil
}

func unsupportedPadding(op *ir.Op) error {
	return op.Errorf(codeUnsupported, "'%s' pads what it moves, and padding is not supported", op.Name()).
		Suggest("copy to the inner part of a buffer that is filled with zeros")
}

// part is the part of a buffer that a copy reads or writes, by its dimensions, the slowest first.
type part struct {
	memory *ir.Value
	offset ir.OpFoldResult
	dims   []dimension
}

type dimension struct{ size, stride ir.OpFoldResult }

// region returns the part of a buffer that a layout stands for.
func (x *expander) region(op *ir.Op, l air.Layout) (*part, error) {
	memory := x.lookup(l.Memory)
	t := memory.Type().(*ir.MemRefType)
	if !t.Ranked {
		return nil, op.Errorf(codeUnsupported, "'%s' moves memory of no known rank", op.Name()).
			Suggest("cast it to a memref with a rank")
	}
	p := &part{memory: memory}
	if len(l.Sizes) == 0 {
		return p, x.whole(op, p, t)
	}
	if t.Layout != nil {
		return nil, op.Errorf(codeUnsupported, "'%s' moves a part of a memref that is a part itself",
			op.Name()).
			Suggest("give the offsets and strides in the buffer: --fold-memref-alias-ops, or no sizes at all")
	}
	zeros := len(l.Sizes) - len(l.Offsets)
	for d := range l.Sizes {
		dim := dimension{x.entry(l.Sizes[d]), x.entry(l.Strides[d])}
		if d >= zeros {
			p.offset = x.add(p.offset, x.times(x.entry(l.Offsets[d-zeros]), dim.stride))
		}
		p.dims = append(p.dims, dim)
	}
	return p, nil
}

// whole makes p all elements of its buffer.
func (x *expander) whole(op *ir.Op, p *part, t *ir.MemRefType) error {
	strides, offset, ok := memref.Strides(t)
	if !ok {
		return op.Errorf(codeUnsupported, "'%s' moves a memref whose layout has no strides", op.Name()).
			Suggest("copy it to a memref without a layout")
	}
	p.offset = ir.OpFoldResult{Const: offset}
	stride := ir.OpFoldResult{Const: 1}
	p.dims = make([]dimension, len(t.Shape))
	for d := len(t.Shape) - 1; d >= 0; d-- {
		size := ir.OpFoldResult{Const: t.Shape[d]}
		if t.Shape[d] == ir.Dynamic {
			size = ir.OpFoldResult{Value: memref.NewDim(x.Builder, p.memory, x.constant(int64(d)))}
		}
		p.dims[d] = dimension{size, stride}
		if t.Layout != nil {
			p.dims[d].stride = ir.OpFoldResult{Const: strides[d]}
		}
		stride = x.times(stride, size)
	}
	if t.Layout != nil && (offset == ir.Dynamic || slices.Contains(strides, ir.Dynamic)) {
		p.dims = p.dims[:0] // stands for the memref as it is
		p.offset = ir.OpFoldResult{Const: ir.Dynamic}
	}
	return nil
}

// entry returns an entry of a list in what is emitted: a number if it is known.
func (x *expander) entry(e ir.OpFoldResult) ir.OpFoldResult {
	if e.Value == nil {
		return e
	}
	if n, ok := x.number(e.Value); ok {
		return ir.OpFoldResult{Const: n}
	}
	return ir.OpFoldResult{Value: x.lookup(e.Value)}
}

func (x *expander) value(e ir.OpFoldResult) *ir.Value {
	if e.Value != nil {
		return e.Value
	}
	return x.constant(e.Const)
}

func (x *expander) add(a, b ir.OpFoldResult) ir.OpFoldResult {
	switch {
	case a.Value == nil && b.Value == nil:
		return ir.OpFoldResult{Const: a.Const + b.Const}
	case a.Value == nil && a.Const == 0:
		return b
	case b.Value == nil && b.Const == 0:
		return a
	}
	return ir.OpFoldResult{Value: arith.Binary(x.Builder, arith.AddI, x.value(a), x.value(b))}
}

func (x *expander) times(a, b ir.OpFoldResult) ir.OpFoldResult {
	switch {
	case a.Value == nil && b.Value == nil:
		return ir.OpFoldResult{Const: a.Const * b.Const}
	case a.Value == nil && a.Const == 0, b.Value == nil && b.Const == 0:
		return ir.OpFoldResult{}
	case a.Value == nil && a.Const == 1:
		return b
	case b.Value == nil && b.Const == 1:
		return a
	}
	return ir.OpFoldResult{Value: arith.Binary(x.Builder, arith.MulI, x.value(a), x.value(b))}
}

// asItIs reports whether a part stands for a memref whose strides only the program knows.
func (p *part) asItIs() bool { return p.offset.Value == nil && p.offset.Const == ir.Dynamic }

// elements returns the number of elements of a part; known is false if the program computes it.
func (p *part) elements() (n int64, known bool) {
	if p.asItIs() {
		n = 1
		for _, size := range p.memory.Type().(*ir.MemRefType).Shape {
			if size == ir.Dynamic {
				return 0, false
			}
			n *= size
		}
		return n, true
	}
	n = 1
	for _, d := range p.dims {
		if d.size.Value != nil || d.size.Const == ir.Dynamic {
			return 0, false
		}
		n *= d.size.Const
	}
	return n, true
}

// copy makes a node copy one part to another one.
func (x *expander) copy(op *ir.Op, n *node, from, to *part) error {
	x.Loc = op.Loc()
	var source, target *ir.Value
	f, t := from.memory.Type().(*ir.MemRefType), to.memory.Type().(*ir.MemRefType)
	if f.Elem != t.Elem {
		return op.Errorf(codeSize, "copies elements of type '%v' to memory with elements of type '%v'",
			f.Elem, t.Elem)
	}
	if from.asItIs() || to.asItIs() || from.isWhole() && to.isWhole() && slices.Equal(f.Shape, t.Shape) {
		if !slices.Equal(f.Shape, t.Shape) {
			return op.Errorf(codeUnsupported,
				"'%s' moves a memref with strides that only the program knows to one "+
					"of another shape", op.Name()).Suggest("give offsets, sizes and strides")
		}
		source, target = from.memory, to.memory
	} else {
		a, b, err := x.align(op, from, to)
		if err != nil {
			return err
		}
		source, target = x.view(a), x.view(b)
	}
	x.InBlock(n.block, func() { x.name(memref.NewCopy(x.Builder, source, target), op.Name()) })
	return nil
}

// isWhole reports whether a part is all of a memref without a layout.
func (p *part) isWhole() bool {
	t := p.memory.Type().(*ir.MemRefType)
	if t.Layout != nil || len(p.dims) != len(t.Shape) || p.offset.Value != nil || p.offset.Const != 0 {
		return false
	}
	stride := int64(1)
	for d := len(t.Shape) - 1; d >= 0; d-- {
		dim := p.dims[d]
		if dim.size.Value != nil || dim.stride.Value != nil || dim.size.Const != t.Shape[d] ||
			dim.stride.Const != stride {
			return false
		}
		stride *= t.Shape[d]
	}
	return true
}

// view emits the memref that is a part.
func (x *expander) view(p *part) *ir.Value {
	t := p.memory.Type().(*ir.MemRefType)
	if p.isWhole() {
		return p.memory
	}
	var sizes, strides []ir.OpFoldResult
	for _, d := range p.dims {
		sizes, strides = append(sizes, d.size), append(strides, d.stride)
	}
	shape, _ := ir.SplitIndices(sizes)
	steps, _ := ir.SplitIndices(strides)
	offset, _ := ir.SplitIndices([]ir.OpFoldResult{p.offset})
	typ := x.Ctx.MemRef(shape, t.Elem, x.Ctx.Strided(offset[0], steps), t.MemorySpace)
	return memref.NewReinterpretCast(x.Builder, typ, p.memory, p.offset, sizes, strides)
}

// align returns two parts with the same sizes that have the elements of from and to in the same order. Sizes
// of 1 are left out, and a size that is a product of sizes of the other side is split.
func (x *expander) align(op *ir.Op, from, to *part) (*part, *part, error) {
	n, known := from.elements()
	m, both := to.elements()
	if known && both && n != m {
		return nil, nil, op.Errorf(codeSize, "reads %d elements and writes %d", n, m).
			Suggest("the products of the sizes are equal")
	}
	a, b := &part{memory: from.memory, offset: from.offset}, &part{memory: to.memory, offset: to.offset}
	f, t := proper(from.dims), proper(to.dims)
	for len(f) > 0 && len(t) > 0 {
		i, j := len(f)-1, len(t)-1
		s, u := f[i].size, t[j].size
		switch {
		case s.Value != nil || u.Value != nil || s.Const == u.Const:
			if u.Value != nil {
				s = u
			}
			a.dims, b.dims = append(a.dims, dimension{s, f[i].stride}),
				append(b.dims, dimension{s, t[j].stride})
			f, t = f[:i], t[:j]
		case s.Const%u.Const == 0:
			a.dims, b.dims = append(a.dims, dimension{u, f[i].stride}), append(b.dims, t[j])
			f[i], t = x.outer(f[i], u), t[:j]
		case u.Const%s.Const == 0:
			a.dims, b.dims = append(a.dims, f[i]), append(b.dims, dimension{s, t[j].stride})
			f, t[j] = f[:i], x.outer(t[j], s)
		default:
			return nil, nil, op.Errorf(codeUnsupported, "'%s' moves rows of %d elements to rows of %d",
				op.Name(),
				s.Const, u.Const).Suggest("use sizes of which one divides the other, the innermost first")
		}
	}
	if len(f)+len(t) > 0 {
		return nil, nil, op.Errorf(codeUnsupported,
			"'%s' has %d more dimensions on one side, of sizes that are "+
				"not known", op.Name(), len(f)+len(t)).Suggest("make the sizes constants")
	}
	slices.Reverse(a.dims)
	slices.Reverse(b.dims)
	return a, b, nil
}

// proper returns a copy of dimensions without those of size 1.
func proper(dims []dimension) []dimension {
	return slices.DeleteFunc(slices.Clone(dims), func(d dimension) bool {
		return d.size.Value == nil && d.size.Const == 1
	})
}

// outer returns what is left of a dimension whose innermost n elements are a dimension of their own.
func (x *expander) outer(d dimension, n ir.OpFoldResult) dimension {
	return dimension{ir.OpFoldResult{Const: d.size.Const / n.Const}, x.times(d.stride, n)}
}
