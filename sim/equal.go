package sim

import (
	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/sim/internal/shadow"
)

// A race between threads that write equal values to the same bytes does no harm: it is reported as a remark.
// Whether values are equal does not depend on this run, but on the program: package analysis decides it. A
// read that nothing orders with such a write is a race with it, as with any other write.

// together describes threads that may write equal values: the operation whose body they all execute, and
// whether they are threads of one block, or tasks.
type together struct {
	around *ir.Op
	block  bool
	tasks  bool
}

// around describes the threads that two strands belong to, if these threads execute one execution of one
// operation. Otherwise it returns the zero value.
func (h *hazards) around(p *Program, x, y *strand) together {
	x, y = siblings(x, y)
	switch {
	case (x == nil || x.isTask()) && (y == nil || y.isTask()):
		return h.inTasks(p)
	case x == nil || y == nil:
		return together{}
	case x.kernel != nil && y.kernel != nil && x.kernel.block.grid == y.kernel.block.grid:
		return together{around: x.kernel.block.grid.op, block: x.fork == y.fork}
	case x.kernel == nil && y.kernel == nil && x.fork != nil && x.fork == y.fork:
		return together{around: x.fork.op}
	}
	return together{}
}

// inTasks describes the tasks of the entry function. It returns the zero value if the entry function may be
// executed more than once, because some operation names it.
func (h *hazards) inTasks(p *Program) together {
	if h.tasks == nil {
		h.tasks = &together{}
		if !p.names(p.entry.op.SymbolName()) {
			h.tasks = &together{around: p.entry.op, tasks: true}
		}
	}
	return *h.tasks
}

// names reports whether an operation of the program has a symbol among its properties.
func (p *Program) names(symbol string) bool {
	for _, f := range p.functions {
		for op := range f.op.Walk() {
			for _, a := range op.Properties() {
				if ref, ok := a.Value.(*ir.SymbolRefAttr); ok && ref.Root == symbol {
					return true
				}
			}
		}
	}
	return false
}

// siblings returns two children of the innermost strand s that x and y are both below, or are: the child that
// x is or is below, and the child that y is or is below. A result is nil if x, or y, is s itself.
func siblings(x, y *strand) (cx, cy *strand) {
	for x.Depth > y.Depth {
		cx, x = x, x.parent
	}
	for y.Depth > x.Depth {
		cy, y = y, y.parent
	}
	for x != y {
		cx, x = x, x.parent
		cy, y = y, y.parent
	}
	return cx, cy
}

// stores returns the analysis of which stores in some threads write equal values. It is kept over runs.
func (h *hazards) stores(p *Program, of together, site int32) *analysis.EqualStores {
	if of.around != nil && of.around.Is(gpu.LaunchFunc) {
		of.around = kernelOf(p.sites[site].op)
	}
	if of.around == nil {
		return nil
	}
	if h.equal == nil {
		h.equal = map[together]*analysis.EqualStores{}
	}
	if h.equal[of] == nil {
		h.equal[of] = analysis.NewEqualStores(of.around, of.block)
		if of.tasks {
			h.equal[of] = analysis.NewEqualTasks(of.around)
		}
	}
	return h.equal[of]
}

// kernelOf returns the kernel that contains an operation, nil if the operation itself is in no kernel.
func kernelOf(op *ir.Op) *ir.Op {
	for p := range op.Ancestors() {
		if p.Name() == "gpu.func" && p.Attr("gpu.kernel") != nil {
			return p
		}
	}
	return nil
}

// agree reports whether two accesses are writes of threads that certainly write equal values to the
// same bytes.
func (t *thread) agree(x, y shadow.Access) bool {
	if x.Kind != shadow.Write || y.Kind != shadow.Write || x.At.Line == y.At.Line {
		return false
	}
	p := t.m.prog
	h := t.m.hazards
	q := h.stores(p, h.around(p, strandOf(x), strandOf(y)), y.Site)
	return q != nil && q.Equal(p.sites[x.Site].op, p.sites[y.Site].op)
}

// MayAgree reports whether other threads may write the same value as this write. It implements
// shadow.Watcher.
func (t *thread) MayAgree(a shadow.Access) bool {
	if a.Kind != shadow.Write {
		return false
	}
	h, p := t.m.hazards, t.m.prog
	if h.agreeable == nil {
		h.agreeable = make([]int8, len(p.sites))
	}
	if h.agreeable[a.Site] == 0 {
		h.agreeable[a.Site] = -1
		if h.oftenEqual(p, a) {
			h.agreeable[a.Site] = 1
		}
	}
	return h.agreeable[a.Site] > 0
}

// oftenEqual reports whether all threads of the writing strand, or those of some strand around it, write the
// same value at this store.
func (h *hazards) oftenEqual(p *Program, a shadow.Access) bool {
	op := p.sites[a.Site].op
	for s := strandOf(a); s != nil; s = s.parent {
		of := together{block: true}
		switch {
		case s.kernel != nil:
			of.around = s.kernel.block.grid.op
		case s.fork != nil:
			of.around, of.block = s.fork.op, false
		case s.isTask():
			of = h.inTasks(p)
		}
		if q := h.stores(p, of, a.Site); q != nil && q.Equal(op, op) {
			return true
		}
	}
	return false
}
