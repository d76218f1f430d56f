package exactarith

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/dialect/vector"
	"github.com/inflight-compiler/inflight/ir"
)

// orderZeros replaces an extreme for which NaN counts as nothing by the one that NaN goes through, which
// orders zeros.
func orderZeros(def *ir.OpDef) func(c calculator, op *ir.Op) *ir.Value {
	return func(c calculator, op *ir.Op) *ir.Value {
		x, y := op.Operand(0), op.Operand(1)
		v := arith.Binary(c.Builder, def, x, y)
		v = c.choose(c.isNaN(y), x, v)
		return c.choose(c.isNaN(x), y, v)
	}
}

// reduceLanes replaces the reduction of a vector to such an extreme by operations on its elements, and
// reports whether it did.
func reduceLanes(op *ir.Op) bool {
	def := map[int64]*ir.OpDef{vector.MinNumF: arith.MinNumF, vector.MaxNumF: arith.MaxNumF}[vector.Kind(op)]
	v := op.Operand(0).Type().(*ir.VectorType)
	if def == nil || slices.Contains(v.Scalable, true) || op.Parent().Is(vector.Mask) {
		return false
	}
	b := ir.At(op)
	n := int(ir.NumElements(v.Shape))
	types := make([]ir.Type, n)
	for i := range types {
		types[i] = v.Elem
	}
	list := b.Make(vector.ToElements, []*ir.Value{op.Operand(0)}, types).Results()
	if op.NumOperands() > 1 {
		list = append(list[:n:n], op.Operand(1))
	}
	result := list[0]
	for _, x := range list[1:] {
		result = arith.Binary(b, def, result, x)
	}
	op.Result(0).ReplaceAllUsesWith(result)
	op.Erase()
	return true
}

// spellOut replaces an atomic extreme by one whose arithmetic can be replaced, and reports whether it did.
func spellOut(op *ir.Op) bool {
	kind, _ := op.IntAttr("kind")
	def := map[int64]*ir.OpDef{ir.AtomicMinNumF: arith.MinNumF, ir.AtomicMaxNumF: arith.MaxNumF}[kind]
	if def == nil {
		return false
	}
	b := ir.At(op)
	body := b.NewBlock(op.Operand(0).Type())
	generic := b.Create(
		ir.OpState{Def: memref.GenericAtomicRMW, Operands: op.Operands()[1:], Results: op.ResultTypes(),
			Regions: []*ir.Region{b.NewRegion(body)}})
	b.SetEnd(body)
	b.Make(memref.AtomicYield, []*ir.Value{arith.Binary(b, def, body.Arg(0), op.Operand(0))}, nil)
	op.Result(0).ReplaceAllUsesWith(generic.Result(0))
	op.Erase()
	return true
}
