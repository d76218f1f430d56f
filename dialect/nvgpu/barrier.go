package nvgpu

import (
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// The operations on mbarriers: PTX ISA, "mbarrier". An mbarrier completes a phase when all expected threads
// have arrived and all expected bytes have been written. A group is an array of mbarriers, subscripted by
// mbarId.

var (
	barriers  = operand("barriers", barrierGroup)
	barrierID = operand("mbarId", constraint.Index)
	count     = operand("count", constraint.Index)
	predicate = optional("predicate", constraint.I1)
)

// touchesBarrier reports a write to the state of mbarriers, which is no memref.
func touchesBarrier(_ *ir.Op, add func(ir.Effect)) { add(ir.Effect{Kind: ir.Write}) }

// BarrierCreate is nvgpu.mbarrier.create: it makes a group of mbarriers in shared memory.
var BarrierCreate = &ir.OpDef{
	Name:    "nvgpu.mbarrier.create",
	Summary: "Creates a `nvgpu.mbarrier` object.",
	Results: result("barriers", barrierGroup),
	Format:  "attr-dict `->` type($barriers)",
	Effects: touchesBarrier,
}

// BarrierGet is nvgpu.mbarrier.get: the address of an mbarrier.
var BarrierGet = &ir.OpDef{
	Name:     "nvgpu.mbarrier.get",
	Summary:  "Return a pointer to an `nvgpu.mbarrier`.",
	Operands: []ir.OperandDef{barriers, barrierID},
	Results:  result("mbarrierPointer", word),
	Format:   "$barriers `[` $mbarId `]` attr-dict `:` type($barriers) `->` type($mbarrierPointer)",
	Effects:  touchesBarrier, // any use of the address may change the state
}

// BarrierInit is nvgpu.mbarrier.init: after it each phase expects the arrival of count threads.
var BarrierInit = &ir.OpDef{
	Name:     "nvgpu.mbarrier.init",
	Summary:  "Initialize the `nvgpu.mbarrier`.",
	Operands: []ir.OperandDef{barriers, count, barrierID, predicate},
	Format: "$barriers `[` $mbarId `]` `,` $count (`,` `predicate` `=` $predicate^)? attr-dict `:` " +
		"type($barriers)",
	Effects: touchesBarrier,
}

// BarrierTestWait is nvgpu.mbarrier.test.wait: it tells whether the phase of a token is complete, and does
// not block.
var BarrierTestWait = &ir.OpDef{
	Name:     "nvgpu.mbarrier.test.wait",
	Summary:  "Checks if the `nvgpu.mbarrier` has completed its current phase.",
	Operands: []ir.OperandDef{barriers, operand("token", barrierToken), barrierID},
	Results:  result("waitComplete", constraint.I1),
	Format:   "$barriers `[` $mbarId `]` `,` $token attr-dict `:` type($barriers) `,` type($token)",
	Effects:  touchesBarrier,
}

// BarrierArrive is nvgpu.mbarrier.arrive: this thread arrives in the phase that the resulting token stands
// for.
var BarrierArrive = &ir.OpDef{
	Name:     "nvgpu.mbarrier.arrive",
	Summary:  "Performs arrive operation on the `nvgpu.mbarrier.arrive`.",
	Operands: []ir.OperandDef{barriers, barrierID},
	Results:  result("token", barrierToken),
	Format:   "$barriers `[` $mbarId `]` attr-dict `:` type($barriers) `->` type($token)",
	Effects:  touchesBarrier,
}

// BarrierArriveNoComplete is nvgpu.mbarrier.arrive.nocomplete: it counts as count arrivals, which must not
// complete the phase.
var BarrierArriveNoComplete = &ir.OpDef{
	Name:     "nvgpu.mbarrier.arrive.nocomplete",
	Summary:  "Performs arrive operation on the `nvgpu.mbarrier.arrive.nocomplete` as non-blocking.",
	Operands: []ir.OperandDef{barriers, barrierID, count},
	Results:  result("token", barrierToken),
	Format:   "$barriers `[` $mbarId `]` `,` $count attr-dict `:` type($barriers) `->` type($token)",
	Effects:  touchesBarrier,
}

// BarrierArriveExpectTx is nvgpu.mbarrier.arrive.expect_tx: this thread arrives, and the phase also expects
// txcount bytes from asynchronous copies.
var BarrierArriveExpectTx = &ir.OpDef{
	Name:     "nvgpu.mbarrier.arrive.expect_tx",
	Summary:  "Performs expect_tx operation on the `nvgpu.mbarrier.arrive`",
	Operands: []ir.OperandDef{barriers, operand("txcount", constraint.Index), barrierID, predicate},
	Format: "$barriers `[` $mbarId `]` `,` $txcount (`,` `predicate` `=` $predicate^)? attr-dict `:` " +
		"type($barriers)",
	Effects: touchesBarrier,
}

// BarrierTryWaitParity is nvgpu.mbarrier.try_wait.parity: it blocks until the phase of that parity is
// complete.
var BarrierTryWaitParity = &ir.OpDef{
	Name:    "nvgpu.mbarrier.try_wait.parity",
	Summary: "Waits for the `nvgpu.mbarrier` to complete its current phase.",
	Operands: []ir.OperandDef{
		barriers, operand("phaseParity", constraint.I1), operand("ticks", constraint.Index), barrierID,
	},
	Format:  "$barriers `[` $mbarId `]` `,` $phaseParity `,` $ticks attr-dict `:` type($barriers)",
	Effects: touchesBarrier,
}
