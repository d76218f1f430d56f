package memref

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/internal/reassociation"
	"github.com/inflight-compiler/inflight/ir"
)

func init() {
	for _, def := range []*ir.OpDef{Alloc, Alloca} {
		def.Canonicalize = []ir.Pattern{
			{Name: "static-alloc", Rewrite: staticAlloc},
			{Name: "dead-alloc", Rewrite: deadAlloc},
		}
	}
	Realloc.Canonicalize = []ir.Pattern{{Name: "dead-alloc", Rewrite: deadAlloc}}
	AllocaScope.Canonicalize = []ir.Pattern{{Name: "inline-alloca-scope", Rewrite: inlineScope}}
	Copy.Canonicalize = []ir.Pattern{
		{Name: "empty-copy", Rewrite: emptyCopy},
		{Name: "self-copy", Rewrite: selfCopy},
	}
	Dim.Canonicalize = []ir.Pattern{{Name: "dim-of-reshape", Rewrite: dimOfReshape}}
	SubView.Canonicalize = []ir.Pattern{
		{Name: "static-subview", Rewrite: staticSubView},
		{Name: "subview-of-cast", Rewrite: subViewOfCast},
		{Name: "trivial-subview", Rewrite: trivialSubView},
	}
	ReinterpretCast.Canonicalize = []ir.Pattern{
		{Name: "static-reinterpret-cast", Rewrite: staticReinterpretCast},
		{Name: "reinterpret-cast-of-metadata", Rewrite: reinterpretCastOfMetadata},
	}
	View.Canonicalize = []ir.Pattern{
		{Name: "static-view", Rewrite: staticView},
		{Name: "view-of-cast", Rewrite: viewOfCast},
	}
	CollapseShape.Canonicalize = []ir.Pattern{
		{Name: "collapse-of-collapse", Rewrite: collapseOfCollapse},
		{Name: "collapse-of-cast", Rewrite: collapseOfCast},
	}
	ExpandShape.Canonicalize = []ir.Pattern{{Name: "expand-of-expand", Rewrite: expandOfExpand}}
	ExtractStridedMetadata.Canonicalize = []ir.Pattern{{Name: "static-metadata", Rewrite: staticMetadata}}
}

// staticShape returns the shape in which dynamic extents that are constants are numbers, and the values of
// the extents that stay dynamic.
func staticShape(shape []int64, sizes []*ir.Value) (known []int64, left []*ir.Value) {
	known = slices.Clone(shape)
	for i, d := range known {
		if d != ir.Dynamic {
			continue
		}
		if v, ok := ir.ConstInt(sizes[0]); ok && v >= 0 {
			known[i] = v
		} else {
			left = append(left, sizes[0])
		}
		sizes = sizes[1:]
	}
	return known, left
}

// replaceWithCast replaces op with a cast of v to its type.
func replaceWithCast(rw *ir.Rewriter, op *ir.Op, v *ir.Value) bool {
	rw.ReplaceWithNew(op, ir.OpState{Def: Cast, Operands: []*ir.Value{v}, Results: op.ResultTypes()})
	return true
}

// staticAlloc moves constant extents into the type.
func staticAlloc(op *ir.Op, rw *ir.Rewriter) bool {
	t := memRef(op.Result(0))
	sizes, symbols := op.OperandsOf(0), op.OperandsOf(1)
	shape, left := staticShape(t.Shape, sizes)
	if len(left) == len(sizes) {
		return false
	}
	attrs := []ir.NamedAttr{segmentSizes(rw.Ctx, int64(len(left)), int64(len(symbols)))}
	if a := op.Attr("alignment"); a != nil {
		attrs = append(attrs, ir.NamedAttr{Name: "alignment", Value: a})
	}
	rw.SetBefore(op)
	made := rw.Create(ir.OpState{
		Def: op.Def(), Loc: op.Loc(), Operands: append(left, symbols...), Attrs: attrs,
		Results: []ir.Type{rw.Ctx.MemRef(shape, t.Elem, t.Layout, t.MemorySpace)},
	})
	return replaceWithCast(rw, op, made.Result(0))
}

// deadAlloc erases memory that is only written and freed, with its uses.
func deadAlloc(op *ir.Op, rw *ir.Rewriter) bool {
	m := op.Result(0)
	for u := range m.Uses() {
		stored := u.Owner().Is(Store) && u.Owner().Operand(0) != m
		if !stored && !u.Owner().Is(Dealloc) {
			return false
		}
	}
	for u := range m.Uses() {
		rw.Erase(u.Owner())
	}
	rw.Erase(op)
	return true
}

// inlineScope removes a scope that allocates nothing, or that ends where the scope around it ends.
func inlineScope(op *ir.Op, rw *ir.Rewriter) bool {
	if mayAllocate(op) && !(op.Parent().Has(ir.AllocationScope) && op.Next() == op.Block().Terminator() &&
		len(op.Block().Region().Blocks()) == 1) {
		return false
	}
	end := op.Body().Terminator()
	for inner := range op.Body().OpsWithoutTerminator() {
		inner.MoveBefore(op)
		rw.Modified(inner)
	}
	rw.Replace(op, end.Operands()...)
	return true
}

// mayAllocate reports whether an operation in op may allocate memory that lives until the scope ends.
// Operations in an inner scope do not count.
func mayAllocate(op *ir.Op) bool {
	for _, r := range op.Regions() {
		for _, b := range r.Blocks() {
			for inner := range b.Ops() {
				if takesScopedMemory(inner) || !inner.Has(ir.AllocationScope) && mayAllocate(inner) {
					return true
				}
			}
		}
	}
	return false
}

// takesScopedMemory reports whether the operation is an alloca or has unknown effects.
func takesScopedMemory(op *ir.Op) bool {
	const known = ir.Pure | ir.RecursiveEffects
	return op.Is(Alloca) || op.Def().Effects == nil && op.Def().Traits&known == 0
}

func emptyCopy(op *ir.Op, rw *ir.Rewriter) bool {
	for _, v := range op.Operands() {
		if slices.Contains(memRef(v).Shape, 0) {
			rw.Erase(op)
			return true
		}
	}
	return false
}

func selfCopy(op *ir.Op, rw *ir.Rewriter) bool {
	if op.Operand(0) != op.Operand(1) {
		return false
	}
	rw.Erase(op)
	return true
}

// dimOfReshape replaces the extent of a reshape by a load from its shape operand. The load stands right
// behind the reshape, so that the shape has not changed since.
func dimOfReshape(op *ir.Op, rw *ir.Rewriter) bool {
	reshape := op.Operand(0).DefinedBy(Reshape)
	index := op.Operand(1)
	cast := rw.Ctx.OpDef("arith.index_cast")
	if reshape == nil || cast == nil || !availableAt(index, reshape) {
		return false
	}
	rw.SetAfter(reshape)
	rw.Loc = op.Loc()
	v := NewLoad(rw.Builder, reshape.Operand(1), index)
	if v.Type() != op.Result(0).Type() {
		v = rw.Create(ir.OpState{Def: cast, Operands: []*ir.Value{v}, Results: op.ResultTypes()}).Result(0)
	}
	rw.Replace(op, v)
	return true
}

// availableAt reports whether v is known to be defined before op: earlier in its block, or as an argument of
// a block around it.
func availableAt(v *ir.Value, op *ir.Op) bool {
	if made := v.DefiningOp(); made != nil {
		return made.Block() == op.Block() && made.IsBefore(op)
	}
	for b := op.Block(); b != nil; b = b.ParentOp().Block() {
		if b == v.Owner() {
			return true
		}
		if b.ParentOp() == nil {
			break
		}
	}
	return false
}

// staticList replaces constants of an index list by numbers, if ok accepts them.
func staticList(list []ir.OpFoldResult, ok func(int64) bool) (folded []ir.OpFoldResult, changed bool) {
	folded = slices.Clone(list)
	for i, e := range list {
		if e.Value == nil {
			continue
		}
		if v, isConst := ir.ConstInt(e.Value); isConst && ok(v) {
			folded[i], changed = ir.OpFoldResult{Const: v}, true
		}
	}
	return folded, changed
}

func notNegative(v int64) bool { return v >= 0 }
func isKnown(v int64) bool     { return v != ir.Dynamic }

// static returns the slice with numbers in place of constants.
func (s Slice) static() (Slice, bool) {
	offsets, a := staticList(s.Offsets, notNegative)
	sizes, b := staticList(s.Sizes, notNegative)
	strides, c := staticList(s.Strides, isKnown)
	return Slice{offsets, sizes, strides}, a || b || c
}

// leaves reports whether the slice certainly has elements outside of a memref of that shape.
func (s Slice) leaves(shape []int64) bool {
	offsets, _ := ir.SplitIndices(s.Offsets)
	sizes, _ := ir.SplitIndices(s.Sizes)
	strides, _ := ir.SplitIndices(s.Strides)
	for i, extent := range shape {
		if _, beyond := lastElement(extent, offsets[i], sizes[i], strides[i]); beyond {
			return true
		}
	}
	return false
}

func staticSubView(op *ir.Op, rw *ir.Rewriter) bool {
	s, changed := SliceOf(op).static()
	if !changed || s.leaves(memRef(op.Operand(0)).Shape) {
		return false
	}
	t := keptType(rw.Ctx, memRef(op.Operand(0)), s, DroppedDims(op))
	rw.SetBefore(op)
	rw.Loc = op.Loc()
	return replaceWithCast(rw, op, NewSubView(rw.Builder, t, op.Operand(0), s))
}

// keptType returns the type of a subview without the dropped dimensions.
func keptType(c *ir.Context, source *ir.MemRefType, s Slice, dropped []bool) *ir.MemRefType {
	offsets, _ := ir.SplitIndices(s.Offsets)
	sizes, _ := ir.SplitIndices(s.Sizes)
	steps, _ := ir.SplitIndices(s.Strides)
	full := SubViewType(c, source, offsets, sizes, steps)
	if !slices.Contains(dropped, true) {
		return full
	}
	strides, offset, _ := Strides(full)
	var shape, kept []int64
	for i, d := range dropped {
		if !d {
			shape, kept = append(shape, full.Shape[i]), append(kept, strides[i])
		}
	}
	return withLayout(c, shape, full.Elem, kept, offset, full.MemorySpace)
}

// losesNothing reports whether a cast only removes information from its source type, so that a use of its
// result may use the source instead.
func losesNothing(cast *ir.Op) bool {
	from, to := memRef(cast.Operand(0)), memRef(cast.Result(0))
	if !from.Ranked || !to.Ranked || len(from.Shape) != len(to.Shape) {
		return false
	}
	fs, fo, ok := Strides(from)
	ts, to2, ok2 := Strides(to)
	if !ok || !ok2 || adds(fo, to2) {
		return false
	}
	for i := range fs {
		if adds(fs[i], ts[i]) || adds(from.Shape[i], to.Shape[i]) {
			return false
		}
	}
	return true
}

// adds reports whether to is known and from is not.
func adds(from, to int64) bool { return from == ir.Dynamic && to != ir.Dynamic }

func subViewOfCast(op *ir.Op, rw *ir.Rewriter) bool {
	cast := op.Operand(0).DefinedBy(Cast)
	if cast == nil || !losesNothing(cast) || anyConstant(op.Operands()[1:]) {
		return false
	}
	s := SliceOf(op)
	if s.leaves(memRef(cast.Operand(0)).Shape) {
		return false
	}
	t := keptType(rw.Ctx, memRef(cast.Operand(0)), s, DroppedDims(op))
	rw.SetBefore(op)
	rw.Loc = op.Loc()
	return replaceWithCast(rw, op, NewSubView(rw.Builder, t, cast.Operand(0), s))
}

func anyConstant(vs []*ir.Value) bool {
	return slices.ContainsFunc(vs, func(v *ir.Value) bool { return ir.ConstantValue(v) != nil })
}

// trivialSubView replaces a subview that selects all elements.
func trivialSubView(op *ir.Op, rw *ir.Rewriter) bool {
	source := memRef(op.Operand(0))
	if len(source.Shape) != len(memRef(op.Result(0)).Shape) || !isAll(MixedOffsets(op), 0) ||
		!isAll(MixedStrides(op), 1) {
		return false
	}
	for i, size := range MixedSizes(op) {
		if v, ok := constant(size); !ok || v != source.Shape[i] {
			return false
		}
	}
	if op.Operand(0).Type() == op.Result(0).Type() {
		rw.Replace(op, op.Operand(0))
		return true
	}
	return replaceWithCast(rw, op, op.Operand(0))
}

// staticReinterpretCast moves constants into the static lists and the type.
func staticReinterpretCast(op *ir.Op, rw *ir.Rewriter) bool {
	s, changed := SliceOf(op).static()
	if !changed {
		return false
	}
	offsets, _ := ir.SplitIndices(s.Offsets)
	sizes, _ := ir.SplitIndices(s.Sizes)
	strides, _ := ir.SplitIndices(s.Strides)
	old := memRef(op.Result(0))
	st := s.state(rw.Ctx, ReinterpretCast, op.Operand(0))
	st.Loc, st.Results = op.Loc(),
		[]ir.Type{withLayout(rw.Ctx, sizes, old.Elem, strides, offsets[0], old.MemorySpace)}
	rw.SetBefore(op)
	return replaceWithCast(rw, op, rw.Create(st).Result(0))
}

// reinterpretCastOfMetadata replaces a cast that rebuilds a memref from its metadata by that memref.
func reinterpretCastOfMetadata(op *ir.Op, rw *ir.Rewriter) bool {
	metadata := op.Operand(0).DefinedBy(ExtractStridedMetadata)
	if metadata == nil {
		return false
	}
	source := metadata.Operand(0)
	if !rebuilds(op, metadata) {
		op.SetOperand(0, source)
		rw.Modified(op)
		return true
	}
	if source.Type() == op.Result(0).Type() {
		rw.Replace(op, source)
		return true
	}
	return replaceWithCast(rw, op, source)
}

// rebuilds reports whether the cast has the offset, sizes and strides that the metadata operation returned.
func rebuilds(op, metadata *ir.Op) bool {
	source, got := memRef(metadata.Operand(0)), memRef(op.Result(0))
	n := len(source.Shape)
	if len(got.Shape) != n {
		return false
	}
	strides, offset, _ := Strides(source)
	gotStrides, gotOffset, _ := Strides(got)
	if !sameEntry(offset, metadata.Result(1), gotOffset, MixedOffsets(op)[0]) {
		return false
	}
	sizes, steps := MixedSizes(op), MixedStrides(op)
	for i := range n {
		if !sameEntry(source.Shape[i], metadata.Result(2+i), got.Shape[i], sizes[i]) ||
			!sameEntry(strides[i], metadata.Result(2+n+i), gotStrides[i], steps[i]) {
			return false
		}
	}
	return true
}

// sameEntry compares an entry of the source with one of the cast. Each is a number that the type has, or a
// value: a result of the metadata operation, or a listed operand of the cast.
func sameEntry(known int64, value *ir.Value, gotKnown int64, listed ir.OpFoldResult) bool {
	if v, ok := constant(listed); ok {
		gotKnown = v
	}
	if known != ir.Dynamic || gotKnown != ir.Dynamic {
		return known == gotKnown
	}
	return listed.Value == value
}

// staticView moves constant extents into the type.
func staticView(op *ir.Op, rw *ir.Rewriter) bool {
	t := memRef(op.Result(0))
	sizes := op.Operands()[2:]
	shape, left := staticShape(t.Shape, sizes)
	if len(left) == len(sizes) {
		return false
	}
	rw.SetBefore(op)
	made := rw.Create(ir.OpState{
		Def: View, Loc: op.Loc(), Operands: append([]*ir.Value{op.Operand(0), op.Operand(1)}, left...),
		Results: []ir.Type{rw.Ctx.MemRef(shape, t.Elem, t.Layout, t.MemorySpace)},
	})
	return replaceWithCast(rw, op, made.Result(0))
}

func viewOfCast(op *ir.Op, rw *ir.Rewriter) bool {
	cast := op.Operand(0).DefinedBy(Cast)
	if cast == nil || !bytes.Match(cast.Operand(0).Type()) || !HasIdentityLayout(memRef(cast.Operand(0))) {
		return false
	}
	op.SetOperand(0, cast.Operand(0))
	rw.Modified(op)
	return true
}

func contiguous(vs ...*ir.Value) bool {
	return !slices.ContainsFunc(vs, func(v *ir.Value) bool { return memRef(v).Layout != nil })
}

// composed replaces each member of the groups of outer by the group of inner with that number.
func composed(outer, inner [][]int64) [][]int64 {
	joined := make([][]int64, len(outer))
	for i, g := range outer {
		for _, d := range g {
			joined[i] = append(joined[i], inner[d]...)
		}
	}
	return joined
}

func collapseOfCollapse(op *ir.Op, rw *ir.Rewriter) bool {
	inner := op.Operand(0).DefinedBy(CollapseShape)
	if inner == nil || !contiguous(inner.Operand(0), op.Operand(0), op.Result(0)) {
		return false
	}
	groups := composed(Reassociation(op), Reassociation(inner))
	rw.ReplaceWithNew(op, ir.OpState{
		Def: CollapseShape, Operands: []*ir.Value{inner.Operand(0)}, Results: op.ResultTypes(),
		Attrs: []ir.NamedAttr{{Name: "reassociation", Value: reassociation.Attr(rw.Ctx, groups)}},
	})
	return true
}

func expandOfExpand(op *ir.Op, rw *ir.Rewriter) bool {
	inner := op.Operand(0).DefinedBy(ExpandShape)
	if inner == nil || !contiguous(inner.Operand(0), op.Operand(0), op.Result(0)) {
		return false
	}
	groups := composed(Reassociation(inner), Reassociation(op))
	rw.ReplaceWithNew(op, ir.OpState{
		Def: ExpandShape, Operands: append([]*ir.Value{inner.Operand(0)}, op.Operands()[1:]...),
		Results: op.ResultTypes(),
		Attrs: []ir.NamedAttr{
			{Name: "reassociation", Value: reassociation.Attr(rw.Ctx, groups)},
			{Name: "static_output_shape", Value: op.Attr("static_output_shape")},
		},
	})
	return true
}

func collapseOfCast(op *ir.Op, rw *ir.Rewriter) bool {
	cast := op.Operand(0).DefinedBy(Cast)
	if cast == nil || !losesNothing(cast) {
		return false
	}
	t, ok := CollapsedType(rw.Ctx, memRef(cast.Operand(0)), Reassociation(op))
	if !ok {
		return false
	}
	if ir.Type(t) == op.Result(0).Type() {
		op.SetOperand(0, cast.Operand(0))
		rw.Modified(op)
		return true
	}
	rw.SetBefore(op)
	made := rw.Create(ir.OpState{
		Def: CollapseShape, Loc: op.Loc(), Operands: []*ir.Value{cast.Operand(0)}, Results: []ir.Type{t},
		Attrs: []ir.NamedAttr{{Name: "reassociation", Value: op.Attr("reassociation")}},
	})
	return replaceWithCast(rw, op, made.Result(0))
}

// staticMetadata replaces those results by constants that follow from the type.
func staticMetadata(op *ir.Op, rw *ir.Rewriter) bool {
	source := memRef(op.Operand(0))
	strides, offset, _ := Strides(source)
	known := append(append([]int64{offset}, source.Shape...), strides...)
	changed := false
	rw.SetBefore(op)
	for i, v := range known {
		result := op.Result(i + 1)
		if v == ir.Dynamic || !result.HasUses() {
			continue
		}
		c := materialize(rw.Builder, rw.Ctx.IndexAttr(v), result.Type())
		if c == nil {
			continue
		}
		for u := range result.Uses() {
			rw.Modified(u.Owner())
		}
		result.ReplaceAllUsesWith(c.Result(0))
		changed = true
	}
	return changed
}
