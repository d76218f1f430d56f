package tfrt

import (
	"slices"

	"github.com/inflight-compiler/inflight/ir"
)

// Dialect is the tfrt dialect.
var Dialect = &ir.Dialect{
	Name:    "tfrt",
	Partial: true,
	Ops: slices.Concat([]*ir.OpDef{Call, Case, Cond, GetDevice, If, JITExecute, MergeChains, NewChain, Once,
		ParallelCall, ParallelFor, Repeat, Return, While}, constants(), arithmetic(), prints(),
		genericKernels()),
	Types:      []string{chainText, stringText, deviceText, "tensor_type", resourceText},
	VerifyAttr: verifyAttr,
}

// TestDialect is the tfrt_test dialect: kernels that TFRT's executor is tested with.
var TestDialect = &ir.Dialect{Name: "tfrt_test", Partial: true, Ops: testKernels()}

// The attributes of functions and modules. Sync marks a function that runs on the thread of its caller, and
// Native one that is no part of the program. CostThreshold is the cost from which on a stream of kernels is
// not merged with others; MergeStreams says that streams which need each other's values are merged first.
const (
	Sync          = "tfrt.sync"
	Native        = "tfrt.native"
	CostThreshold = "tfrt.cost_threshold"
	MergeStreams  = "tfrt.merge_inter_dependent_streams"
	Cost          = "_tfrt_cost"
)

// verifyAttr checks the attributes of functions and modules.
func verifyAttr(op *ir.Op, a ir.NamedAttr) error {
	ok, want := true, ""
	switch a.Name {
	case Sync, Native, Compiled:
		_, ok = a.Value.(*ir.UnitAttr)
		want = "a unit attribute"
	case CostThreshold:
		_, ok = a.Value.(*ir.IntegerAttr)
		want = "an integer"
	case MergeStreams:
		i, isInt := a.Value.(*ir.IntegerAttr)
		ok, want = isInt && i.Type == ir.Type(op.Context().I1), "a boolean"
	}
	if !ok {
		return op.OpErrorf(codeTFRT, "attribute '%s' must be %s", a.Name, want)
	}
	return nil
}
