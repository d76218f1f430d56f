package injectptxasynccopy

import (
	"cmp"
	"slices"

	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/dialect/nvgpu"
	"github.com/inflight-compiler/inflight/ir"
)

func (m *matcher) sizeOf(t *ir.MemRefType) int64 { return nvgpu.Bits(t.Elem) / 8 }

// repeat is a loop in the asynchronous operation, around a copy.
type repeat struct {
	sym   *analysis.Symbol
	lower int64
	step  int64
	trips int64 // -1 if not known
}

// distinct refuses a copy that is executed several times and may write the same bytes twice: the last write
// would have to be the one that stays.
func (m *matcher) distinct(p *copyPlan) *refusal {
	overlap := &refusal{p.anchor, codeOverlap, "it may write the same element twice"}
	var loops []repeat
	for op := p.anchor; op != nil && op != m.scope; op = op.Parent() {
		if len(op.Block().Region().Blocks()) > 1 {
			return overlap // branches may lead back
		}
		if op == p.anchor {
			continue
		}
		if op.Def().Loop == nil {
			if op.Def().RegionSuccessors != nil && !leavesOnce(op) {
				return overlap
			}
			continue
		}
		for d := range op.Def().Loop.Dims(op) {
			r, ok := m.repeat(op, d)
			if !ok {
				return overlap
			}
			loops = append(loops, r)
		}
	}
	width, ok := p.width()
	if !ok {
		return overlap
	}
	at := m.addressOf(p.dst)
	offset := at.offset
	for v, n := range p.bind {
		offset = m.l.ev.Subst(offset, m.l.ev.SymbolOf(v), analysis.Const(n))
	}
	loops = slices.DeleteFunc(loops, func(r repeat) bool { return r.trips == 0 || r.trips == 1 })
	if len(loops) == 0 || at.known && (m.nested(offset, width, loops) || m.enumerated(offset, width, loops)) {
		return nil
	}
	return overlap
}

// leavesOnce reports whether control leaves the operation at the end of each region, so that each region runs
// at most once.
func leavesOnce(op *ir.Op) bool {
	for i := range op.Regions() {
		for _, s := range op.Def().RegionSuccessors(op, i) {
			if s.Region >= 0 {
				return false
			}
		}
	}
	return true
}

// repeat returns the description of a loop, if its lower bound is constant.
func (m *matcher) repeat(op *ir.Op, dim int) (repeat, bool) {
	loop := op.Def().Loop
	t := m.l.ev.LoopRange(loop.Bounds(op, dim))
	r := repeat{m.l.ev.SymbolOf(loop.InductionVar(op, dim)), t.Lower.Const, t.Step, t.Trips}
	return r, t.LowerKnown && t.Lower.IsConst() && t.Step > 0
}

// width returns the number of elements that one execution of the plan spans. It reports false if its own
// pieces overlap.
func (p *copyPlan) width() (int64, bool) {
	end := p.bulk * p.bulkElements
	for i, q := range p.pieces {
		for _, other := range p.pieces[:i] {
			if q.dst < other.dst+other.elements && other.dst < q.dst+q.elements {
				return 0, false
			}
		}
		if q.dst < 0 {
			return 0, false
		}
		end = max(end, q.dst+q.elements)
	}
	strides, _, ok := memref.Strides(p.dst.typ())
	if !ok {
		return 0, false
	}
	for d := len(p.shape) - 1; d >= 0; d-- {
		switch n, s := p.shape[d], strides[d]; {
		case n <= 1:
		case s == ir.Dynamic || s < end || n > maxBytes || s > maxBytes/n:
			return 0, false
		default:
			end += (n - 1) * s
		}
	}
	return end, true
}

// nested reports whether each loop, from the one with the smallest stride on, steps over all elements that
// the loops before it write.
func (m *matcher) nested(offset analysis.Linear, width int64, loops []repeat) bool {
	sorted := slices.Clone(loops)
	stride := func(r repeat) int64 {
		s := offset.Coef(r.sym) * r.step
		return max(s, -s)
	}
	for _, r := range sorted {
		rest := offset.Sub(m.l.ev.Of(r.sym.Value).Scale(offset.Coef(r.sym)))
		if !m.l.ev.Subst(rest, r.sym, analysis.Const(0)).Equal(rest) {
			return false // the variable is part of a remainder or quotient
		}
	}
	slices.SortFunc(sorted, func(a, b repeat) int { return cmp.Compare(stride(a), stride(b)) })
	for i, r := range sorted {
		if stride(r) < width || r.trips < 0 && i < len(sorted)-1 {
			return false
		}
		width += stride(r) * (r.trips - 1)
	}
	return true
}

// maxCopies limits the executions of a copy that are compared one by one.
const maxCopies = 512

// enumerated compares all executions of a copy with each other.
func (m *matcher) enumerated(offset analysis.Linear, width int64, loops []repeat) bool {
	at := []analysis.Linear{offset}
	for _, r := range loops {
		if r.trips < 0 || r.trips > maxCopies || int64(len(at))*r.trips > maxCopies {
			return false
		}
		var next []analysis.Linear
		for _, x := range at {
			for k := range r.trips {
				next = append(next, m.l.ev.Subst(x, r.sym, analysis.Const(r.lower+k*r.step)))
			}
		}
		at = next
	}
	for i := range at {
		at[i] = m.l.ev.Reduce(at[i])
		for _, other := range at[:i] {
			d := at[i].Sub(other)
			if !d.IsConst() || d.Const < width && -d.Const < width {
				return false
			}
		}
	}
	return true
}
