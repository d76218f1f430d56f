package timed

import (
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/machine"
)

// Estimator estimates single operations as Of does those of a function, for a graph that the caller makes.
type Estimator struct{ machine *machine.Machine }

// NewEstimator returns an estimator for a machine.
func NewEstimator(m *machine.Machine) *Estimator { return &Estimator{m} }

// Op returns what op would be if it were issued on its own: what executes it, what that takes, and what
// memory it needs. It depends on nothing and has no queue. The operation must not issue others.
func (e *Estimator) Op(op *ir.Op) Op {
	each := &estimate{
		b: NewBuilder(e.machine), tables: ir.NewSymbolTables(), done: map[*ir.Value]Done{},
		roots: map[*ir.Value]*ir.Value{}, scale: 1,
	}
	t := &Thread{b: each.b, source: op, label: Label(op), place: each.b.placeOf(op, each.deviceOf(op)),
		queue: None}
	each.execute(t, op)
	t.End()
	return each.b.Graph().Ops[0]
}

// Shortest returns the least time that the operation takes.
func (op *Op) Shortest() Time { return op.shortest() }
