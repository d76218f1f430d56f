package vector

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/ir"
)

func init() {
	Extract.Canonicalize = []ir.Pattern{{Name: "extract-of-repetition", Rewrite: extractOfRepetition}}
	Broadcast.Canonicalize = []ir.Pattern{{Name: "broadcast-of-broadcast", Rewrite: broadcastOfBroadcast}}
	ShapeCast.Canonicalize = []ir.Pattern{{Name: "shape-cast-of-broadcast", Rewrite: shapeCastOfBroadcast}}
	FromElements.Canonicalize = []ir.Pattern{{Name: "equal-elements", Rewrite: equalElements}}
	CreateMask.Canonicalize = []ir.Pattern{{Name: "constant-mask", Rewrite: constantMask}}
	Reduction.Canonicalize = []ir.Pattern{{Name: "reduction-of-one", Rewrite: reductionOfOne}}
	for _, def := range []*ir.OpDef{MaskedLoad, MaskedStore, Gather, Scatter} {
		def.Canonicalize = []ir.Pattern{{Name: "mask-of-all-or-none", Rewrite: knownMask}}
	}
}

// extractOfRepetition replaces the extraction from a vector of repeated values by a broadcast of the value,
// if the value can be repeated to that shape.
func extractOfRepetition(op *ir.Op, rw *ir.Rewriter) bool {
	made, to := op.Operand(0).DefiningOp(), vectorType(op.Result(0))
	if made == nil || !isRepetition(made) || to == nil {
		return false
	}
	source := made.Operand(0)
	if from := vectorType(source); from != nil && !broadcastable(from, to) {
		return false
	}
	rw.ReplaceWithNew(op,
		ir.OpState{Def: Broadcast, Operands: []*ir.Value{source}, Results: op.ResultTypes()})
	return true
}

func broadcastOfBroadcast(op *ir.Op, rw *ir.Rewriter) bool {
	inner := op.Operand(0).DefinedBy(Broadcast)
	if inner == nil {
		return false
	}
	rw.ReplaceWithNew(op,
		ir.OpState{Def: Broadcast, Operands: []*ir.Value{inner.Operand(0)}, Results: op.ResultTypes()})
	return true
}

// shapeCastOfBroadcast replaces a shape cast of a broadcast by a broadcast to the shape, or by a shape cast
// of the source if the number of elements is the same.
func shapeCastOfBroadcast(op *ir.Op, rw *ir.Rewriter) bool {
	inner := op.Operand(0).DefinedBy(Broadcast)
	if inner == nil {
		return false
	}
	source, to := inner.Operand(0), vectorType(op.Result(0))
	from := vectorType(source)
	def := Broadcast
	switch {
	case from == nil || broadcastable(from, to):
	case count(from.Shape) == count(to.Shape):
		def = ShapeCast
	default:
		return false
	}
	rw.ReplaceWithNew(op, ir.OpState{Def: def, Operands: []*ir.Value{source}, Results: op.ResultTypes()})
	return true
}

// broadcastable reports whether a vector can be broadcast to another type.
func broadcastable(from, to *ir.VectorType) bool {
	lead := len(to.Shape) - len(from.Shape)
	if lead < 0 {
		return false
	}
	for d, n := range from.Shape {
		same := n == to.Shape[lead+d] && scalableAt(from, d) == scalableAt(to, lead+d)
		if !same && (n != 1 || scalableAt(from, d)) {
			return false
		}
	}
	return true
}

// equalElements replaces a vector whose elements are one value by a broadcast.
func equalElements(op *ir.Op, rw *ir.Rewriter) bool {
	operands := op.Operands()
	if len(operands) == 0 ||
		slices.ContainsFunc(operands, func(v *ir.Value) bool { return v != operands[0] }) {
		return false
	}
	rw.ReplaceWithNew(op, ir.OpState{Def: Broadcast, Operands: operands[:1], Results: op.ResultTypes()})
	return true
}

// constantMask replaces a mask with constant sizes by a constant mask. A size beyond the extent becomes the
// extent. If a size is 0 or less, the mask selects nothing.
func constantMask(op *ir.Op, rw *ir.Rewriter) bool {
	t := vectorType(op.Result(0))
	sizes := make([]int64, op.NumOperands())
	for d := range sizes {
		n, ok := ir.ConstInt(op.Operand(d))
		if !ok || scalableAt(t, d) {
			return false
		}
		extent := int64(1)
		if len(t.Shape) > 0 {
			extent = t.Shape[d]
		}
		sizes[d] = max(min(n, extent), 0)
	}
	if slices.Contains(sizes, 0) {
		clear(sizes)
	}
	rw.ReplaceWithNew(op, ir.OpState{
		Def: ConstantMask, Results: op.ResultTypes(),
		Attrs: []ir.NamedAttr{{Name: "mask_dim_sizes", Value: rw.Ctx.I64Array(sizes...)}},
	})
	return true
}

// knownMask removes an access whose mask selects nothing. An access whose mask selects all elements becomes
// one without a mask.
func knownMask(op *ir.Op, rw *ir.Rewriter) bool {
	a, _ := AccessOf(op)
	switch format := maskFormat(a.Mask); {
	case format == none && op.NumResults() > 0:
		if op.Is(Scatter) {
			return false // on a tensor the operation yields the tensor
		}
		rw.Replace(op, a.Vector)
	case format == none:
		rw.Erase(op)
	case format == all && op.Is(MaskedLoad):
		rw.ReplaceWithNew(op, ir.OpState{
			Def: Load, Operands: append([]*ir.Value{a.Base}, a.Offsets...), Results: op.ResultTypes(),
			Attrs: hints(op),
		})
	case format == all && op.Is(MaskedStore):
		rw.ReplaceWithNew(op, ir.OpState{
			Def: Store, Operands: append([]*ir.Value{a.Vector, a.Base}, a.Offsets...), Attrs: hints(op),
		})
	default:
		return false
	}
	return true
}

// hints returns the alignment of an access, as attributes.
func hints(op *ir.Op) []ir.NamedAttr {
	if a := op.Attr(alignmentAttr.Name); a != nil {
		return []ir.NamedAttr{{Name: alignmentAttr.Name, Value: a}}
	}
	return nil
}

// scalarOps has the operations on two scalars for each CombiningKind: for integers and for floats.
var scalarOps = map[int64][2]*ir.OpDef{
	Add: {arith.AddI, arith.AddF}, Mul: {arith.MulI, arith.MulF}, MinUI: {arith.MinUI}, MinSI: {arith.MinSI},
	MaxUI: {arith.MaxUI}, MaxSI: {arith.MaxSI}, And: {arith.AndI}, Or: {arith.OrI}, Xor: {arith.XOrI},
	MinNumF: {nil, arith.MinNumF}, MaxNumF: {nil, arith.MaxNumF}, MinimumF: {nil, arith.MinimumF},
	MaximumF: {nil, arith.MaximumF},
}

// reductionOfOne replaces the reduction of one element by that element, combined with the accumulator if
// there is one.
func reductionOfOne(op *ir.Op, rw *ir.Rewriter) bool {
	t := vectorType(op.Operand(0))
	if len(t.Shape) == 1 && (t.Shape[0] != 1 || t.Scalable != nil) {
		return false
	}
	rw.SetBefore(op)
	rw.Loc = op.Loc()
	element := NewExtract(rw.Builder, op.Operand(0), make([]ir.OpFoldResult, len(t.Shape))...)
	acc := op.OptionalOperand(1)
	if acc == nil {
		rw.Replace(op, element)
		return true
	}
	s := ir.OpState{Operands: []*ir.Value{element, acc}, Results: op.ResultTypes()}
	if _, isFloat := t.Elem.(*ir.FloatType); isFloat {
		s.Def = scalarOps[Kind(op)][1]
		s.Attrs = []ir.NamedAttr{{Name: "fastmath", Value: op.Attr("fastmath")}}
	} else {
		s.Def = scalarOps[Kind(op)][0]
	}
	rw.ReplaceWithNew(op, s)
	return true
}
