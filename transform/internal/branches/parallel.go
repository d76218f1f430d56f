package branches

import (
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/scf"
	"github.com/inflight-compiler/inflight/ir"
)

// lowerParallel makes a nest of sequential loops that carry the reduced values. Other patterns lower those
// loops.
func lowerParallel(op *ir.Op, rw *ir.Rewriter) bool {
	lower, upper, step := op.OperandsOf(0), op.OperandsOf(1), op.OperandsOf(2)
	carried := op.OperandsOf(3)
	results := carried
	var ivs []*ir.Value
	for d := range lower {
		loop := emptyFor(rw, lower[d], upper[d], step[d], carried)
		ivs = append(ivs, scf.InductionVar(loop))
		carried = scf.IterArgs(loop)
		if d == 0 {
			results = loop.Results()
		} else {
			scf.NewYield(rw.Builder, loop.Results()...)
		}
		rw.SetEnd(loop.Body())
	}
	inner := rw.Block()
	reduce := op.Body().Last()
	scf.NewYield(rw.Builder, inlineReductions(rw, reduce, carried)...)
	rw.Erase(reduce)
	rw.InlineBlock(op.Body(), inner.Last(), ivs)
	rw.Replace(op, results...)
	return true
}

// emptyFor makes a loop whose body has no operation yet.
func emptyFor(rw *ir.Rewriter, lower, upper, step *ir.Value, inits []*ir.Value) *ir.Op {
	body := ir.NewBlock(lower.Type())
	types := make([]ir.Type, len(inits))
	for i, v := range inits {
		types[i] = v.Type()
	}
	addArgs(body, types, rw.Loc)
	return rw.Create(ir.OpState{
		Def:      scf.For,
		Operands: append([]*ir.Value{lower, upper, step}, inits...),
		Results:  types,
		Regions:  []*ir.Region{ir.NewRegion(body)},
	})
}

// inlineReductions moves the operations of each reduction in front of reduce, the terminator, and returns the
// combined values.
func inlineReductions(rw *ir.Rewriter, reduce *ir.Op, carried []*ir.Value) []*ir.Value {
	combined := make([]*ir.Value, len(carried))
	for i := range carried {
		b := reduce.Region(i).Entry()
		args := []*ir.Value{carried[i], reduce.Operand(i)}
		result := takeTerminator(rw, b)[0]
		for j, a := range b.Args() {
			if result == a {
				result = args[j]
			}
		}
		combined[i] = result
		rw.InlineBlock(b, reduce, args)
	}
	return combined
}

// Sequential replaces an scf.parallel by a nest of sequential loops that carry the reduced values.
func Sequential(op *ir.Op) { lowerParallel(op, &ir.Rewriter{Builder: ir.At(op)}) }

// Parallel replaces an scf.forall without results by an scf.parallel and returns the latter.
func Parallel(op *ir.Op) *ir.Op { return parallelOf(op, &ir.Rewriter{Builder: ir.At(op)}) }

// lowerForall makes an scf.parallel of an scf.forall without tensor outputs.
func lowerForall(op *ir.Op, rw *ir.Rewriter) bool {
	if op.NumResults() > 0 {
		return false
	}
	parallelOf(op, rw)
	return true
}

func parallelOf(op *ir.Op, rw *ir.Rewriter) *ir.Op {
	var bounds []*ir.Value
	dims := 0
	for list := range 3 {
		mixed := scf.MixedBounds(op, list)
		dims = len(mixed)
		for _, m := range mixed {
			bounds = append(bounds, valueOf(rw, m))
		}
	}
	body := op.Body()
	rw.Erase(body.Last())
	op.Region(0).RemoveBlock(body)
	n := int64(dims)
	loop := rw.Create(ir.OpState{
		Def:      scf.Parallel,
		Operands: bounds,
		Results:  []ir.Type{},
		Attrs:    []ir.NamedAttr{{Name: "operandSegmentSizes", Value: rw.Ctx.I32Array(n, n, n, 0)}},
		Regions:  []*ir.Region{ir.NewRegion(body)},
	})
	rw.SetEnd(body)
	rw.Create(ir.OpState{Def: scf.Reduce, Results: []ir.Type{}, Loc: loop.Loc()})
	rw.Erase(op)
	return loop
}

func valueOf(rw *ir.Rewriter, r ir.OpFoldResult) *ir.Value {
	if r.Value != nil {
		return r.Value
	}
	return arith.ConstIndex(rw.Builder, r.Const)
}
