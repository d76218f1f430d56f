package vector

import (
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// NewLoad makes a vector.load of type t.
func NewLoad(b *ir.Builder, t *ir.VectorType, m *ir.Value, subscripts ...*ir.Value) *ir.Value {
	return made(b, Load, t, append([]*ir.Value{m}, subscripts...))
}

// NewStore makes a vector.store of v.
func NewStore(b *ir.Builder, v, m *ir.Value, subscripts ...*ir.Value) *ir.Op {
	return b.Op(Store, append([]*ir.Value{v, m}, subscripts...))
}

// NewBroadcast makes a vector.broadcast of v to t.
func NewBroadcast(b *ir.Builder, t *ir.VectorType, v *ir.Value) *ir.Value {
	return made(b, Broadcast, t, []*ir.Value{v})
}

// NewStep makes a vector.step of n elements.
func NewStep(b *ir.Builder, n int64) *ir.Value {
	return made(b, Step, b.Ctx.Vector([]int64{n}, nil, b.Ctx.Index), nil)
}

// NewShapeCast makes a vector.shape_cast of v to t.
func NewShapeCast(b *ir.Builder, t *ir.VectorType, v *ir.Value) *ir.Value {
	return made(b, ShapeCast, t, []*ir.Value{v})
}

// NewTranspose makes a vector.transpose.
func NewTranspose(b *ir.Builder, v *ir.Value, permutation ...int64) *ir.Value {
	t := vectorType(v)
	shape := make([]int64, len(permutation))
	var scalable []bool
	for to, from := range permutation {
		shape[to] = t.Shape[from]
		if t.Scalable != nil {
			scalable = append(scalable, t.Scalable[from])
		}
	}
	return b.Create(ir.OpState{Def: Transpose, Operands: []*ir.Value{v},
		Results: []ir.Type{b.Ctx.Vector(shape, scalable, t.Elem)},
		Attrs:   []ir.NamedAttr{{Name: "permutation", Value: b.Ctx.I64Array(permutation...)}}}).Result(0)
}

// NewMask makes a vector.mask around the operation that masked makes, whose result has type t.
func NewMask(b *ir.Builder, mask *ir.Value, t ir.Type, masked func(*ir.Builder) *ir.Value) *ir.Value {
	op := b.Create(ir.OpState{Def: Mask, Operands: []*ir.Value{mask}, Results: []ir.Type{t},
		Regions: []*ir.Region{b.NewRegion()}})
	block := b.NewBlock()
	op.Region(0).Append(block)
	b.InBlock(block, func() { b.Op(Yield, []*ir.Value{masked(b)}) })
	return op.Result(0)
}

// NewBitCast makes a vector.bitcast of v to t.
func NewBitCast(b *ir.Builder, t *ir.VectorType, v *ir.Value) *ir.Value {
	return made(b, BitCast, t, []*ir.Value{v})
}

// NewConstantMask makes a vector.constant_mask of type t.
func NewConstantMask(b *ir.Builder, t *ir.VectorType, sizes ...int64) *ir.Value {
	return b.Create(ir.OpState{
		Def: ConstantMask, Results: []ir.Type{t},
		Attrs: []ir.NamedAttr{{Name: "mask_dim_sizes", Value: b.Ctx.I64Array(sizes...)}},
	}).Result(0)
}

// NewCreateMask makes a vector.create_mask of type t.
func NewCreateMask(b *ir.Builder, t *ir.VectorType, sizes ...*ir.Value) *ir.Value {
	return made(b, CreateMask, t, sizes)
}

// NewGather makes a vector.gather. Its type is that of pass, which has the elements that the mask does not
// select.
func NewGather(b *ir.Builder, m *ir.Value, offsets []*ir.Value, indices, mask, pass *ir.Value) *ir.Value {
	return made(b, Gather, pass.Type(), append(append([]*ir.Value{m}, offsets...), indices, mask, pass))
}

// NewScatter makes a vector.scatter of v to a memref.
func NewScatter(b *ir.Builder, m *ir.Value, offsets []*ir.Value, indices, mask, v *ir.Value) *ir.Op {
	return b.Create(ir.OpState{
		Def: Scatter, Results: []ir.Type{},
		Operands: append(append([]*ir.Value{m}, offsets...), indices, mask, v),
	})
}

// NewMaskedLoad makes a vector.maskedload. Its type is that of pass.
func NewMaskedLoad(b *ir.Builder, m *ir.Value, subscripts []*ir.Value, mask, pass *ir.Value) *ir.Value {
	return made(b, MaskedLoad, pass.Type(), append(append([]*ir.Value{m}, subscripts...), mask, pass))
}

// NewMaskedStore makes a vector.maskedstore of v.
func NewMaskedStore(b *ir.Builder, m *ir.Value, subscripts []*ir.Value, mask, v *ir.Value) *ir.Op {
	return b.Op(MaskedStore, append(append([]*ir.Value{m}, subscripts...), mask, v))
}

// NewExtract makes a vector.extract at a position.
func NewExtract(b *ir.Builder, v *ir.Value, position ...ir.OpFoldResult) *ir.Value {
	static, values := ir.SplitIndices(position)
	return b.Op(Extract, append([]*ir.Value{v}, values...), positionOf(b.Ctx, static)).Result(0)
}

// NewInsert makes a vector.insert of v into a vector at a position.
func NewInsert(b *ir.Builder, v, into *ir.Value, position ...ir.OpFoldResult) *ir.Value {
	static, values := ir.SplitIndices(position)
	return b.Op(Insert, append([]*ir.Value{v, into}, values...), positionOf(b.Ctx, static)).Result(0)
}

// NewShuffle makes a vector.shuffle.
func NewShuffle(b *ir.Builder, x, y *ir.Value, mask ...int64) *ir.Value {
	return b.Op(Shuffle, []*ir.Value{x, y},
		ir.NamedAttr{Name: "mask", Value: b.Ctx.I64Array(mask...)}).Result(0)
}

// NewFMA makes a vector.fma.
func NewFMA(b *ir.Builder, x, y, z *ir.Value) *ir.Value {
	return b.Op(FMA, []*ir.Value{x, y, z}).Result(0)
}

// NewReduction makes a vector.reduction; acc may be nil.
func NewReduction(b *ir.Builder, kind int64, v, acc *ir.Value) *ir.Value {
	operands := []*ir.Value{v}
	if acc != nil {
		operands = append(operands, acc)
	}
	return b.Create(ir.OpState{
		Def: Reduction, Operands: operands, Results: []ir.Type{vectorType(v).Elem},
		Attrs: []ir.NamedAttr{{Name: "kind", Value: b.Ctx.Enum(CombiningKind, kind)}},
	}).Result(0)
}

// NewFromElements makes a vector.from_elements of type t.
func NewFromElements(b *ir.Builder, t *ir.VectorType, elements ...*ir.Value) *ir.Value {
	return made(b, FromElements, t, elements)
}

func made(b *ir.Builder, def *ir.OpDef, t ir.Type, operands []*ir.Value) *ir.Value {
	return b.Create(ir.OpState{Def: def, Operands: operands, Results: []ir.Type{t}}).Result(0)
}

func positionOf(c *ir.Context, static []int64) ir.NamedAttr {
	return ir.NamedAttr{Name: positionAttr.Name, Value: c.I64Array(static...)}
}

// NewTransferRead makes a vector.transfer_read of type t. It ignores x.Vector.
func NewTransferRead(b *ir.Builder, t *ir.VectorType, x Transfer) *ir.Op {
	operands := append(append([]*ir.Value{x.Base}, x.Indices...), x.Padding)
	return newTransfer(b, TransferRead, x, operands, []ir.Type{t},
		segments(1, len(x.Indices), 1, x.Mask != nil))
}

// NewTransferWrite makes a vector.transfer_write. A write to a tensor has a result.
func NewTransferWrite(b *ir.Builder, x Transfer) *ir.Op {
	results := []ir.Type{}
	if t := x.Base.Type(); constraint.RankedTensor.Match(t) {
		results = append(results, t)
	}
	operands := append([]*ir.Value{x.Vector, x.Base}, x.Indices...)
	return newTransfer(b, TransferWrite, x, operands, results, segments(1, 1, len(x.Indices), x.Mask != nil))
}

func newTransfer(b *ir.Builder, def *ir.OpDef, x Transfer, operands []*ir.Value, results []ir.Type,
	sizes []int64) *ir.Op {
	if x.Mask != nil {
		operands = append(operands, x.Mask)
	}
	inBounds := make([]ir.Attr, len(x.InBounds))
	for i, is := range x.InBounds {
		inBounds[i] = b.Ctx.Bool(is)
	}
	return b.Create(ir.OpState{Def: def, Operands: operands, Results: results, Attrs: []ir.NamedAttr{
		{Name: permutationAttr.Name, Value: b.Ctx.AffineMap(x.Map)},
		{Name: inBoundsAttr.Name, Value: b.Ctx.Array(inBounds)},
		{Name: constraint.OperandSegmentSize.Name, Value: b.Ctx.I32Array(sizes...)},
	}})
}
