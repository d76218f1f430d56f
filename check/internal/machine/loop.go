package machine

import (
	"math"

	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/check/internal/skeleton"
)

// maxUnknown is how many iterations of a loop with an unknown trip count are executed.
const maxUnknown = 16

// fewTrips is the largest trip count of which all iterations are always executed. If a loop has more, a
// buffer whose leading subscript moves with the loop counts as an array, not as a ring of versions.
const fewTrips = 4

// activation is one execution of a loop, from its first iteration to its last.
//
// Acceleration. At the head of iteration k the state is described relative to k: the operations in flight,
// how many iterations ago they were issued, and their groups. A loop is regular if after p iterations all
// accesses and conditions repeat, with subscripts moved by a distance that is common to all accesses of a
// buffer. If the description of a regular loop's state repeats after p iterations, the next iterations do
// what the iterations p before them did, with moved subscripts. Moved accesses overlap exactly where the
// original ones do. So multiples of p iterations are skipped, by moving the operations in flight. A condition
// on the induction variable gives the number of periods for which its result stays the same; the skip ends
// before that.
type activation struct {
	id    int64
	n     *skeleton.Node
	k     int64
	iv    analysis.Linear
	depth int
	// lasts is the number of iterations for which all conditions keep the results of the current iteration.
	lasts  int64
	jumped bool
}

// stride is the change of the induction variable over one period.
func (a *activation) stride() int64 { return a.n.Shape.Period * a.n.Shape.Step }

// limit records that a condition keeps its result for a number of periods.
func (a *activation) limit(periods int64) {
	if periods < math.MaxInt64/max(a.n.Shape.Period, 1) {
		a.lasts = min(a.lasts, periods*a.n.Shape.Period)
	}
}

// Limit tells the active loops for how many periods a comparison keeps its result. form is the template of
// the compared number, d its current value.
func (m *Machine) Limit(p skeleton.Predicate, form analysis.Linear, d int64) {
	for _, a := range m.active {
		s, ok := skeleton.Shift(form, a.n.Sym, a.stride())
		if !ok || form.Wraps() {
			a.limit(0)
			continue
		}
		a.limit(p.Lasts(d, s))
	}
}

// loop executes a loop in all states. States with the same bounds of the loop are executed together.
func (m *Machine) loop(n *skeleton.Node, states []*State) []*State {
	if n.Trip != nil {
		return m.merge(m.iterate(n, *n.Trip, states))
	}
	var out []*State
	for len(states) > 0 && !m.stop {
		m.cur = states[0]
		trip := m.P.LoopRange(n)
		same, rest := []*State{states[0]}, []*State(nil)
		for _, s := range states[1:] {
			m.cur = s
			if t := m.P.LoopRange(n); t.Trips == trip.Trips && t.Step == trip.Step &&
				t.Lower.Equal(trip.Lower) {
				same = append(same, s)
			} else {
				rest = append(rest, s)
			}
		}
		if trip.Trips < 0 && trip.SpanKnown && m.Require(trip.Span) {
			break
		}
		out = append(out, m.iterate(n, trip, same)...)
		states = rest
	}
	return m.merge(append(out, states...))
}

// iterate executes the iterations of a loop.
func (m *Machine) iterate(n *skeleton.Node, trip analysis.Trip, states []*State) []*State {
	trips, unknown := trip.Trips, trip.Trips < 0
	if unknown {
		trips = maxUnknown
	}
	if n.Trip == nil && trip.LowerKnown && trips > 0 {
		m.noteNumber(trip.Lower)
		m.noteNumber(trip.Lower.AddConst((trips - 1) * trip.Step))
	}
	m.acts++
	a := &activation{id: m.acts, n: n, depth: len(m.active)}
	for _, s := range states {
		m.yield(s, n.Inits, n.Args)
	}
	m.active, m.places = append(m.active, a), nil
	skip := m.skipper(a, trips)
	var exits []*State
	settled := false
	for ; a.k < trips && !m.stop && len(states) > 0; a.k++ {
		a.iv = trip.Lower.AddConst(a.k * trip.Step)
		m.places = nil
		if m.c.Distances != nil {
			states = m.settle(a, states)
		}
		if skip.try(states, unknown) && unknown {
			settled = true
			break
		}
		if unknown {
			for _, s := range states {
				exits = append(exits, s.clone())
			}
		}
		if trip.LowerKnown && trip.Step != 0 {
			m.bound[n.Iv] = a.iv
		} else {
			delete(m.bound, n.Iv)
		}
		states = m.iteration(n, states)
		skip.lasts = append(skip.lasts, a.lasts)
	}
	m.active, m.places = m.active[:a.depth], nil
	delete(m.bound, n.Iv)
	if unknown && !settled && !m.stop {
		m.cutShort(n.Op,
			"the iterations of a loop of unknown length do not come to repeat themselves, %d of them",
			maxUnknown)
	}
	m.noteSizes(n, a)
	if trips > fewTrips {
		for i := range n.Shape.Uses {
			if n.Shape.Uses[i].Slides {
				m.Arrays[m.P.Numbered[i].Value] = true
			}
		}
	}
	states = append(states, exits...)
	for _, s := range states {
		m.yield(s, n.Args, n.Op.Results())
	}
	return m.merge(states)
}

// iteration executes one iteration.
func (m *Machine) iteration(n *skeleton.Node, states []*State) []*State {
	a := m.active[len(m.active)-1]
	a.lasts = math.MaxInt64
	for _, s := range states {
		s.forgetWithin(n.Op)
		s.forgetTokens(n)
		s.dropLazies()
	}
	states = m.block(n.Body, states)
	for _, s := range states {
		m.release(n, s)
	}
	if last := n.Op.Body().Last(); last != nil && len(n.Args) > 0 {
		for _, s := range states {
			m.yield(s, last.Operands(), n.Args)
		}
	}
	for _, s := range states {
		s.forgetNames(n)
	}
	return m.merge(states)
}

// noteSizes records the sizes that a loop depends on, if the loop's state has not repeated.
func (m *Machine) noteSizes(n *skeleton.Node, a *activation) {
	for _, v := range n.Shape.Sizes {
		m.Stuck[v] = m.Stuck[v] || !a.jumped
	}
}

// iterations returns the current iterations of the active loops, in a list that does not change.
func (m *Machine) iterations() []skeleton.Iteration {
	if m.places == nil {
		m.places = make([]skeleton.Iteration, len(m.active))
		for i, a := range m.active {
			m.places[i] = skeleton.Iteration{Act: a.id, N: a.n, K: a.k, Iv: a.iv}
		}
	}
	return m.places
}
