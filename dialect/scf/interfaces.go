package scf

import (
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/affine"
)

// InductionVar returns the induction variable of a scf.for.
func InductionVar(op *ir.Op) *ir.Value { return op.Body().Arg(0) }

// Lower returns the inclusive lower bound of a scf.for.
func Lower(op *ir.Op) *ir.Value { return op.Operand(0) }

// Upper returns the exclusive upper bound of a scf.for.
func Upper(op *ir.Op) *ir.Value { return op.Operand(1) }

// Step returns the step of a scf.for.
func Step(op *ir.Op) *ir.Value { return op.Operand(2) }

// Inits returns the values that a scf.for carries into its first iteration.
func Inits(op *ir.Op) []*ir.Value { return op.Operands()[3:] }

// IterArgs returns the block arguments that hold the carried values of a scf.for.
func IterArgs(op *ir.Op) []*ir.Value { return op.Body().Args()[1:] }

// Unsigned reports whether a scf.for compares its bounds as unsigned numbers.
func Unsigned(op *ir.Op) bool { return op.Attr("unsignedCmp") != nil }

// identity is the map of a bound that is one value.
var identity = &affine.Map{NumDims: 1, Results: []*affine.Expr{affine.D(0)}}

// bounds returns the bounds of a dimension given by three values.
func bounds(lower, upper, step *ir.Value) ir.LoopBounds {
	operands := []*ir.Value{lower, upper}
	b := ir.LoopBounds{
		Lower: identity, LowerOperands: operands[:1:1],
		Upper: identity, UpperOperands: operands[1:],
		Step: ir.OpFoldResult{Value: step},
	}
	if n, ok := ir.ConstInt(step); ok {
		b.Step = ir.OpFoldResult{Const: n}
	}
	return b
}

func forBounds(op *ir.Op, _ int) ir.LoopBounds {
	b := bounds(Lower(op), Upper(op), Step(op))
	b.Unsigned = Unsigned(op)
	return b
}

func parallelBounds(op *ir.Op, d int) ir.LoopBounds {
	return bounds(op.OperandsOf(0)[d], op.OperandsOf(1)[d], op.OperandsOf(2)[d])
}

// SharedOuts returns the arguments of a scf.forall's block that stand for its outputs. Their values are those
// from before the loop.
func SharedOuts(op *ir.Op) []*ir.Value { return op.Body().Args()[len(op.Ints("staticLowerBound")):] }

// MixedBounds returns one of the three lists of a scf.forall, 0 the lower bounds, 1 the upper bounds, 2 the
// steps.
func MixedBounds(op *ir.Op, list int) []ir.OpFoldResult {
	static := op.Ints([]string{"staticLowerBound", "staticUpperBound", "staticStep"}[list])
	dynamic := op.OperandsOf(list)
	out := make([]ir.OpFoldResult, len(static))
	for i, n := range static {
		out[i].Const = n
		if n == ir.Dynamic && len(dynamic) > 0 {
			out[i], dynamic = ir.OpFoldResult{Value: dynamic[0]}, dynamic[1:]
		}
	}
	return out
}

func forallBounds(op *ir.Op, d int) ir.LoopBounds {
	b := ir.LoopBounds{Step: MixedBounds(op, 2)[d]}
	b.Lower, b.LowerOperands = boundMap(MixedBounds(op, 0)[d])
	b.Upper, b.UpperOperands = boundMap(MixedBounds(op, 1)[d])
	return b
}

func boundMap(r ir.OpFoldResult) (*affine.Map, []*ir.Value) {
	if r.Value != nil {
		return identity, []*ir.Value{r.Value}
	}
	return &affine.Map{Results: []*affine.Expr{affine.C(r.Const)}}, nil
}

// exit says that control leaves the region, with the results of the operation.
func exit(op *ir.Op) []ir.RegionSuccessor {
	return []ir.RegionSuccessor{{Region: -1, Inputs: op.Results()}}
}

// parallelSuccessors says that the body runs any number of times. Values that the body yields reach the
// results through reductions only.
func parallelSuccessors(*ir.Op, int) []ir.RegionSuccessor {
	return []ir.RegionSuccessor{{Region: 0}, {Region: -1}}
}

func ifSuccessors(op *ir.Op, from int) []ir.RegionSuccessor {
	switch {
	case from >= 0:
		return exit(op)
	case op.Region(1).Empty():
		return []ir.RegionSuccessor{{Region: 0}, {Region: -1}}
	}
	return []ir.RegionSuccessor{{Region: 0}, {Region: 1}}
}

func whileSuccessors(op *ir.Op, from int) []ir.RegionSuccessor {
	if from == 0 {
		return append(exit(op), ir.RegionSuccessor{Region: 1, Inputs: op.Region(1).Entry().Args()})
	}
	return []ir.RegionSuccessor{{Region: 0, Inputs: op.Region(0).Entry().Args()}}
}

func switchSuccessors(op *ir.Op, from int) []ir.RegionSuccessor {
	if from >= 0 {
		return exit(op)
	}
	out := make([]ir.RegionSuccessor, op.NumRegions())
	for i := range out {
		out[i].Region = i
	}
	return out
}
