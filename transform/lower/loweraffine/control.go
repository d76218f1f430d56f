package loweraffine

import (
	"math"

	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/scf"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/affine"
	"github.com/inflight-compiler/inflight/transform/internal/expandaffine"
)

// lowerFor makes a scf.for with the maximum of the lower and the minimum of
// the upper bounds.
func lowerFor(op *ir.Op, rw *ir.Rewriter) bool {
	operands := func(i int) []*ir.Value { return op.OperandsOf(i) }
	lower := expandaffine.Reduce(rw.Builder, arith.MaxSI,
		expandaffine.Map(rw.Builder, mapOf(op, "lowerBoundMap"), operands(0)))
	upper := expandaffine.Reduce(rw.Builder, arith.MinSI,
		expandaffine.Map(rw.Builder, mapOf(op, "upperBoundMap"), operands(1)))
	n, _ := op.IntAttr("step")
	step := arith.ConstIndex(rw.Builder, n)
	loop := rw.Create(ir.OpState{
		Def:      scf.For,
		Operands: append([]*ir.Value{lower, upper, step}, operands(2)...),
		Results:  op.ResultTypes(),
		Attrs:    op.Attrs(),
		Regions:  []*ir.Region{takeRegion(op.Region(0))},
	})
	rw.Replace(op, loop.Results()...)
	return true
}

// takeRegion moves the blocks of a region into a new one.
func takeRegion(r *ir.Region) *ir.Region {
	taken := ir.NewRegion()
	taken.TakeBody(r)
	return taken
}

// lowerYield follows the lowering of the loop or condition around it; the ends
// of parallel loops are lowered with them.
func lowerYield(op *ir.Op, rw *ir.Rewriter) bool {
	scf.NewYield(rw.Builder, op.Operands()...)
	rw.Erase(op)
	return true
}

// lowerIf makes a scf.if whose condition is the conjunction of all constraints.
func lowerIf(op *ir.Op, rw *ir.Rewriter) bool {
	cond := condition(rw.Builder, op.Attr("condition").(*ir.IntegerSetAttr).Set, op.Operands())
	made := rw.Create(ir.OpState{
		Def:      scf.If,
		Operands: []*ir.Value{cond},
		Results:  op.ResultTypes(),
		Regions:  []*ir.Region{takeRegion(op.Region(0)), takeRegion(op.Region(1))},
	})
	rw.Replace(op, made.Results()...)
	return true
}

func condition(b *ir.Builder, set *affine.Set, operands []*ir.Value) *ir.Value {
	e := expandaffine.Expander{B: b, Dims: operands[:set.NumDims], Symbols: operands[set.NumDims:]}
	zero := e.Constant(0)
	var all *ir.Value
	for _, c := range set.Constraints {
		predicate := int64(arith.SGE)
		if c.Eq {
			predicate = arith.EQ
		}
		holds := arith.Cmp(b, predicate, e.Expr(c.Expr), zero)
		if all != nil {
			holds = arith.Binary(b, arith.AndI, all, holds)
		}
		all = holds
	}
	if all == nil {
		return arith.ConstBool(b, true)
	}
	return all
}

// lowerParallel makes a scf.parallel. Each reduction starts from its neutral
// element.
func lowerParallel(op *ir.Op, rw *ir.Rewriter) bool {
	kinds := intElems(op.Attr("reductions"))
	if !reducible(kinds, op.ResultTypes()) {
		return false
	}
	n := mapOf(op, "lowerBoundsMap").NumInputs()
	lowerParts, upperParts := groupedParts(op, "lowerBounds"), groupedParts(op, "upperBounds")
	var lower, upper []*ir.Value
	for d := range lowerParts {
		lower = append(lower,
			expandaffine.Reduce(rw.Builder, arith.MaxSI,
				expandaffine.Map(rw.Builder, lowerParts[d], op.Operands()[:n])))
		upper = append(upper,
			expandaffine.Reduce(rw.Builder, arith.MinSI,
				expandaffine.Map(rw.Builder, upperParts[d], op.Operands()[n:])))
	}
	var steps, inits []*ir.Value
	for _, s := range intElems(op.Attr("steps")) {
		steps = append(steps, arith.ConstIndex(rw.Builder, s))
	}
	for i, k := range kinds {
		inits = append(inits, neutral(rw.Builder, k, op.Result(i).Type()))
	}
	lowerReduce(op.Body().Last(), kinds, rw)
	rw.SetBefore(op)
	dims := int64(len(steps))
	operands := append(append(append(lower, upper...), steps...), inits...)
	loop := rw.Create(ir.OpState{
		Def:      scf.Parallel,
		Operands: operands,
		Results:  op.ResultTypes(),
		Attrs: []ir.NamedAttr{{Name: "operandSegmentSizes",
			Value: rw.Ctx.I32Array(dims, dims, dims, int64(len(inits)))}},
		Regions: []*ir.Region{takeRegion(op.Region(0))},
	})
	rw.Replace(op, loop.Results()...)
	return true
}

// groupedParts returns the map of each dimension's bounds: the attribute
// prefix+"Groups" says how many results of prefix+"Map" belong to each.
func groupedParts(op *ir.Op, prefix string) []*affine.Map {
	m := mapOf(op, prefix+"Map")
	var parts []*affine.Map
	first := 0
	for _, n := range groups(op, prefix+"Groups") {
		parts = append(parts, affine.NewMap(m.NumDims, m.NumSymbols, m.Results[first:first+int(n)]...))
		first += int(n)
	}
	return parts
}

// groups returns the elements of a dense attribute of 32-bit integers.
func groups(op *ir.Op, name string) []int64 {
	dense := op.Attr(name).(*ir.DenseElementsAttr)
	ns := make([]int64, ir.NumElements(dense.Type.Dims()))
	for i := range ns {
		ns[i] = int64(int32(dense.Element(i)))
	}
	return ns
}

// intElems returns the integers of an array attribute.
func intElems(a ir.Attr) []int64 {
	var ns []int64
	if array, ok := a.(*ir.ArrayAttr); ok {
		for _, e := range array.Elems {
			ns = append(ns, e.(*ir.IntegerAttr).Value)
		}
	}
	return ns
}

func reducible(kinds []int64, types []ir.Type) bool {
	for i, k := range kinds {
		if arith.Reducers[k] == nil || !reduces(k, types[i]) {
			return false
		}
	}
	return true
}

// reduces reports whether values of the type can be combined.
func reduces(kind int64, typ ir.Type) bool {
	switch kind {
	case ir.AtomicAddF, ir.AtomicMulF, ir.AtomicMaximumF, ir.AtomicMinimumF, ir.AtomicMaxNumF,
		ir.AtomicMinNumF:
		_, ok := typ.(*ir.FloatType)
		return ok
	}
	if _, ok := typ.(*ir.IndexType); ok {
		return true
	}
	it, ok := typ.(*ir.IntegerType)
	return ok && it.Sign == ir.Signless && it.Width >= 1 && it.Width <= 64
}

// neutral makes the value that changes nothing when combined with another.
func neutral(b *ir.Builder, kind int64, typ ir.Type) *ir.Value {
	if ft, ok := typ.(*ir.FloatType); ok {
		return arith.ConstFloat(b, ft, neutralFloat(kind))
	}
	width := uint32(64)
	if it, ok := typ.(*ir.IntegerType); ok {
		width = it.Width
	}
	switch kind {
	case ir.AtomicMulI:
		return arith.ConstInt(b, typ, 1)
	case ir.AtomicAndI, ir.AtomicMinU:
		return arith.ConstInt(b, typ, -1)
	case ir.AtomicMaxS:
		return arith.ConstInt(b, typ, math.MinInt64>>(64-min(width, 64)))
	case ir.AtomicMinS:
		return arith.ConstInt(b, typ, math.MaxInt64>>(64-min(width, 64)))
	}
	return arith.ConstInt(b, typ, 0)
}

func neutralFloat(kind int64) float64 {
	switch kind {
	case ir.AtomicMulF:
		return 1
	case ir.AtomicMaximumF:
		return math.Inf(-1)
	case ir.AtomicMinimumF:
		return math.Inf(1)
	case ir.AtomicMaxNumF, ir.AtomicMinNumF:
		return math.NaN()
	}
	return 0
}

// lowerReduce makes the scf.reduce that ends the body of a parallel loop.
func lowerReduce(yield *ir.Op, kinds []int64, rw *ir.Rewriter) {
	rw.SetBefore(yield)
	regions := make([]*ir.Region, len(kinds))
	for i := range kinds {
		t := yield.Operand(i).Type()
		block := ir.NewBlock(t, t)
		regions[i] = ir.NewRegion(block)
	}
	made := rw.Create(ir.OpState{Def: scf.Reduce, Operands: yield.Operands(), Results: []ir.Type{},
		Regions: regions})
	for i, k := range kinds {
		block := made.Region(i).Entry()
		rw.SetEnd(block)
		combined := arith.Binary(rw.Builder, arith.Reducers[k], block.Arg(0), block.Arg(1))
		rw.Create(ir.OpState{Def: scf.ReduceReturn, Operands: []*ir.Value{combined}, Results: []ir.Type{}})
	}
	rw.Erase(yield)
}
