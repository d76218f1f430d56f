package machine

import (
	"encoding/binary"
	"slices"

	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/check/internal/skeleton"
	"github.com/inflight-compiler/inflight/ir"
)

// A look by distances is for loops whose subscripts do not repeat, or repeat only after too many iterations:
// minima, bits, products, remainders modulo different numbers. It executes the skeleton like other looks, but
// keeps of an access only the iteration of each loop in which it happens. Whether two accesses meet is then a
// question about all pairs of iterations with the same distance, and about all sizes (analysis.Meeting). So a
// loop repeats its state as soon as the same operations are in flight at the same distances. Such a look may
// find hazards that do not exist, and therefore reports none. If it finds none, there is none.

// Distances is the state of a look by distances.
type Distances struct {
	Weaken *ir.Op // the wait whose count is raised, nil if none is
	By     int64
	Met    map[Question]bool // answers to questions
	Lives  map[LifeKey]int64
	Left   int  // number of steps left for questions
	Failed bool // a hazard may be possible
}

// Question is the question whether two accesses of templates meet at a distance.
type Question struct {
	first, second *analysis.Access
	apart         string
}

// LifeKey is an operation and a loop with which it may conflict.
type LifeKey struct{ loop, of *skeleton.Node }

// Limits of a look by distances.
const (
	MaxDistanceSteps = 60_000  // of the skeleton
	MaxQuestionSteps = 1 << 18 // for the answers to all questions about accesses
	maxQuestion      = 1 << 16 // for one of them
)

// touchesByDistances returns the accesses of a node's template, at the current moment.
func (m *Machine) touchesByDistances(n *skeleton.Node) []skeleton.Touch {
	list := make([]skeleton.Touch, len(n.Template))
	at := &skeleton.Moment{At: slices.Clone(m.iterations())}
	for i := range n.Template {
		t := &n.Template[i]
		list[i] = skeleton.Touch{Access: t.Access, Of: t.Of, Form: &t.Access, At: n}
		if !m.P.IsFixed(&t.Access) {
			list[i].In = at
		}
	}
	return list
}

// meets reports whether two accesses may meet in iterations with the same distance as theirs. first is in
// flight when second happens.
func (d *Distances) meets(p *skeleton.Program, first, second *skeleton.Touch) bool {
	q := pair{p: p, first: first, second: second}
	q.relate()
	k := Question{first.Form, second.Form, string(q.key)}
	met, known := d.Met[k]
	if !known {
		met = q.ask(d)
		d.Met[k] = met
	}
	return met
}

// pair is a question about two accesses. The iterations of a loop around both have a common group.
type pair struct {
	p             *skeleton.Program
	first, second *skeleton.Touch
	iterations    [2][]analysis.Iteration
	every         [][3]int64 // group, period, rest
	key           []byte
}

// relate computes the iterations of the loops around both accesses, relative to each other.
func (q *pair) relate() {
	first, second := q.first.In.Iterations(), q.second.In.Iterations()
	common := 0
	for common < len(first) && common < len(second) && first[common].Act == second[common].Act {
		common++
	}
	for i, at := range second {
		earlier := at
		if i < common {
			earlier = first[i]
		}
		q.turn(1, i+1, at, at.K)
		if i < common {
			q.turn(0, i+1, earlier, at.K)
		}
	}
	for i := common; i < len(first); i++ {
		q.turn(0, len(second)+i+1, first[i], first[i].K)
	}
}

// turn adds the iteration of a loop to one of the accesses: by its number, or by its distance from another
// iteration.
func (q *pair) turn(side, group int, at skeleton.Iteration, from int64) {
	t := analysis.Iteration{Loop: at.N.Op, Var: at.N.Iv, Number: at.K}
	if !at.N.ExecutesAll() {
		t.Group, t.Number = group, at.K-from
		if period := at.N.Shape.Period; period > 1 && t.Number == 0 {
			q.every = append(q.every, [3]int64{int64(group), period, at.K % period})
			q.key = binary.AppendVarint(append(q.key, '%'), at.K%period)
		}
	}
	q.iterations[side] = append(q.iterations[side], t)
	q.key = binary.AppendVarint(binary.AppendVarint(binary.AppendVarint(q.key, int64(side)), int64(at.N.Id)),
		int64(t.Group))
	q.key = binary.AppendVarint(q.key, t.Number)
}

// ask reports whether the accesses may meet.
func (q *pair) ask(d *Distances) bool {
	m := q.p.Meeting()
	for _, e := range q.every {
		m.Every(int(e[0]), e[1], e[2])
	}
	return d.possible(m, q.moment(q.first, q.iterations[0]), q.moment(q.second, q.iterations[1]))
}

// possible asks a question. Without steps left the answer is yes.
func (d *Distances) possible(m *analysis.Meeting, first, second analysis.Moment) bool {
	if d.Left <= 0 {
		return true
	}
	m.MaxSteps = min(d.Left, maxQuestion)
	met := m.Possible(first, second)
	d.Left -= m.Steps
	return met
}

func (q *pair) moment(t *skeleton.Touch, iterations []analysis.Iteration) analysis.Moment {
	return analysis.Moment{Access: &t.Access, Iterations: iterations, Passed: t.At.Frame.Passed}
}

// maxLife is the largest number of iterations for which lifeOf asks whether accesses have become disjoint.
const maxLife = 16

// lifeOf returns the number of iterations after which an operation of a loop cannot conflict any more with
// accesses of the same activation; false if that is not known.
func (d *Distances) lifeOf(p *skeleton.Program, loop, of *skeleton.Node) (life int64, ends bool) {
	k := LifeKey{loop, of}
	life, known := d.Lives[k]
	if !known {
		for life = 0; life <= maxLife && d.meetsFrom(p, loop, of, life); life = max(1, 2*life) {
		}
		d.Lives[k] = life
	}
	return life, life <= maxLife
}

// meetsFrom reports whether an access of an operation may meet an access that the loop executes age or more
// iterations later.
func (d *Distances) meetsFrom(p *skeleton.Program, loop, of *skeleton.Node, age int64) bool {
	for _, first := range of.Patterns(nil) {
		for _, second := range loop.Patterns(nil) {
			if d.mayMeetFrom(p, loop, first, second, age) {
				return true
			}
		}
	}
	return false
}

func (d *Distances) mayMeetFrom(p *skeleton.Program, loop *skeleton.Node, first, second skeleton.Placed,
	age int64) bool {
	if !first.Writes() && !second.Writes() ||
		first.Buffer != second.Buffer && first.Buffer != nil && second.Buffer != nil {
		return false
	}
	m := p.Meeting()
	const earlier, later = 1, 2
	m.Behind(later, earlier, age)
	moment := func(one skeleton.Placed, group int) analysis.Moment {
		iterations := []analysis.Iteration{{Loop: loop.Op, Var: loop.Iv, Group: group}}
		for n := loop.Around; n != nil; n = n.Around {
			iterations = append(iterations,
				analysis.Iteration{Loop: n.Op, Var: n.Iv, Group: later + len(iterations)})
		}
		return analysis.Moment{Access: &one.Access, Iterations: iterations, Passed: one.At.Frame.Passed}
	}
	return d.possible(m, moment(first, earlier), moment(second, later))
}

// settle merges the oldest groups of each queue into one group, if the loop cannot conflict any more with
// their operations. There may be any number of such groups. One operation in the merged group stands for
// those of all iterations. States that then are equal are merged.
func (m *Machine) settle(a *activation, states []*State) []*State {
	for _, s := range states {
		for i := range s.queues {
			m.settleQueue(a, s, &s.queues[i])
		}
	}
	return m.merge(states)
}

func (m *Machine) settleQueue(a *activation, s *State, q *queue) {
	old := 0
	for old < len(q.groups) &&
		!slices.ContainsFunc(q.groups[old].flights, func(f *flight) bool { return !m.isOver(a, f) }) {
		old++
	}
	if old == 0 || old == 1 &&
		!slices.ContainsFunc(q.groups[0].flights, func(f *flight) bool { return f.over != a.id }) {
		return
	}
	oldest := q.groups[old-1]
	oldest.flights = nil
	gone := map[*flight]bool{}
	for _, g := range slices.Backward(q.groups[:old]) {
		for _, f := range g.flights {
			gone[f] = true
			if !slices.ContainsFunc(oldest.flights, func(o *flight) bool { return o.n == f.n }) {
				oldest.flights = append(oldest.flights, m.generalized(a, f))
			}
		}
	}
	slices.SortFunc(oldest.flights, func(f, g *flight) int { return int(f.n.Id - g.n.Id) })
	q.groups = append([]group{oldest}, q.groups[old:]...)
	rest := slices.DeleteFunc(slices.Clone(s.flying()), func(f *flight) bool { return gone[f] })
	s.live = liveSet{list: append(rest, oldest.flights...)}
}

// isOver reports whether the loop cannot conflict any more with an operation of a group.
func (m *Machine) isOver(a *activation, f *flight) bool {
	if f.over == a.id {
		return true
	}
	if f.n.Own || len(f.at) <= a.depth || f.at[a.depth].Act != a.id {
		return false
	}
	life, ends := m.c.Distances.lifeOf(m.P, a.n, f.n)
	return ends && a.k-f.at[a.depth].K >= life
}

// generalized returns an operation that stands for the same operation of any iteration.
func (m *Machine) generalized(a *activation, f *flight) *flight {
	g := *f
	g.over, g.at = a.id, f.at[:min(a.depth, len(f.at))]
	g.touches = slices.Clone(f.touches)
	for i := range g.touches {
		if in := g.touches[i].In; in != nil {
			g.touches[i].In = &skeleton.Moment{At: in.At[:min(a.depth, len(in.At))]}
		}
	}
	return &g
}

// isActive reports whether an activation of a loop has not ended.
func (m *Machine) isActive(act int64) bool {
	return slices.ContainsFunc(m.active, func(a *activation) bool { return a.id == act })
}
