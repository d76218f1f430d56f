package timed

import (
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/machine"
)

// Estimator estimates single operations in the way of Of, for graphs that the caller makes.
type Estimator struct{ machine *machine.Machine }

// NewEstimator returns an estimator for a machine.
func NewEstimator(m *machine.Machine) *Estimator { return &Estimator{m} }

// Op returns the graph operation that op would be if it were issued on its own: its engines, its durations,
// and its memory. It has no dependences and no queue. op must not issue other operations.
func (e *Estimator) Op(op *ir.Op) Op {
	each := newEstimate(e.machine)
	t := &Thread{b: each.b, source: op, label: Label(op), place: each.b.placeOf(op, each.deviceOf(op)),
		queue: None}
	each.execute(t, op)
	t.End()
	return each.b.Graph().Ops[0]
}

// Shortest returns the least time that the operation takes.
func (op *Op) Shortest() Time { return op.shortest() }
