package bufferizetensors

import (
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/dialect/tensor"
	"github.com/inflight-compiler/inflight/ir"
)

// Buffers of tensors are dense, so that a tensor with other dimensions is a view of the same buffer: nothing
// writes to either.

func (c *converter) collapse(op *ir.Op) error {
	from := c.buffers[op.Operand(0)]
	groups := ir.NamedAttr{Name: "reassociation", Value: op.Attr("reassociation")}
	t, _ := memref.CollapsedType(c.Context(), from.Type().(*ir.MemRefType), tensor.Reassociation(op))
	c.replace(op, ir.At(op).Make(memref.CollapseShape, []*ir.Value{from}, []ir.Type{t}, groups).Result(0))
	return nil
}

// expand takes extents that the type of the result has from there, and the others from the operation.
func (c *converter) expand(op *ir.Op) error {
	b := ir.At(op)
	t := c.bufferType(op.Result(0))
	sizes := ir.MixedIndices(op.Ints("static_output_shape"), op.Operands()[1:])
	for d, extent := range t.Shape {
		if extent != ir.Dynamic {
			sizes[d] = ir.OpFoldResult{Const: extent}
		}
	}
	static, values := ir.SplitIndices(sizes)
	made := b.Make(memref.ExpandShape, append([]*ir.Value{c.buffers[op.Operand(0)]}, values...), []ir.Type{t},
		ir.NamedAttr{Name: "reassociation", Value: op.Attr("reassociation")},
		ir.NamedAttr{Name: "static_output_shape", Value: b.Ctx.I64Array(static...)})
	c.replace(op, made.Result(0))
	return nil
}

func (c *converter) reshape(op *ir.Op) error {
	made := ir.At(op).Make(memref.Reshape, c.operands(op), c.types(op.ResultTypes()))
	c.replace(op, made.Result(0))
	return nil
}

// concat puts the inputs one behind the other into a buffer.
func (c *converter) concat(op *ir.Op) error {
	b := ir.At(op)
	dim, _ := op.IntAttr("dim")
	inputs := c.operands(op)
	ends := make([]ir.OpFoldResult, len(inputs)+1) // where each input begins, and the extent of all
	for i, v := range inputs {
		ends[i+1] = sum(b, ends[i], extent(b, v, int(dim)))
	}
	t := c.bufferType(op.Result(0))
	var sizes []*ir.Value
	for d, n := range t.Shape {
		switch {
		case n != ir.Dynamic:
		case int64(d) == dim:
			sizes = append(sizes, index(b, ends[len(inputs)]))
		default:
			sizes = append(sizes, index(b, extent(b, inputs[0], d)))
		}
	}
	to := c.allocSized(b, t, sizes)
	for i, v := range inputs {
		offsets := make([]ir.OpFoldResult, len(t.Shape))
		offsets[dim] = ends[i]
		memref.NewCopy(b, v, window(b, to, offsets, v))
	}
	c.replace(op, to)
	return nil
}

// window returns the view of a buffer that begins at some subscripts and has the extents of another buffer.
func window(b *ir.Builder, of *ir.Value, offsets []ir.OpFoldResult, like *ir.Value) *ir.Value {
	s := memref.Slice{Offsets: offsets}
	for d := range offsets {
		s.Sizes, s.Strides = append(s.Sizes, extent(b, like, d)), append(s.Strides, ir.OpFoldResult{Const: 1})
	}
	return memref.NewSubView(b, nil, of, s)
}

// extent returns the extent of a dimension of a buffer.
func extent(b *ir.Builder, of *ir.Value, d int) ir.OpFoldResult {
	if n := of.Type().(*ir.MemRefType).Shape[d]; n != ir.Dynamic {
		return ir.OpFoldResult{Const: n}
	}
	return ir.OpFoldResult{Value: memref.NewDim(b, of, arith.ConstIndex(b, int64(d)))}
}

// index returns an index as a value.
func index(b *ir.Builder, n ir.OpFoldResult) *ir.Value {
	if n.Value != nil {
		return n.Value
	}
	return arith.ConstIndex(b, n.Const)
}

// sum adds two indices.
func sum(b *ir.Builder, x, y ir.OpFoldResult) ir.OpFoldResult {
	switch {
	case x.Value == nil && y.Value == nil:
		return ir.OpFoldResult{Const: x.Const + y.Const}
	case x.Value == nil && x.Const == 0:
		return y
	case y.Value == nil && y.Const == 0:
		return x
	}
	return ir.OpFoldResult{Value: arith.Binary(b, arith.AddI, index(b, x), index(b, y))}
}
