package check

import (
	"maps"

	"github.com/inflight-compiler/inflight/check/internal/kernel"
	"github.com/inflight-compiler/inflight/ir"
)

// members describes the indices of the threads of kernels: fixed has the values that are the same in all
// threads, and extents the upper bounds of the others.
type members struct {
	fixed   map[*ir.Value]int64
	extents map[*ir.Value]int64
	kernels []*kernel.Kernel
}

// members returns the indices of threads in a function.
func (c *checker) members(fn *ir.Op) *members {
	m := &members{fixed: map[*ir.Value]int64{}}
	for _, k := range kernel.All(c.Source, fn) {
		_, isLaunch := k.Op.Launch()
		if k.Why != "" || !isLaunch && !kernel.IsFunction(k.Op) {
			continue
		}
		if m.kernels = append(m.kernels, k); m.extents == nil {
			m.extents = map[*ir.Value]int64{}
		}
		maps.Copy(m.fixed, k.Same)
		for v, d := range k.Ids {
			if isGlobalID(v) {
				continue
			}
			if m.extents[v] = k.Extent(d); k.Extent(d) == 1 {
				m.fixed[v] = 0
			}
		}
	}
	return m
}

// isGlobalID reports whether a value is an index of a thread across all blocks.
func isGlobalID(v *ir.Value) bool {
	op := v.DefiningOp()
	return op != nil && op.ThreadNumber().Kind == ir.ThreadInGrid
}

// lookAgain looks again at a function with hazards, or with an incomplete check. It executes every iteration
// of loops without synchronization, because their summaries may have elements that the loops do not access;
// then it executes each thread. It returns the look with fewer hazards, if that look is complete.
func (c *checker) lookAgain(e *explorer, m *members) *explorer {
	if len(e.order) == 0 && e.complete() {
		return e
	}
	c.unfold = true
	defer func() { c.unfold = false }()
	for _, look := range []func(*explorer, *members) *explorer{c.unfolded, c.each} {
		if len(e.order) == 0 && e.complete() {
			break
		}
		late, steps := c.Waiting(), c.Steps
		if x := look(e, m); x != nil && x.complete() && (len(x.order) < len(e.order) || !e.complete()) {
			e = x
		} else {
			c.Restore(late)
			c.Steps = steps
		}
	}
	return e
}

// unfolded explores a function with every iteration of its loops; nil if this cannot have fewer hazards than
// before: if there is no summarized loop, or if the summaries certainly have an element in common in each
// hazard.
func (c *checker) unfolded(before *explorer, m *members) *explorer {
	if !c.folds || before.complete() && !before.uncertain && !c.foldsMembers {
		return nil
	}
	e := c.newExplorer(before.fn, m)
	if e.explore(maps.Clone(m.fixed)); len(e.errs) > 0 || e.spent() {
		return nil
	}
	return e
}

// each explores a function once for each thread; nil if there are too many threads.
//
// If the index of a thread is a symbol, accesses count as conflicting if they conflict for some value of it,
// although no thread may have that value.
func (c *checker) each(before *explorer, m *members) *explorer {
	most := int64(0)
	for _, k := range m.kernels {
		most = max(most, k.Threads())
	}
	if most < 2 || most > kernel.MaxThreads {
		return nil
	}
	e := c.newExplorer(before.fn, m)
	e.sizes = m.reportedIndices()
	for t := range most {
		fixed := maps.Clone(m.fixed)
		for _, k := range m.kernels {
			for v, d := range k.Ids {
				if !isGlobalID(v) {
					fixed[v] = k.Place(t%k.Threads(), d)
				}
			}
		}
		if e.explore(fixed); len(e.errs) > 0 || e.spent() {
			return nil
		}
	}
	return e
}

// reportedIndices returns the values that identify threads in reports: one for each dimension of the first
// kernel.
func (m *members) reportedIndices() []*ir.Value {
	var list []*ir.Value
	k := m.kernels[0]
	for d := range k.Size {
		var first *ir.Value
		for v, at := range k.Ids {
			if at == d && k.Size[d] > 1 && !isGlobalID(v) && (first == nil || earlier(v, first)) {
				first = v
			}
		}
		if first != nil {
			list = append(list, first)
		}
	}
	return list
}

// earlier reports whether v is defined before w, of values of the same kernel, as far as their blocks show
// it.
func earlier(v, w *ir.Value) bool {
	a, b := v.DefiningOp(), w.DefiningOp()
	switch {
	case a == nil:
		return b != nil || v.Index() < w.Index()
	case b == nil:
		return false
	case a.Block() == b.Block():
		return a.IsBefore(b)
	}
	return a.Span().Start < b.Span().Start
}
