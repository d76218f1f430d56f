package bufferizetensors

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/linalg"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/dialect/tensor"
	"github.com/inflight-compiler/inflight/ir"
)

// generate has a structured operation compute each element from its subscripts.
func (c *converter) generate(op *ir.Op) error {
	to := c.allocSized(ir.At(op), c.bufferType(op.Result(0)), op.Operands())
	c.replace(op, to)
	return c.compute(op, to)
}

// pad fills a buffer with what stands around the source, and copies the source into the middle.
func (c *converter) pad(op *ir.Op) error {
	b := ir.At(op)
	from := c.buffers[op.Operand(0)]
	low, high := tensor.Padding(op)
	t := c.bufferType(op.Result(0))
	var sizes []*ir.Value
	for d, n := range t.Shape {
		if n == ir.Dynamic {
			sizes = append(sizes, index(b, sum(b, sum(b, low[d], extent(b, from, d)), high[d])))
		}
	}
	to := c.allocSized(b, t, sizes)
	c.replace(op, to)
	if err := c.compute(op, to); err != nil {
		return err
	}
	inside := cropped(b, from, low, high)
	if inside == nil {
		return nil
	}
	for d, n := range low {
		if n.Value == nil {
			low[d].Const = max(n.Const, 0)
		}
	}
	memref.NewCopy(b, inside, window(b, to, low, inside))
	return nil
}

// cropped returns the view of a buffer without what a negative padding takes away at either end; nil if that
// certainly is everything.
func cropped(b *ir.Builder, from *ir.Value, low, high []ir.OpFoldResult) *ir.Value {
	negative := func(n ir.OpFoldResult) bool { return n.Value == nil && n.Const < 0 }
	if !slices.ContainsFunc(slices.Concat(low, high), negative) {
		return from
	}
	var s memref.Slice
	for d := range low {
		whole, size, first := extent(b, from, d), extent(b, from, d), ir.OpFoldResult{}
		if negative(low[d]) {
			first = least(b, whole, ir.OpFoldResult{Const: -low[d].Const})
			size = beyond(b, size, low[d])
		}
		if negative(high[d]) {
			size = beyond(b, size, high[d])
		}
		s.Offsets, s.Sizes, s.Strides = append(s.Offsets, first), append(s.Sizes, size),
			append(s.Strides, ir.OpFoldResult{Const: 1})
	}
	if slices.Contains(s.Sizes, ir.OpFoldResult{}) {
		return nil
	}
	return memref.NewSubView(b, nil, from, s)
}

// least returns the smaller of two indices, and beyond the sum of two, or 0 if that is negative.
func least(b *ir.Builder, x, y ir.OpFoldResult) ir.OpFoldResult {
	if x.Value == nil && y.Value == nil {
		return ir.OpFoldResult{Const: min(x.Const, y.Const)}
	}
	return ir.OpFoldResult{Value: arith.Binary(b, arith.MinSI, index(b, x), index(b, y))}
}

func beyond(b *ir.Builder, x, y ir.OpFoldResult) ir.OpFoldResult {
	n := sum(b, x, y)
	if n.Value == nil {
		return ir.OpFoldResult{Const: max(n.Const, 0)}
	}
	return ir.OpFoldResult{Value: arith.Binary(b, arith.MaxSI, n.Value, arith.ConstIndex(b, 0))}
}

// compute has the body of an operation compute the elements of a buffer from their subscripts.
func (c *converter) compute(op *ir.Op, to *ir.Value) error {
	b := ir.At(op)
	body := op.Body()
	hoist(op)
	if yield := body.Last(); body.First() == yield && yield.Operand(0).ParentBlock() != body {
		linalg.NewFill(b, yield.Operand(0), to)
		return nil
	}
	made := linalg.NewPointwise(b, nil, to, func(b *ir.Builder, _ []*ir.Value) *ir.Value {
		for d, arg := range body.Args() {
			arg.ReplaceAllUsesWith(
				b.Op(linalg.Index, nil,
					ir.NamedAttr{Name: "dim", Value: b.Ctx.Int(b.Ctx.I64, int64(d))}).Result(0))
		}
		for _, inner := range slices.Collect(body.OpsWithoutTerminator()) {
			inner.MoveToEnd(b.Block())
		}
		return body.Last().Operand(0)
	})
	return c.block(made.Body())
}

// hoist moves what the body of an operation computes for all elements alike in front of it.
func hoist(op *ir.Op) {
	for _, inner := range slices.Collect(op.Body().OpsWithoutTerminator()) {
		inside := slices.ContainsFunc(inner.Operands(), func(v *ir.Value) bool {
			return v.ParentBlock() == op.Body()
		})
		if inner.Has(ir.Pure) && inner.NumRegions() == 0 && !inside {
			inner.MoveBefore(op)
		}
	}
}

// elementwise makes a structured operation of one that computes each element of its result from those at the
// same place. Operands that are no tensors serve all places.
func (c *converter) elementwise(op *ir.Op) error {
	b := ir.At(op)
	var inputs []*ir.Value
	for _, v := range op.Operands() {
		if c.isTensor(v) {
			inputs = append(inputs, c.buffers[v])
		}
	}
	t := c.bufferType(op.Result(0))
	to := c.alloc(b, t, inputs[0])
	linalg.NewPointwise(b, inputs, to, func(b *ir.Builder, elements []*ir.Value) *ir.Value {
		operands := op.Operands()
		for i, v := range operands {
			if c.isTensor(v) {
				operands[i], elements = elements[0], elements[1:]
			}
		}
		return b.Create(ir.OpState{Def: op.Def(), Operands: operands, Results: []ir.Type{t.Elem},
			Properties: op.Properties(), Attrs: op.Attrs()}).Result(0)
	})
	c.replace(op, to)
	return nil
}

// bitcast takes each element for one of the other type.
func (c *converter) bitcast(op *ir.Op) error {
	b := ir.At(op)
	from, t := c.buffers[op.Operand(0)], c.bufferType(op.Result(0))
	to := c.alloc(b, t, from)
	linalg.NewPointwise(b, []*ir.Value{from}, to, func(b *ir.Builder, elements []*ir.Value) *ir.Value {
		return arith.Cast(b, arith.Bitcast, elements[0], t.Elem)
	})
	c.replace(op, to)
	return nil
}
