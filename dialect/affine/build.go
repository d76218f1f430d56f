package affine

import (
	"github.com/inflight-compiler/inflight/ir"
	aff "github.com/inflight-compiler/inflight/ir/affine"
)

// NewApply makes an affine.apply of the map, which has one result, to operands.
func NewApply(b *ir.Builder, m *aff.Map, operands ...*ir.Value) *ir.Value {
	return newMapped(b, Apply, Access{m, operands})
}

// NewMin makes an affine.min.
func NewMin(b *ir.Builder, m *aff.Map, operands ...*ir.Value) *ir.Value {
	return newMapped(b, Min, Access{m, operands})
}

// NewMax makes an affine.max.
func NewMax(b *ir.Builder, m *aff.Map, operands ...*ir.Value) *ir.Value {
	return newMapped(b, Max, Access{m, operands})
}

func newMapped(b *ir.Builder, def *ir.OpDef, a Access) *ir.Value {
	return b.Op(def, a.Operands, mapNamed(b.Ctx, "map", a.Map)).Result(0)
}

func mapNamed(c *ir.Context, name string, m *aff.Map) ir.NamedAttr {
	return ir.NamedAttr{Name: name, Value: c.AffineMap(m)}
}

// NewLoad makes an affine.load of m at the results of the access.
func NewLoad(b *ir.Builder, m *ir.Value, at Access) *ir.Value {
	return b.Op(Load, append([]*ir.Value{m}, at.Operands...), mapNamed(b.Ctx, "map", at.Map)).Result(0)
}

// NewStore makes an affine.store of v to m at the results of the access.
func NewStore(b *ir.Builder, v, m *ir.Value, at Access) *ir.Op {
	return b.Op(Store, append([]*ir.Value{v, m}, at.Operands...), mapNamed(b.Ctx, "map", at.Map))
}

// NewVectorLoad makes an affine.vector_load of type t from m at the results of the access.
func NewVectorLoad(b *ir.Builder, t *ir.VectorType, m *ir.Value, at Access) *ir.Value {
	return b.Create(ir.OpState{
		Def: VectorLoad, Operands: append([]*ir.Value{m}, at.Operands...), Results: []ir.Type{t},
		Attrs: []ir.NamedAttr{mapNamed(b.Ctx, "map", at.Map)},
	}).Result(0)
}

// NewVectorStore makes an affine.vector_store of v to m at the results of the access.
func NewVectorStore(b *ir.Builder, v, m *ir.Value, at Access) *ir.Op {
	return b.Op(VectorStore, append([]*ir.Value{v, m}, at.Operands...), mapNamed(b.Ctx, "map", at.Map))
}

// Direct is the access whose subscripts are the values themselves, which must be dimensions.
func Direct(indices ...*ir.Value) Access { return Access{aff.Identity(len(indices)), indices} }

// ConstantBound is the loop bound v.
func ConstantBound(v int64) Access { return Access{Map: aff.ConstantMap(v)} }

// SymbolBound is the loop bound v, a symbol.
func SymbolBound(v *ir.Value) Access { return Access{aff.SymbolIdentity(), []*ir.Value{v}} }

// NewFor makes an affine.for without carried values; body fills it and the
// terminator is added.
func NewFor(b *ir.Builder, lower, upper Access, step int64, body func(b *ir.Builder, iv *ir.Value)) *ir.Op {
	return NewForWith(b, lower, upper, step, nil,
		func(b *ir.Builder, iv *ir.Value, _ []*ir.Value) []*ir.Value {
			body(b, iv)
			return nil
		})
}

// NewForWith makes an affine.for that carries values, which start as inits. body returns the values of the
// next iteration.
func NewForWith(b *ir.Builder, lower, upper Access, step int64, inits []*ir.Value,
	body func(b *ir.Builder, iv *ir.Value, carried []*ir.Value) []*ir.Value) *ir.Op {
	block := ir.NewBlock(b.Ctx.Index)
	types := make([]ir.Type, len(inits))
	for i, v := range inits {
		types[i] = v.Type()
		block.AddArg(v.Type(), nil)
	}
	operands := append(append(append([]*ir.Value(nil), lower.Operands...), upper.Operands...), inits...)
	op := b.Create(ir.OpState{
		Def: For, Operands: operands, Results: types, Regions: []*ir.Region{ir.NewRegion(block)},
		Attrs: []ir.NamedAttr{
			mapNamed(b.Ctx, "lowerBoundMap", lower.Map), mapNamed(b.Ctx, "upperBoundMap", upper.Map),
			{Name: "step", Value: b.Ctx.IndexAttr(step)},
			forSegments(b.Ctx, len(lower.Operands), len(upper.Operands), len(inits)),
		},
	})
	b.InBlock(block, func() {
		b.Op(Yield, body(b, block.Arg(0), block.Args()[1:]))
	})
	return op
}

func forSegments(c *ir.Context, counts ...int) ir.NamedAttr {
	sizes := make([]int64, len(counts))
	for i, n := range counts {
		sizes[i] = int64(n)
	}
	return ir.NamedAttr{Name: "operandSegmentSizes", Value: c.I32Array(sizes...)}
}

// NewIf makes an affine.if without results; then and other fill its regions,
// and other may be nil.
func NewIf(b *ir.Builder, set *aff.Set, operands []*ir.Value, then, other func(b *ir.Builder)) *ir.Op {
	regions := []*ir.Region{newBranch(b, then), ir.NewRegion()}
	if other != nil {
		regions[1] = newBranch(b, other)
	}
	return b.Create(ir.OpState{
		Def: If, Operands: operands, Results: []ir.Type{}, Regions: regions,
		Attrs: []ir.NamedAttr{{Name: "condition", Value: b.Ctx.IntegerSet(set)}},
	})
}

func newBranch(b *ir.Builder, fill func(b *ir.Builder)) *ir.Region {
	block := ir.NewBlock()
	b.InBlock(block, func() {
		fill(b)
		b.Op(Yield, nil)
	})
	return ir.NewRegion(block)
}

// SetBounds replaces the bounds of an affine.for.
func SetBounds(op *ir.Op, lower, upper Access) {
	inits := op.OperandsOf(2)
	op.SetOperands(append(append(append([]*ir.Value(nil), lower.Operands...), upper.Operands...), inits...))
	for _, a := range []ir.NamedAttr{
		mapNamed(op.Context(), "lowerBoundMap", lower.Map),
		mapNamed(op.Context(), "upperBoundMap", upper.Map),
		forSegments(op.Context(), len(lower.Operands), len(upper.Operands), len(inits)),
	} {
		op.SetAttr(a.Name, a.Value)
	}
}

// NewParallel makes an affine.parallel of one dimension. The caller fills its body and adds the terminator.
// kinds has the ir.AtomicKind by which each result, of the given types, is combined.
func NewParallel(b *ir.Builder, lower, upper Access, step int64, kinds []int64, types []ir.Type) *ir.Op {
	one := func(m *aff.Map) ir.Attr { return groupSizesAttr(b.Ctx, []int64{int64(len(m.Results))}) }
	return b.Create(ir.OpState{
		Def: Parallel, Operands: append(append([]*ir.Value(nil), lower.Operands...), upper.Operands...),
		Results: append([]ir.Type{}, types...), Regions: []*ir.Region{ir.NewRegion(ir.NewBlock(b.Ctx.Index))},
		Attrs: []ir.NamedAttr{
			{Name: "reductions", Value: int64sAttr(b.Ctx, kinds)},
			mapNamed(b.Ctx, "lowerBoundsMap", lower.Map), {Name: "lowerBoundsGroups", Value: one(lower.Map)},
			mapNamed(b.Ctx, "upperBoundsMap", upper.Map), {Name: "upperBoundsGroups", Value: one(upper.Map)},
			{Name: "steps", Value: int64sAttr(b.Ctx, []int64{step})},
		},
	})
}
