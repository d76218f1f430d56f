package check

import (
	"encoding/binary"
	"maps"
	"slices"

	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/ir"
)

// A look by distances is for loops whose subscripts do not come to repeat themselves, or do so after too many iterations:
// minima, bits, products, remainders by different numbers. It executes the skeleton as the other looks do, but of an access
// it keeps only in which iteration of each loop it happens. Whether two accesses meet is then a question on all iterations
// that are so far apart, and on all sizes (analysis.Meeting). So every loop repeats itself as soon as what is in flight does,
// by distance. A hazard that it finds need not be one, and is not reported; where it finds none, there is none.

// distances is what a look by distances knows of a function.
type distances struct {
	weaken *ir.Op // the wait whose count grows, nil if none does
	by     int64
	met    map[question]bool // whether accesses meet
	lives  map[lifeKey]int64
	left   int  // steps for questions
	failed bool // a hazard may be possible
}

// question is about two accesses of templates, and how far they are apart.
type question struct {
	first, second *analysis.Access
	apart         string
}

type lifeKey struct{ loop, of *node }

// Limits of a look by distances.
const (
	maxDistanceSteps = 60_000  // of the skeleton
	maxQuestionSteps = 1 << 18 // for the answers to all questions about accesses
	maxQuestion      = 1 << 16 // for one of them
	fewNumbered      = 64      // loops of constant bounds with no more have the numbers of their iterations
	maxTestPeriod    = 64      // of conditions that are followed; others are taken both ways
)

// moment is where an access happens.
type moment struct{ at []iteration }

// proven reports whether a look by distances shows that a function has no hazard, with the count of a wait by so many larger
// if there is one.
func (c *checker) proven(fn *ir.Op, m *members, weaken *ir.Op, by int64) bool {
	late, steps, waits, numbers, opts := c.late, c.steps, c.waits, c.numbers, c.opts
	c.numbers, c.opts.MaxSteps = map[*ir.Op]int32{}, maxDistanceSteps
	c.distances = &distances{weaken: weaken, by: by, met: map[question]bool{}, left: maxQuestionSteps, lives: map[lifeKey]int64{}}
	e := c.newExplorer(fn, m)
	e.explore(maps.Clone(m.fixed))
	holds := !c.distances.failed && len(e.errs) == 0 && e.complete() && !e.spent()
	c.distances = nil
	c.late, c.steps, c.waits, c.numbers, c.opts = late, steps, waits, numbers, opts
	return holds
}

// mayProve reports whether the look is for a skeleton: blocks with branches are not executed by iterations.
func (p *program) mayProve() bool { return !holds(p.root, graphNode, cutNode) }

// runByDistances executes a skeleton, and reports whether it goes on with other sizes.
func (e *explorer) runByDistances(m *machine) bool {
	d := e.c.distances
	m.weaken, m.by, m.known = d.weaken, d.by, map[hazardKey]bool{}
	d.failed = d.failed || !m.p.mayProve()
	if !d.failed {
		m.run(false)
	}
	d.failed = d.failed || m.failed || m.large
	if d.failed {
		e.cutShort(nil, "accesses may meet")
	}
	for _, l := range m.limits {
		e.limits = noted(e.limits, l)
	}
	e.assume(m.p.ev.Assumptions())
	return !d.failed
}

// accesses evaluates an operation for its template. In a look by distances, sizes and what only running gives are symbols.
func (p *program) accesses(op *ir.Op) []analysis.Access {
	if p.c.distances == nil {
		return p.ev.Accesses(op)
	}
	lookup := p.lookup
	p.free, p.lookup = true, func(v *ir.Value) (analysis.Linear, bool) { return p.ev.Of(v), p.bindable[v] }
	list := p.ev.Accesses(op)
	p.free, p.lookup = false, lookup
	return list
}

// touchesByDistances returns the accesses of a node as its template has them, at this moment.
func (m *machine) touchesByDistances(n *node) []touch {
	list := make([]touch, len(n.template))
	at := &moment{slices.Clone(m.iterations())}
	for i := range n.template {
		t := &n.template[i]
		list[i] = touch{Access: t.Access, of: t.of, form: &t.Access, at: n}
		if !m.p.isFixed(&t.Access) {
			list[i].in = at
		}
	}
	return list
}

// isFixed reports whether an access touches the same elements in all iterations.
func (p *program) isFixed(a *analysis.Access) bool {
	fixed := true
	for i := range a.Dims {
		symbols(a.Dims[i].Base, func(s *analysis.Symbol) {
			fixed = fixed && s.Value != nil && !p.bindable[s.Value] && !p.varies(s.Value)
		})
	}
	return fixed
}

// equalMoments reports whether two accesses of one operation are the same.
func equalMoments(a, b *moment) bool {
	if a == nil || b == nil {
		return a == b
	}
	return slices.EqualFunc(a.at, b.at, func(x, y iteration) bool { return x.act == y.act && x.k == y.k })
}

// move moves an access of an activation by a number of iterations.
func (m *moment) move(act int64, depth int, by int64) *moment {
	if m == nil || len(m.at) <= depth || m.at[depth].act != act {
		return m
	}
	at := slices.Clone(m.at)
	at[depth].k += by
	return &moment{at}
}

// describe appends the iterations of loops behind some depth.
func (m *moment) describe(b []byte, depth int) []byte {
	if m == nil {
		return b
	}
	for _, inner := range m.at[min(depth, len(m.at)):] {
		b = binary.AppendVarint(append(b, 'k'), inner.k)
	}
	return b
}

// executesAll reports whether all iterations of a loop are executed in a look by distances.
func (n *node) executesAll() bool { return n.trip != nil && n.trip.Trips <= fewNumbered }

// meets reports whether two accesses may meet, in iterations as far apart as theirs: first is in flight when second happens.
func (d *distances) meets(p *program, first, second *touch) bool {
	q := pair{p: p, first: first, second: second}
	q.relate()
	k := question{first.form, second.form, string(q.key)}
	met, known := d.met[k]
	if !known {
		met = q.ask(d)
		d.met[k] = met
	}
	return met
}

// pair is a question about two accesses. Turns of loops that both are in have a common group.
type pair struct {
	p             *program
	first, second *touch
	turns         [2][]analysis.Turn
	every         [][3]int64 // group, period, rest
	key           []byte
}

// relate finds the turns of both accesses.
func (q *pair) relate() {
	first, second := q.first.in.iterations(), q.second.in.iterations()
	common := 0
	for common < len(first) && common < len(second) && first[common].act == second[common].act {
		common++
	}
	for i, at := range second {
		earlier := at
		if i < common {
			earlier = first[i]
		}
		q.turn(1, i+1, at, at.k)
		if i < common {
			q.turn(0, i+1, earlier, at.k)
		}
	}
	for i := common; i < len(first); i++ {
		q.turn(0, len(second)+i+1, first[i], first[i].k)
	}
}

func (m *moment) iterations() []iteration {
	if m == nil {
		return nil
	}
	return m.at
}

// turn adds the iteration of a loop to one side: by its number, or by how far it is behind another one.
func (q *pair) turn(side, group int, at iteration, from int64) {
	t := analysis.Turn{Loop: at.n.op, Var: at.n.iv, Number: at.k}
	if !at.n.executesAll() {
		t.Group, t.Number = group, at.k-from
		if period := at.n.shape.period; period > 1 && t.Number == 0 {
			q.every = append(q.every, [3]int64{int64(group), period, at.k % period})
			q.key = binary.AppendVarint(append(q.key, '%'), at.k%period)
		}
	}
	q.turns[side] = append(q.turns[side], t)
	q.key = binary.AppendVarint(binary.AppendVarint(binary.AppendVarint(q.key, int64(side)), int64(at.n.id)), int64(t.Group))
	q.key = binary.AppendVarint(q.key, t.Number)
}

// ask reports whether the accesses may meet.
func (q *pair) ask(d *distances) bool {
	m := q.p.meeting()
	for _, e := range q.every {
		m.Every(int(e[0]), e[1], e[2])
	}
	return d.possible(m, q.moment(q.first, q.turns[0]), q.moment(q.second, q.turns[1]))
}

// possible asks a question, if there are steps left for an answer.
func (d *distances) possible(m *analysis.Meeting, first, second analysis.Moment) bool {
	if d.left <= 0 {
		return true
	}
	m.MaxSteps = min(d.left, maxQuestion)
	met := m.Possible(first, second)
	d.left -= m.Steps
	return met
}

func (q *pair) moment(t *touch, turns []analysis.Turn) analysis.Moment {
	return analysis.Moment{Access: &t.Access, Turns: turns, Passed: t.at.frame.passed}
}

// meeting returns a question without conditions.
func (p *program) meeting() *analysis.Meeting {
	return &analysis.Meeting{Evaluator: p.ev, Canonical: p.canonical,
		Invariant: func(v *ir.Value) bool { return !p.bindable[v] && !p.varies(v) }}
}

// passed returns what the calls of a frame pass for an argument of a function, nil if that cannot be said.
func (f *frame) passed(v *ir.Value) *ir.Value {
	if !v.IsArgument() {
		return nil
	}
	fn := v.Owner().ParentOp()
	var found *ir.Value
	for ; f != nil; f = f.up {
		if f.fn != fn || f.call == nil {
			continue
		}
		if found != nil {
			return nil // of which activation?
		}
		found = f.call.Operand(v.Index())
	}
	return found
}

// maxLife is after how many iterations accesses are looked at that have to have moved apart for good.
const maxLife = 16

// lifeOf returns from which age on an operation of a loop cannot meet an access of the same activation any more.
func (d *distances) lifeOf(p *program, loop, of *node) (life int64, ends bool) {
	k := lifeKey{loop, of}
	life, known := d.lives[k]
	if !known {
		for life = 0; life <= maxLife && d.meetsFrom(p, loop, of, life); life = max(1, 2*life) {
		}
		d.lives[k] = life
	}
	return life, life <= maxLife
}

// meetsFrom reports whether what an operation touches may meet what the loop does so many iterations later, or more.
func (d *distances) meetsFrom(p *program, loop, of *node, age int64) bool {
	for _, first := range of.patterns(nil) {
		for _, second := range loop.patterns(nil) {
			if d.mayMeetFrom(p, loop, first, second, age) {
				return true
			}
		}
	}
	return false
}

// placed is a pattern with its node.
type placed struct {
	*pattern
	at *node
}

// patterns returns what a node, with all in it, accesses.
func (n *node) patterns(list []placed) []placed {
	for i := range n.template {
		list = append(list, placed{&n.template[i], n})
	}
	for nodes := range n.parts {
		for _, inner := range nodes {
			list = inner.patterns(list)
		}
	}
	return list
}

func (d *distances) mayMeetFrom(p *program, loop *node, first, second placed, age int64) bool {
	if !first.Writes() && !second.Writes() || first.Buffer != second.Buffer && first.Buffer != nil && second.Buffer != nil {
		return false
	}
	m := p.meeting()
	const earlier, later = 1, 2
	m.Behind(later, earlier, age)
	moment := func(one placed, group int) analysis.Moment {
		turns := []analysis.Turn{{Loop: loop.op, Var: loop.iv, Group: group}}
		for n := loop.around; n != nil; n = n.around {
			turns = append(turns, analysis.Turn{Loop: n.op, Var: n.iv, Group: later + len(turns)})
		}
		return analysis.Moment{Access: &one.Access, Turns: turns, Passed: one.at.frame.passed}
	}
	return d.possible(m, moment(first, earlier), moment(second, later))
}

// settle makes one group of the oldest groups of each queue, where the loop cannot meet what is in them any more: there may
// be any number of them. One operation stands for those of all iterations. States that differ only in that are one.
func (m *machine) settle(a *activation, states []*state) []*state {
	for _, s := range states {
		for i := range s.queues {
			m.settleQueue(a, s, &s.queues[i])
		}
	}
	return m.merge(states)
}

func (m *machine) settleQueue(a *activation, s *state, q *queue) {
	old := 0
	for old < len(q.groups) && !slices.ContainsFunc(q.groups[old].flights, func(f *flight) bool { return !m.isOver(a, f) }) {
		old++
	}
	if old == 0 || old == 1 && !slices.ContainsFunc(q.groups[0].flights, func(f *flight) bool { return f.over != a.id }) {
		return
	}
	pile := q.groups[old-1]
	pile.flights = nil
	gone := map[*flight]bool{}
	for _, g := range slices.Backward(q.groups[:old]) {
		for _, f := range g.flights {
			gone[f] = true
			if !slices.ContainsFunc(pile.flights, func(o *flight) bool { return o.n == f.n }) {
				pile.flights = append(pile.flights, m.generalized(a, f))
			}
		}
	}
	slices.SortFunc(pile.flights, func(f, g *flight) int { return int(f.n.id - g.n.id) })
	q.groups = append([]group{pile}, q.groups[old:]...)
	rest := slices.DeleteFunc(slices.Clone(s.flying()), func(f *flight) bool { return gone[f] })
	s.live = liveSet{list: append(rest, pile.flights...)}
}

// isOver reports whether the loop cannot meet an operation of a group any more.
func (m *machine) isOver(a *activation, f *flight) bool {
	if f.over == a.id {
		return true
	}
	if f.n.own || len(f.at) <= a.depth || f.at[a.depth].act != a.id {
		return false
	}
	life, ends := m.c.distances.lifeOf(m.p, a.n, f.n)
	return ends && a.k-f.at[a.depth].k >= life
}

// generalized returns an operation that stands for those of any iteration.
func (m *machine) generalized(a *activation, f *flight) *flight {
	g := *f
	g.over, g.at = a.id, f.at[:min(a.depth, len(f.at))]
	g.touches = slices.Clone(f.touches)
	for i := range g.touches {
		if in := g.touches[i].in; in != nil {
			g.touches[i].in = &moment{in.at[:min(a.depth, len(in.at))]}
		}
	}
	return &g
}

// isActive reports whether an activation of a loop has not ended.
func (m *machine) isActive(act int64) bool {
	return slices.ContainsFunc(m.active, func(a *activation) bool { return a.id == act })
}
