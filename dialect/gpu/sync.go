package gpu

import (
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// Barrier is gpu.barrier: every thread of a block waits for all others. Their accesses to memory before the
// barrier are then visible to all of them.
var Barrier = &ir.OpDef{
	Name:    "gpu.barrier",
	Summary: "Synchronizes all work items of a workgroup.",
	Format:  "attr-dict",
	Barrier: ir.Always,
}

// Printf is gpu.printf: it prints from the device.
var Printf = &ir.OpDef{
	Name:     "gpu.printf",
	Summary:  "Device-side printf, as in CUDA or OpenCL, for debugging",
	Operands: []ir.OperandDef{variadic("args", printable)},
	Attrs:    []ir.AttrDef{{Name: "format", Type: constraint.String}},
	Format:   "$format attr-dict (`,` $args^ `:` type($args))?",
	Effects:  func(_ *ir.Op, add func(ir.Effect)) { add(ir.Effect{Kind: ir.Write}) },
}

// SetDefaultDevice is gpu.set_default_device: the operations that follow use the device of that number.
var SetDefaultDevice = &ir.OpDef{
	Name:     "gpu.set_default_device",
	Summary:  "Set default GPU for operations after this by index",
	Operands: []ir.OperandDef{operand("devIndex", i32)},
	Format:   "attr-dict $devIndex",
	Effects:  func(_ *ir.Op, add func(ir.Effect)) { add(ir.Effect{Kind: ir.Write}) },
}

var printable = ir.TypeConstraint{Summary: "integer or index or floating-point", Match: func(t ir.Type) bool {
	return constraint.AnyInteger.Match(t) || constraint.IsIndex(t) || constraint.IsFloat(t)
}}

func init() {
	Barrier.Canonicalize = []ir.Pattern{{Name: "barrier-before-barrier", Rewrite: barrierBeforeBarrier}}
}

func barrierBeforeBarrier(op *ir.Op, rw *ir.Rewriter) bool {
	if !op.Next().Is(Barrier) {
		return false
	}
	rw.Erase(op)
	return true
}
