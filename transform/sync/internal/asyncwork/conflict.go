package asyncwork

import (
	"slices"

	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/ir"
)

// Footprint is what an operation, with everything in it, touches.
type Footprint struct {
	accesses []analysis.Access
	// machine is set if it touches something that is no memory of a memref: a print, an assertion, a queue.
	machine bool
}

// FootprintOf returns the footprint of op, by an evaluator that all operations it is compared with share.
func FootprintOf(ev *analysis.Evaluator, op *ir.Op) *Footprint {
	f := &Footprint{accesses: ev.Accesses(op)}
	for inner := range op.Walk() {
		if effects := inner.Def().Effects; effects != nil {
			effects(inner, func(e ir.Effect) { f.machine = f.machine || e.Value == nil })
		}
	}
	return f
}

// NewFootprint returns the footprint of something that touches memory only.
func NewFootprint(accesses []analysis.Access) *Footprint { return &Footprint{accesses: accesses} }

// Buffers returns the buffers that are touched; all is set if what is touched may be anything, or no memory.
func (f *Footprint) Buffers() (list []*ir.Value, all bool) {
	all = f.machine
	for _, a := range f.accesses {
		switch {
		case a.Buffer == nil:
			all = true
		case a.Kind != ir.Allocate && !slices.Contains(list, a.Buffer):
			list = append(list, a.Buffer)
		}
	}
	return list, all
}

// Conflicts reports whether the order of two operations matters, at one moment: with subscripts as they are
// then.
func (f *Footprint) Conflicts(g *Footprint) bool {
	return f.machine && g.machine || f.meets(g, analysis.Conflict)
}

// SharesBuffer reports whether the order of two operations may matter whenever they run.
func (f *Footprint) SharesBuffer(g *Footprint) bool {
	return f.machine && g.machine || f.meets(g, func(a, b *analysis.Access) bool {
		return (a.Writes() || b.Writes()) && (a.Buffer == nil || b.Buffer == nil || a.Buffer == b.Buffer)
	})
}

func (f *Footprint) meets(g *Footprint, conflict func(a, b *analysis.Access) bool) bool {
	return slices.ContainsFunc(f.accesses, func(a analysis.Access) bool {
		return slices.ContainsFunc(g.accesses, func(b analysis.Access) bool { return conflict(&a, &b) })
	})
}

// UsesQueues reports whether something in op uses the queues of the thread that executes it, or may, in a
// call; groups of tokens are such a thing, too: what is added to them is awaited without a dependency that
// shows.
func UsesQueues(op *ir.Op) bool {
	for inner := range op.Walk() {
		if inner.QueueEffect().Kind != ir.NoQueueEffect || inner.Def().Callee != nil ||
			inner.Def().Unregistered {
			return true
		}
		for _, v := range inner.Operands() {
			if async.IsGroup(v.Type()) {
				return true
			}
		}
		for _, v := range inner.Results() {
			if async.IsGroup(v.Type()) {
				return true
			}
		}
	}
	return false
}

// Uses reports whether op or something in it uses one of the results of def.
func Uses(op, def *ir.Op) bool {
	for _, v := range def.Results() {
		for u := range v.Uses() {
			if op.IsAncestorOf(u.Owner()) {
				return true
			}
		}
	}
	return false
}
