package placegpubarriers

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/dialect/pipeline"
	"github.com/inflight-compiler/inflight/dialect/scf"
	"github.com/inflight-compiler/inflight/ir"
)

// allComeBy reports whether all threads of the block come by what is inside of an operation equally often: a
// loop whose bounds, or a condition that, are the same for all, or what is merely around it.
func (w *walker) allComeBy(op *ir.Op) bool {
	switch {
	case op.Is(scf.For):
		return w.uniform(op.Operand(0)) && w.uniform(op.Operand(1)) && w.uniform(op.Operand(2))
	case op.Is(scf.If):
		return w.uniform(op.Operand(0))
	}
	return op.Is(pipeline.Block)
}

// uniform reports whether a value is the same in all threads of the block: it is computed from numbers,
// arguments, and the place and the size of the block.
func (w *walker) uniform(v *ir.Value) bool {
	op := v.DefiningOp()
	if op == nil {
		around := v.Owner().ParentOp()
		switch {
		case around.Is(gpu.Launch):
			return !slices.Contains(gpu.ThreadIDs(around), v)
		case around.Is(scf.For):
			return v == scf.InductionVar(around) && w.allComeBy(around)
		}
		return v.Owner() == w.kernel.Region(0).Entry() || around != w.kernel && !w.kernel.IsAncestorOf(around)
	}
	switch {
	case !w.kernel.IsAncestorOf(op), op.ThreadNumber().Kind.SameInBlock():
		return true
	case !computes(op) || op.NumOperands() == 0 && !op.Has(ir.ConstantLike) || op.NumRegions() > 0:
		return false
	}
	return !slices.ContainsFunc(op.Operands(), func(v *ir.Value) bool { return !w.uniform(v) })
}

// computes reports whether the results of an operation follow from its operands: divisions and extents of
// memory do, which are not pure because they need not be defined.
func computes(op *ir.Op) bool {
	return op.Has(ir.Pure) ||
		op.IsEffectFree() && (op.Def().DialectName() == arith.Dialect.Name || op.Is(memref.Dim))
}
