package lowergpureductions

import (
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/nvgpu"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// combiner makes what combines two values.
type combiner func(b *ir.Builder, x, y *ir.Value) *ir.Value

// named are the operations on integers and floats that the names of reductions stand for, by their numbers.
var named = [][2]*ir.OpDef{
	{arith.AddI, arith.AddF}, {arith.MulI, arith.MulF}, {arith.MinUI, nil}, {arith.MinSI, nil},
	{nil, arith.MinNumF}, {arith.MaxUI, nil},
	{arith.MaxSI, nil}, {nil, arith.MaxNumF}, {arith.AndI, nil}, {arith.OrI, nil}, {arith.XOrI, nil},
	{nil, arith.MinimumF}, {nil, arith.MaximumF},
}

// combinerOf returns what a reduction combines values by: its operation, or a copy of its region.
func combinerOf(op *ir.Op) (combiner, error) {
	t := op.Operand(0).Type()
	if _, isVector := t.(*ir.VectorType); isVector || nvgpu.Bits(t) < 8 || nvgpu.Bits(t) > 64 ||
		nvgpu.Bits(t)%8 != 0 {
		return nil, op.Errorf(codeReduction, "values of type %v are not exchanged between threads", t)
	}
	kind, ok := op.Attr("op").(*ir.EnumAttr)
	if !ok && len(op.Region(0).Blocks()) > 1 {
		return nil, op.Errorf(codeReduction, "the region of this reduction has branches")
	}
	if !ok {
		return region(op), nil
	}
	def := named[kind.Value][0]
	if constraint.IsFloat(t) {
		def = named[kind.Value][1]
	}
	return func(b *ir.Builder, x, y *ir.Value) *ir.Value { return arith.Binary(b, def, x, y) }, nil
}

// region returns a combiner that copies the region of a reduction, which has one block.
func region(op *ir.Op) combiner {
	body := op.Body()
	return func(b *ir.Builder, x, y *ir.Value) *ir.Value {
		m := ir.NewMapping()
		m.Map(body.Arg(0), x)
		m.Map(body.Arg(1), y)
		for inner := range body.OpsWithoutTerminator() {
			b.Clone(inner, m)
		}
		return m.Lookup(body.Last().Operand(0))
	}
}
