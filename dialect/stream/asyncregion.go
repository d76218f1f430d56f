package stream

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/internal/signature"
	"github.com/inflight-compiler/inflight/dialect/internal/tied"
	"github.com/inflight-compiler/inflight/dialect/util"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// AsyncExecute is stream.async.execute: work on one set of queues that starts after a timepoint. Its operands
// are the arguments of its region. Its results are what the region yields, and are ready at its timepoint.
var AsyncExecute = &ir.OpDef{
	Name:    "stream.async.execute",
	Summary: "work on a device after a timepoint, with its results",
	Operands: slices.Concat(many(anywhere, "resource_operands"),
		many(constraint.Index, "resource_operand_sizes", "result_sizes"), []ir.OperandDef{awaited}),
	Results: []ir.ResultDef{{Name: "results", Type: anywhere, Arity: ir.Variadic}, timepointResult},
	Attrs:   []ir.AttrDef{tied.Attr, affinity, constraint.OperandSegmentSize},
	Regions: []ir.RegionDef{{Name: "body", Sized: true}},
	Traits:  ir.SingleBlock | ir.AttrSizedOperands | ir.RecursiveEffects | ir.AllocationScope,

	ImplicitTerminator: "stream.yield",
	Async:              always,
	AsyncToken:         ResultTimepoint,
	RegionSuccessors:   regionSuccessors,
}

// AsyncConcurrent is stream.async.concurrent: operations of which none waits for another.
var AsyncConcurrent = &ir.OpDef{
	Name:    "stream.async.concurrent",
	Summary: "operations of which none waits for another, with their results",
	Operands: slices.Concat(many(anywhere, "resource_operands"),
		many(constraint.Index, "resource_operand_sizes", "result_sizes")),
	Results:   []ir.ResultDef{{Name: "results", Type: anywhere, Arity: ir.Variadic}},
	Attrs:     []ir.AttrDef{tied.Attr, affinity, constraint.OperandSegmentSize},
	Regions:   []ir.RegionDef{{Name: "body", Sized: true}},
	Traits:    ir.SingleBlock | ir.AttrSizedOperands | ir.RecursiveEffects,
	HasParent: []string{"stream.async.execute", "stream.async.concurrent"},

	ImplicitTerminator: "stream.yield",
	RegionSuccessors:   regionSuccessors,
}

// Yield is stream.yield: the end of a region of work, with its results.
var Yield = &ir.OpDef{
	Name:    "stream.yield",
	Summary: "end of a region of work, with its results",
	// The first half are resources, the second half their sizes.
	Operands: many(resourceOrSize, "resource_operands"),
	Traits:   ir.Pure | ir.Terminator | ir.ReturnLike,
	HasParent: []string{"stream.async.execute", "stream.async.concurrent", "stream.cmd.execute",
		"stream.cmd.serial", "stream.cmd.concurrent"},
	Parse: parseYield,
	Print: printYield,
}

var resourceOrSize = ir.TypeConstraint{Summary: "resource or index",
	Match: func(t ir.Type) bool { return IsResource(t) || constraint.IsIndex(t) }}

func init() {
	for _, def := range []*ir.OpDef{AsyncExecute, AsyncConcurrent} {
		def.Parse, def.Print, def.Verify = parseExecute, printExecute, verifyTiedRegion
	}
	AsyncExecute.AsyncDependencies = AwaitTimepoints
}

func always(*ir.Op) bool { return true }

// AwaitTimepoints returns the timepoints that an operation starts after or waits for.
func AwaitTimepoints(op *ir.Op) []*ir.Value {
	if op.Is(TestTimelineOp) {
		return AllNamed(op, "await_operands")
	}
	return AllNamed(op, awaited.Name)
}

// ResultTimepoint returns the timepoint at which an operation is complete. It is the last result.
func ResultTimepoint(op *ir.Op) *ir.Value {
	if n := op.NumResults(); n > 0 && IsTimepoint(op.Result(n-1).Type()) {
		return op.Result(n - 1)
	}
	return nil
}

// regionSuccessors says that control enters the region, and leaves it with what it yields.
func regionSuccessors(op *ir.Op, from int) []ir.RegionSuccessor {
	if from < 0 {
		return []ir.RegionSuccessor{{Region: 0, Inputs: op.Body().Args()}}
	}
	return []ir.RegionSuccessor{{Region: -1, Inputs: resources(op.Results())}}
}

// resources returns those of some values that are resources.
func resources(values []*ir.Value) []*ir.Value {
	var list []*ir.Value
	for _, v := range values {
		if IsResource(v.Type()) {
			list = append(list, v)
		}
	}
	return list
}

// Yielded returns the resources that a Yield hands on, without their sizes.
func Yielded(op *ir.Op) []*ir.Value { return op.Operands()[:op.NumOperands()/2] }

// AsyncFunc is stream.async.func: the declaration of a function of the host that can be part of work.
var AsyncFunc = &ir.OpDef{
	Name:    "stream.async.func",
	Summary: "declaration of a function that can be part of work",
	Attrs: append([]ir.AttrDef{
		{Name: "sym_name", Type: constraint.SymbolName},
		{Name: "function_type", Type: constraint.FunctionTypeAttr},
		tied.Attr,
		{Name: "sym_visibility", Type: constraint.String, Optional: true},
	}, signature.Attrs...),
	Regions: []ir.RegionDef{{Name: "body", Any: true}},
	Traits:  ir.IsolatedFromAbove | ir.IsSymbol,
	Parse:   util.Func.Parse,
	Print:   util.Func.Print,
	Verify:  verifyAsyncFunc,
}

func verifyAsyncFunc(op *ir.Op) error {
	t := signature.Type(op)
	if op.Body() != nil {
		return op.OpErrorf(codeStream, "must be a declaration")
	}
	if i, wrong := tied.Wrong(op, len(t.Results), len(t.Inputs)); wrong {
		return op.OpErrorf(codeStream, "result %d is tied to no argument", i)
	}
	return signature.VerifyAttrs(op, codeStream, len(t.Inputs), len(t.Results))
}
