package kernel

import (
	"slices"

	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/ir"
)

// Apart reports whether the iterations of a parallel loop certainly access different elements of every buffer
// that one of them writes, for all extents. For every induction variable there must be a dimension in which
// all accesses to the buffer are within one stride of a multiple of the variable.
func (k *Kernel) Apart() bool {
	loop := k.Op.Def().Loop
	if loop == nil || !loop.Parallel {
		return false
	}
	ev := &analysis.Evaluator{}
	byBuffer := map[*ir.Value][]analysis.Access{}
	written := map[*ir.Value]bool{}
	for op := range k.Op.Body().Ops() {
		if op.Has(ir.Terminator) {
			continue
		}
		for _, a := range ev.Accesses(op) {
			if a.Kind == ir.Allocate || a.Buffer != nil && k.Op.IsAncestorOf(a.Buffer.DefiningOp()) {
				continue
			}
			byBuffer[a.Buffer] = append(byBuffer[a.Buffer], a)
			written[a.Buffer] = written[a.Buffer] || a.Writes()
		}
	}
	if len(byBuffer[nil]) > 0 {
		return false
	}
	var ivs []*analysis.Symbol
	for d := range loop.Dims(k.Op) {
		ivs = append(ivs, ev.SymbolOf(loop.InductionVar(k.Op, d)))
	}
	for buffer, list := range byBuffer {
		if written[buffer] && !tellsApart(list, ivs) {
			return false
		}
	}
	return true
}

// tellsApart reports whether each induction variable has a dimension that separates its values.
func tellsApart(list []analysis.Access, ivs []*analysis.Symbol) bool {
	for _, iv := range ivs {
		found := false
		for d := range list[0].Dims {
			found = found || separates(list, ivs, iv, d)
		}
		if !found {
			return false
		}
	}
	return true
}

// separates reports whether accesses with different values of iv differ in dimension d.
func separates(list []analysis.Access, ivs []*analysis.Symbol, iv *analysis.Symbol, d int) bool {
	var first analysis.Linear
	var lo, hi int64
	for i := range list {
		if d >= len(list[i].Dims) || list[i].Dims[d].Full {
			return false
		}
		r := &list[i].Dims[d]
		if i == 0 {
			first, lo, hi = r.Base, r.Base.Const+r.Lo, r.Base.Const+r.Hi
		}
		if !r.Base.SameTerms(first) {
			return false
		}
		lo, hi = min(lo, r.Base.Const+r.Lo), max(hi, r.Base.Const+r.Hi)
	}
	stride := int64(0)
	for _, t := range first.Terms {
		if t.Sym == iv {
			stride = max(t.Coef, -t.Coef)
		} else if t.Sym.Mod+t.Sym.Div > 0 || slices.Contains(ivs, t.Sym) ||
			inIteration(t.Sym.Value, iv.Value) {
			return false // the term may differ between iterations
		}
	}
	return hi-lo < stride
}

// inIteration reports whether a value is defined inside the loop of an induction variable.
func inIteration(v, iv *ir.Value) bool {
	return v == nil || v.ParentBlock() == nil ||
		iv.ParentBlock().ParentOp().IsAncestorOf(v.ParentBlock().ParentOp())
}
