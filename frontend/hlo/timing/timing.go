package timing

import (
	"context"

	"github.com/inflight-compiler/inflight/frontend/hlo"
	"github.com/inflight-compiler/inflight/frontend/hlo/cost"
	"github.com/inflight-compiler/inflight/timed"
)

// DefaultTrips is the number of iterations of a loop whose number is unknown.
const DefaultTrips = timed.AssumedTrips

// Options are what a module does not say.
type Options struct {
	Trips int64 // iterations of loops whose number is unknown; 0 stands for DefaultTrips
}

// Timing says when a module happens on a machine.
type Timing struct {
	Makespan timed.Time
	// Bound is a time that no order of the instructions falls below: the longest chain of dependences of the
	// entry computation, or the work of one engine.
	Bound timed.Time
	// Pairs are the asynchronous operations that were executed, by their starts, in textual order.
	Pairs []*Pair
	// Exposed is the sum over Pairs.
	Exposed timed.Time
	// Guessed are the loops whose number of iterations is unknown, Assumed the number that was assumed.
	Guessed []*hlo.Instruction
	Assumed int64
	// Graph and Result are for reports: what was executed, without the iterations that repeat.
	Graph  *timed.Graph
	Result *timed.Result
}

// Pair is an asynchronous operation. Times are sums over all executions.
type Pair struct {
	Start, Done *hlo.Instruction // Done is nil if none was executed
	Stream      string
	Count       int64
	// Takes is the time on its engine, Exposed the time that dones kept computations waiting.
	Takes, Exposed timed.Time
	// Hider is what could be moved between start and done and takes longest; nil if nothing is exposed or
	// nothing can be moved there. HiderTakes is how long it takes, Movable the sum of all that could be
	// moved.
	Hider               *hlo.Instruction
	HiderTakes, Movable timed.Time
}

// Hidden returns the time that the operation ran behind other work.
func (p *Pair) Hidden() timed.Time { return max(0, p.Takes-p.Exposed) }

// Of executes a module on the machine of a model. The order of the instructions is the schedule. The module
// must verify.
func Of(ctx context.Context, m *hlo.Module, model *cost.Model, o Options) (*Timing, error) {
	s := newSimulation(ctx, model, o)
	s.records = true
	s.reserve(len(m.Entry.Instructions))
	if _, err := s.computation(m.Entry, nil); err != nil {
		return nil, err
	}
	t := s.timing(m)
	if err := s.hiders(t.Pairs); err != nil {
		return nil, err
	}
	var err error
	t.Bound, err = s.bound(m.Entry)
	t.Result.Bound = t.Bound
	return t, err
}

// Totals returns the makespan of a module and its exposed time, as Of does, and nothing else.
func Totals(ctx context.Context, m *hlo.Module, model *cost.Model, o Options) (makespan, exposed timed.Time,
	err error) {
	s := newSimulation(ctx, model, o)
	if _, err := s.computation(m.Entry, nil); err != nil {
		return 0, 0, err
	}
	for _, p := range s.pairs {
		exposed += p.Exposed
	}
	makespan, _ = s.end()
	return makespan, exposed, nil
}
