package importer

import (
	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/dialect/pipeline"
	"github.com/inflight-compiler/inflight/dialect/scf"
	"github.com/inflight-compiler/inflight/ir"
)

// maxSamples bounds the number of iterations that are tried for each access. Iterations are tried if
// quotients and remainders in its subscripts prevent a judgment of the whole access.
const maxSamples = 96

// sampled is a loop with those values of its variable that are tried: all, or some of the first and the last
// ones.
type sampled struct {
	variable *ir.Value
	values   []int64
}

// samplesAround returns the loops around an operation, the innermost first. It stops at the first loop in
// which the operation does not certainly run in each iteration.
func samplesAround(op *ir.Op) []sampled {
	var loops []sampled
	for outer := range op.Ancestors() {
		if outer.Is(scf.If) || outer.Is(scf.While) {
			break
		}
		if !outer.Is(scf.For) {
			continue
		}
		from, to, step, ok := constantBounds(outer)
		if !ok {
			continue
		}
		s := sampled{variable: scf.InductionVar(outer)}
		last := from + (to-1-from)/step*step
		for v := from; len(s.values) < maxSamples && v < last; v += step {
			s.values = append(s.values, v)
		}
		s.values = append(s.values, last)
		loops = append(loops, s)
	}
	thinOut(loops)
	return loops
}

// thinOut drops values in the middle of the longest loops until the number of combinations is small enough.
func thinOut(loops []sampled) {
	for {
		product, longest := 1, 0
		for i := range loops {
			product *= len(loops[i].values)
			if len(loops[i].values) > len(loops[longest].values) {
				longest = i
			}
			if product > maxSamples {
				break
			}
		}
		if product <= maxSamples || len(loops[longest].values) <= 2 {
			return
		}
		values := loops[longest].values
		loops[longest].values = append(values[:len(values)-2], values[len(values)-1])
	}
}

// constantBounds returns the bounds of a loop that certainly has iterations.
func constantBounds(loop *ir.Op) (from, to, step int64, ok bool) {
	from, ok1 := ir.ConstInt(scf.Lower(loop))
	to, ok2 := ir.ConstInt(scf.Upper(loop))
	step, ok3 := ir.ConstInt(scf.Step(loop))
	ok = ok1 && ok2 && ok3 && to > from && step >= 1 && from >= -farAway && to <= farAway
	return from, to, step, ok
}

// anySample reports whether some iteration of the loops has a property. value returns the value of a loop
// variable, or of an axis bound to one, in the iteration.
func anySample(loops []sampled, has func(value func(*ir.Value) (int64, bool)) bool) bool {
	at := make([]int, len(loops))
	value := func(v *ir.Value) (int64, bool) {
		for ax := v.DefinedBy(pipeline.Axis); ax != nil; ax = v.DefinedBy(pipeline.Axis) {
			v = ax.Operand(0)
		}
		for i := range loops {
			if loops[i].variable == v {
				return loops[i].values[at[i]], true
			}
		}
		return 0, false
	}
	for n := 0; n < maxSamples; n++ {
		if has(value) {
			return true
		}
		k := 0
		for ; k < len(loops); k++ {
			if at[k]++; at[k] < len(loops[k].values) {
				break
			}
			at[k] = 0
		}
		if k == len(loops) {
			return false
		}
	}
	return false
}

// sampledOutside reports whether a load or store certainly accesses, in some iteration, an element in none of
// the regions.
func (c *claimCheck) sampledOutside(same []claim, a *analysis.Access) bool {
	subscripts, memory := elementOf(a.Op)
	if memory == nil {
		return false
	}
	forms := make([]analysis.Linear, len(subscripts))
	divided := false
	for d, v := range subscripts {
		forms[d] = c.f.judge.Eval(v)
		divided = divided || hasDivision(forms[d])
	}
	lower := make([][]analysis.Linear, len(same))
	for i, cl := range same {
		if cl.buffer.V != memory || len(cl.ranges) != len(forms) {
			return false
		}
		for _, r := range cl.ranges {
			low := c.f.lower(r)
			divided = divided || hasDivision(low)
			lower[i] = append(lower[i], low)
		}
	}
	if !divided {
		return false // linear forms were judged as a whole
	}
	return anySample(samplesAround(a.Op), func(value func(*ir.Value) (int64, bool)) bool {
		for i, cl := range same {
			if !leaves(forms, lower[i], cl.ranges, value) {
				return false
			}
		}
		return true
	})
}

// leaves reports whether an element is certainly not in a region.
func leaves(forms, lower []analysis.Linear, ranges []interval, value func(*ir.Value) (int64, bool)) bool {
	for d := range forms {
		at, ok1 := forms[d].At(value)
		low, ok2 := lower[d].At(value)
		if ok1 && ok2 && (at < low || ranges[d].extent.Value == nil && at >= low+ranges[d].extent.Const) {
			return true
		}
	}
	return false
}

// elementOf returns the subscripts and the memory of a load or store of one element.
func elementOf(op *ir.Op) (subscripts []*ir.Value, memory *ir.Value) {
	switch {
	case op.Is(memref.Load):
		return op.Operands()[1:], op.Operand(0)
	case op.Is(memref.Store):
		return op.Operands()[2:], op.Operand(1)
	}
	return nil, nil
}

// hasDivision reports whether a form has quotients or remainders.
func hasDivision(l analysis.Linear) bool {
	for _, t := range l.Terms {
		if t.Sym.Mod != 0 || t.Sym.Div != 0 {
			return true
		}
	}
	return false
}
