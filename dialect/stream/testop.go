package stream

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/internal/tied"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// TestTimelineOp is stream.test.timeline_op: work of no particular kind that starts after timepoints.
var TestTimelineOp = &ir.OpDef{
	Name:    "stream.test.timeline_op",
	Summary: "work of no particular kind after timepoints",
	Operands: slices.Concat(many(anywhere, "resource_operands"),
		many(constraint.Index, "resource_operand_sizes", "result_sizes"), many(timepoint, "await_operands")),
	Results: []ir.ResultDef{{Name: "results", Type: anywhere, Arity: ir.Variadic}, timepointResult},
	Attrs: []ir.AttrDef{tied.Attr, {Name: "await_limit", Type: constraint.I64, Optional: true},
		constraint.OperandSegmentSize},
	Traits:     ir.AttrSizedOperands,
	Async:      always,
	AsyncToken: ResultTimepoint,
}

func init() {
	TestTimelineOp.Parse, TestTimelineOp.Print = parseTimelineOp, printTimelineOp
	TestTimelineOp.Verify, TestTimelineOp.AsyncDependencies = verifyTimelineOp, AwaitTimepoints
}

func verifyTimelineOp(op *ir.Op) error {
	if err := verifySizes(op); err != nil {
		return err
	}
	return verifyTies(op)
}

// TestTimelineAware is stream.test.timeline_aware: work of no particular kind that waits for fences and
// signals one.
var TestTimelineAware = &ir.OpDef{
	Name:    "stream.test.timeline_aware",
	Summary: "work of no particular kind between fences",
	Operands: slices.Concat(many(constraint.AnyType, "args"), many(testFence, "wait_fence_likes"),
		one(testFence, "signal_fence_like")),
	Results: []ir.ResultDef{{Name: "results", Type: constraint.AnyType, Arity: ir.Variadic}},
	Attrs:   []ir.AttrDef{constraint.OperandSegmentSize},
	Traits:  ir.Pure | ir.AttrSizedOperands,
	Format: "`(` $args `)` `waits` `(` $wait_fence_likes `)` `signals` `(` $signal_fence_like `)` " +
		"attr-dict `:` " +
		"functional-type($args, $results)",
}
