package check

import (
	"encoding/binary"
	"math"
	"slices"

	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/ir"
)

// maxUnknown bounds the iterations that are followed of a loop whose number of iterations cannot be known.
const maxUnknown = 16

// fewTrips is the largest number of iterations that are always executed. Where a loop has more, buffers that it walks
// along are arrays, not rings of versions.
const fewTrips = 4

// activation is one execution of a loop, from its first iteration to its last.
//
// Acceleration. At the head of iteration k the state is described relative to k: which operations are in flight, how
// many iterations ago they were issued, in which groups. When a description comes again p iterations later, and the
// loop is regular (after p iterations all accesses, and all decisions, are the same but for a move that is common to
// every access of a buffer), then what follows is what followed p iterations ago, moved. Moved accesses overlap
// exactly where the original ones do. So whole multiples of p are skipped by moving what is in flight. A decision that
// depends on the induction variable says for how many periods its answer stays the same; the skip ends before that.
type activation struct {
	id    int64
	n     *node
	k     int64
	iv    analysis.Linear
	depth int
	// lasts is the number of iterations for which the decisions of the current iteration stay as they are.
	lasts  int64
	jumped bool
}

// stride is the change of the induction variable over one period.
func (a *activation) stride() int64 { return a.n.shape.period * a.n.shape.step }

// limit records that a decision stays the same for so many periods.
func (a *activation) limit(periods int64) {
	if periods < math.MaxInt64/max(a.n.shape.period, 1) {
		a.lasts = min(a.lasts, periods*a.n.shape.period)
	}
}

// loop runs a loop in all states, together where they agree on its bounds.
func (m *machine) loop(n *node, states []*state) []*state {
	var out []*state
	for len(states) > 0 && !m.stop {
		m.cur = states[0]
		trip := m.p.loopRange(n)
		same, rest := []*state{states[0]}, []*state(nil)
		for _, s := range states[1:] {
			m.cur = s
			if t := m.p.loopRange(n); t.Trips == trip.Trips && t.Step == trip.Step && t.Lower.Equal(trip.Lower) {
				same = append(same, s)
			} else {
				rest = append(rest, s)
			}
		}
		if trip.Trips < 0 && trip.SpanKnown && m.require(trip.Span) {
			break
		}
		out = append(out, m.iterate(n, trip, same)...)
		states = rest
	}
	return m.merge(append(out, states...))
}

// iterate runs the iterations of a loop.
func (m *machine) iterate(n *node, trip analysis.Trip, states []*state) []*state {
	trips, unknown := trip.Trips, trip.Trips < 0
	if unknown {
		trips = maxUnknown
	}
	m.acts++
	a := &activation{id: m.acts, n: n, depth: len(m.active)}
	for _, s := range states {
		m.yield(s, n.inits, n.args)
	}
	m.active, m.places = append(m.active, a), nil
	skip := &skipper{m: m, a: a, trips: trips, seen: map[string]visit{}}
	var exits []*state
	settled := false
	for ; a.k < trips && !m.stop; a.k++ {
		a.iv = trip.Lower.AddConst(a.k * trip.Step)
		m.places = nil
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
			m.bound[n.iv] = a.iv
		} else {
			delete(m.bound, n.iv)
		}
		states = m.iteration(n, states)
		skip.lasts = append(skip.lasts, a.lasts)
	}
	m.active, m.places = m.active[:a.depth], nil
	delete(m.bound, n.iv)
	m.limited = m.limited || unknown && !settled && !m.stop
	m.noteSizes(n, a)
	if trips > fewTrips {
		for v, use := range n.shape.uses {
			m.arrays[v] = m.arrays[v] || use.slides
		}
	}
	states = append(states, exits...)
	for _, s := range states {
		m.yield(s, n.args, n.op.Results())
	}
	return m.merge(states)
}

// iteration runs one iteration.
func (m *machine) iteration(n *node, states []*state) []*state {
	a := m.active[len(m.active)-1]
	a.lasts = math.MaxInt64
	for _, s := range states {
		for v := range s.assumed {
			if b := v.ParentBlock(); b != nil && n.op.IsAncestorOf(b.ParentOp()) {
				delete(s.assumed, v)
			}
		}
	}
	states = m.block(n.body, states)
	if last := n.op.Body().Last(); last != nil && len(n.args) > 0 {
		for _, s := range states {
			m.yield(s, last.Operands(), n.args)
		}
	}
	return m.merge(states)
}

// noteSizes records whether a loop that depends on sizes has come to repeat itself.
func (m *machine) noteSizes(n *node, a *activation) {
	for _, v := range n.shape.sizes {
		m.stuck[v] = m.stuck[v] || !a.jumped
	}
}

// iterations returns where the running loops are, in a list that does not change.
func (m *machine) iterations() []iteration {
	if m.places == nil {
		m.places = make([]iteration, len(m.active))
		for i, a := range m.active {
			m.places[i] = iteration{act: a.id, n: a.n, k: a.k, iv: a.iv}
		}
	}
	return m.places
}

// skipper finds repetitions of one activation and skips them.
type skipper struct {
	m     *machine
	a     *activation
	trips int64
	seen  map[string]visit
	lasts []int64 // of every iteration that was executed
	done  bool
}

// visit is the head of an iteration whose description is known.
type visit struct {
	k      int64
	at     int // number of executed iterations before
	states []reach
}

// reach is how far a state had got: the number of pending operations, and of groups per queue.
type reach struct {
	pending int
	groups  map[int64]int
}

func reachOf(one *state) reach {
	r := reach{pending: len(one.pending), groups: make(map[int64]int, len(one.queues))}
	for i := range one.queues {
		r.groups[one.queues[i].id] = len(one.queues[i].groups)
	}
	return r
}

// try looks the description of the states up and skips what repeats. It reports whether there was a repetition.
func (s *skipper) try(states []*state, unknown bool) bool {
	n := s.a.n
	if !n.shape.regular || s.done || s.m.c.unroll || s.trips <= fewTrips {
		return false
	}
	warm := s.warm(states[0])
	if s.a.k < warm {
		return false
	}
	b := binary.AppendVarint(nil, s.a.k%n.shape.period)
	for _, one := range states {
		b = s.describe(b, one)
	}
	was, ok := s.seen[string(b)]
	if !ok {
		v := visit{k: s.a.k, at: len(s.lasts)}
		for _, one := range states {
			v.states = append(v.states, reachOf(one))
		}
		s.seen[string(b)] = v
		return false
	}
	if unknown {
		return true
	}
	p := s.a.k - was.k
	room := s.trips - s.a.k
	same := slices.Min(s.lasts[was.at:])
	// One more period is executed after the skip, so that what depends on inner loops is seen at both ends.
	periods := (min(room, same) - max(p, warm)) / p
	s.done = room <= same
	clear(s.seen)
	if periods <= 0 {
		return true
	}
	s.skip(states, was.states, p, periods)
	for _, v := range n.shape.sizes {
		s.m.period[v] = lcm(max(1, s.m.period[v]), p*n.shape.step)
	}
	return true
}

// warm returns the number of iterations in which rings of versions come round. Where versions are counted, so many are
// executed at either end.
func (s *skipper) warm(one *state) int64 {
	n := int64(0)
	if one.log != nil {
		for at, ring := range s.a.n.shape.spins {
			if s.m.p.tracked[at.buffer] {
				n = max(n, ring.mod)
			}
		}
	}
	return n
}

// skip moves the states by a number of periods of p iterations.
func (s *skipper) skip(states []*state, before []reach, p, periods int64) {
	a, by := s.a, p*periods
	a.jumped = true
	s.m.skipped += by
	a.k += by
	a.iv = a.iv.AddConst(by * a.n.shape.step)
	s.m.places = nil
	for i, one := range states {
		stay := map[*flight]bool{}
		s.piles(one, func(list []*flight) {
			for _, f := range list {
				stay[f] = true
			}
		})
		one.replace(func(f *flight) *flight {
			if stay[f] {
				return f
			}
			return s.move(f, by)
		})
		s.pile(one, before[i], p, periods)
		for at, ring := range s.a.n.shape.spins {
			if at.d == 0 {
				one.log.turn(at.buffer, ring, by)
			}
		}
	}
}

// piles yields the flights of one that the loop only adds to: those of queues that it does not wait for.
func (s *skipper) piles(one *state, yield func([]*flight)) {
	if !s.a.n.shape.commits {
		yield(one.pending)
	}
	for i := range one.queues {
		if !s.waits(one.queues[i].id) {
			for _, g := range one.queues[i].groups {
				yield(g.flights)
			}
		}
	}
}

// waits reports whether the loop waits for a queue in this run.
func (s *skipper) waits(queue int64) bool {
	return slices.ContainsFunc(s.a.n.shape.waited[queue], func(op *ir.Op) bool {
		return op != s.m.weaken || s.m.by != forgetWait
	})
}

// pileCost is the number of steps that an operation or group counts for that is
// kept until the end.
const pileCost = 8

// pile adds what the skipped periods would have added to the queues that the loop does not wait for.
func (s *skipper) pile(one *state, before reach, p, periods int64) {
	again := func(list []*flight, n int64) []*flight {
		out := make([]*flight, len(list))
		for i, f := range list {
			out[i] = s.move(f, n*p)
			s.m.uids++
			out[i].uid = s.m.uids
			s.m.logPile(one, f)
		}
		one.live = append(one.live, out...)
		return out
	}
	var grown []*flight
	if !s.a.n.shape.commits {
		grown = one.pending[before.pending:]
	}
	queues := make([][]group, len(one.queues))
	for i := range one.queues {
		if q := &one.queues[i]; !s.waits(q.id) {
			queues[i] = q.groups[before.groups[q.id]:]
		}
	}
	each := int64(len(grown))
	for _, groups := range queues {
		for _, g := range groups {
			each += 1 + int64(len(g.flights))
		}
	}
	for n := range periods {
		// What piles up costs memory, which the limit of steps has to bound as well.
		if s.m.spend(pileCost * each); s.m.stop || each == 0 {
			return
		}
		one.pending = append(one.pending, again(grown, n+1)...)
		for i, groups := range queues {
			for _, g := range groups {
				g.flights = again(g.flights, n+1)
				one.queues[i].groups = append(one.queues[i].groups, g)
			}
		}
	}
}

// inside reports whether a flight was issued by this activation.
func (s *skipper) inside(f *flight) bool {
	return len(f.at) > s.a.depth && f.at[s.a.depth].act == s.a.id
}

// move returns a flight as it would have been issued a number of iterations later.
func (s *skipper) move(f *flight, by int64) *flight {
	c := *f
	if !s.inside(f) {
		return &c
	}
	d := by * s.a.n.shape.step
	c.at = slices.Clone(f.at)
	c.at[s.a.depth].k += by
	for i := s.a.depth; i < len(c.at); i++ {
		change := d
		if i > s.a.depth {
			change, _ = shift(c.at[i].n.lower, s.a.n.sym, d)
		}
		c.at[i].iv = c.at[i].iv.AddConst(change)
	}
	c.touches = make([]touch, len(f.touches))
	for i := range f.touches {
		c.touches[i] = s.moveTouch(f.touches[i], by)
	}
	return &c
}

// moveTouch returns an access of the loop as it is a number of iterations later.
func (s *skipper) moveTouch(t touch, iterations int64) touch {
	if t.Dims == nil {
		return t
	}
	t.Dims = slices.Clone(t.Dims)
	for i := range t.Dims {
		d := &t.Dims[i]
		if one, ok := s.a.n.shape.spins[place{t.Buffer, i}]; ok {
			d.Base.Const = one.turn(d.Base.Const, iterations)
		} else if !d.Full {
			by, _ := shift(t.form.Dims[i].Base, s.a.n.sym, iterations*s.a.n.shape.step)
			d.Base = d.Base.AddConst(by)
		}
	}
	return t
}

// describe appends a state relative to the current iteration. Of the queues that the loop does not wait for, only what
// its accesses may still meet counts, not how often.
func (s *skipper) describe(b []byte, one *state) []byte {
	list := func(fs []*flight) {
		b = binary.AppendVarint(b, int64(len(fs)))
		for _, f := range fs {
			b = s.describeFlight(b, f, one)
		}
	}
	if s.a.n.shape.commits {
		list(one.pending)
	}
	list(one.lost)
	for i := range one.queues {
		if q := &one.queues[i]; len(q.groups) > 0 && s.waits(q.id) {
			b = binary.AppendVarint(binary.AppendVarint(b, q.id), int64(len(q.groups)))
			for j := range q.groups {
				list(q.groups[j].flights)
			}
		}
	}
	for _, part := range s.piled(one) {
		b = append(b, part...)
	}
	b = one.assumptions(append(b, '|'))
	for _, v := range s.a.n.args {
		if l, ok := one.values[v]; ok {
			b = appendLinear(append(b, '='), l)
		} else {
			b = append(b, '?')
		}
	}
	return b
}

// piled describes the flights of queues that the loop does not wait for: a set.
func (s *skipper) piled(one *state) []string {
	var parts []string
	s.piles(one, func(list []*flight) {
		for _, f := range list {
			life, ends := s.a.n.shape.life[f.n]
			switch {
			case s.inside(f) && ends && s.a.k-f.at[s.a.depth].k >= life:
			case !s.inside(f) && s.gone(f):
			case s.inside(f) && !s.moves(f):
				parts = append(parts, string(s.describeStill(f, one)))
			default:
				parts = append(parts, string(s.describeFlight(nil, f, one)))
			}
		}
	})
	slices.Sort(parts)
	return slices.Compact(parts)
}

// describeStill describes a flight by where it is relative to the rings of the loop: its age does not matter.
func (s *skipper) describeStill(f *flight, one *state) []byte {
	b := binary.AppendVarint([]byte{'s'}, int64(f.n.id))
	for i := range f.touches {
		t := &f.touches[i]
		b = binary.AppendVarint(b, one.inst[t.Buffer]-f.inst[t.Buffer])
		b = s.describeTouch(b, t)
	}
	return b
}

// describeTouch appends the subscripts of an access, on rings relative to the current iteration.
func (s *skipper) describeTouch(b []byte, t *touch) []byte {
	for i, d := range t.Dims {
		if one, ok := s.a.n.shape.spins[place{t.Buffer, i}]; ok && d.Base.IsConst() {
			d.Base.Const = one.turn(d.Base.Const, -s.a.k)
		}
		b = appendLinear(b, d.Base)
	}
	return b
}

// moves reports whether the accesses of the loop move past those of a flight that it issued, not only around.
func (s *skipper) moves(f *flight) bool {
	for i := range f.touches {
		if t := &f.touches[i]; t.form == nil || s.a.n.shape.uses[t.Buffer].slides {
			return true
		}
	}
	return false
}

func (s *skipper) describeFlight(b []byte, f *flight, one *state) []byte {
	if !s.inside(f) {
		b = binary.AppendVarint(append(b, 'o'), f.uid)
		return s.describeOutside(b, f)
	}
	b = binary.AppendVarint(append(b, 'i'), int64(f.n.id))
	b = binary.AppendVarint(b, s.a.k-f.at[s.a.depth].k)
	for _, inner := range f.at[s.a.depth+1:] {
		b = binary.AppendVarint(b, inner.k)
	}
	for i := range f.touches {
		t := &f.touches[i]
		if age := one.inst[t.Buffer] - f.inst[t.Buffer]; age != 0 {
			b = binary.AppendVarint(binary.AppendVarint(append(b, 'a'), int64(i)), age)
		}
		if t.at.carried || t.form == nil {
			b = s.describeTouch(b, t)
		}
	}
	return b
}

// describeOutside appends where accesses of the loop are relative to a flight from before it, if they may meet.
func (s *skipper) describeOutside(b []byte, f *flight) []byte {
	for i := range f.touches {
		t := &f.touches[i]
		use := s.a.n.shape.uses[t.Buffer]
		switch {
		case !s.meets(t):
		case use.slides:
			b = binary.AppendVarint(b, s.a.k)
		case use.moves:
			b = s.describeTouch(b, t)
		}
	}
	return b
}

// gone reports whether the loop cannot meet a flight from before it any more.
func (s *skipper) gone(f *flight) bool {
	return !slices.ContainsFunc(f.touches, func(t touch) bool { return s.meets(&t) })
}

// meets reports whether accesses of the loop may still conflict with one from before it.
func (s *skipper) meets(t *touch) bool {
	shape := s.a.n.shape
	use, used := shape.uses[t.Buffer]
	_, any := shape.uses[nil]
	switch {
	case t.Buffer == nil || any:
		return true
	case !used || !use.written && !t.Writes():
		return false
	}
	for d := range t.Dims {
		if w, ok := shape.walks[place{t.Buffer, d}]; ok && !t.Dims[d].Full && s.passed(w, &t.Dims[d]) {
			return false
		}
	}
	return true
}

// passed reports whether all subscripts of a walk are beyond r, in the direction of the walk.
func (s *skipper) passed(w walk, r *analysis.Range) bool {
	for _, x := range w.ranges {
		at := x.Base.Const
		for _, t := range x.Base.Terms {
			i := slices.IndexFunc(s.m.active, func(a *activation) bool { return a.n.sym == t.Sym })
			if i < 0 {
				return false
			}
			at += t.Coef * s.m.active[i].k * s.m.active[i].n.shape.step
		}
		if !r.Base.IsConst() || w.by > 0 && at+x.Lo <= r.Base.Const+r.Hi || w.by < 0 && at+x.Hi >= r.Base.Const+r.Lo {
			return false
		}
	}
	return true
}
