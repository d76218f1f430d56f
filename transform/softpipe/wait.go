package softpipe

import (
	"cmp"
	"slices"
)

// part is one of the three parts of a pipelined loop, or what follows it.
type part uint8

const (
	prologue part = iota
	steady        // the body
	epilogue
	exit
)

// point is a place in the code at which statements are emitted: time t of the
// prologue, the body, step t of the epilogue, or the exit.
type point struct {
	part part
	step int
}

// site is where a wait can stand: in front of a statement at a point. At the
// exit there is no statement.
type site struct {
	point
	before *statement
	queue  *queue
}

// waits holds an in-flight count per site, by its number; none where no wait
// stands.
type waits []int64

// none is the count of a site without a wait.
const none = -1

// numberOf returns the number of a site.
func (m *model) numberOf(at site) int {
	p := at.step
	switch at.part {
	case steady:
		p += m.maxStage
	case epilogue:
		p += m.maxStage + 1
	case exit:
		p += 2*m.maxStage + 1
	}
	return (p*(len(m.statements)+1)+at.orderOf()+1)*len(m.queues) + at.queue.index
}

// siteOf is the inverse of numberOf.
func (m *model) siteOf(number int) site {
	at := site{queue: m.queues[number%len(m.queues)]}
	number /= len(m.queues)
	if order := number%(len(m.statements)+1) - 1; order >= 0 {
		at.before = m.ordered[order]
	}
	switch p := number / (len(m.statements) + 1); {
	case p < m.maxStage:
		at.point = point{prologue, p}
	case p == m.maxStage:
		at.point = point{part: steady}
	case p <= 2*m.maxStage:
		at.point = point{epilogue, p - m.maxStage - 1}
	default:
		at.point = point{part: exit}
	}
	return at
}

// noWaits returns a table without waits.
func (m *model) noWaits() waits {
	return slices.Repeat(waits{none}, (2*m.maxStage+2)*(len(m.statements)+1)*len(m.queues))
}

// waitAt returns the count of the wait at a site and whether there is one.
func (m *model) waitAt(w waits, at site) (int64, bool) {
	n := w[m.numberOf(at)]
	return n, n != none
}

// timeline is the pipelined loop for one number of iterations. Time runs over
// [0, end): the prologue to maxStage, then the body to bodyEnd, then the epilogue.
//
// With a constant number of iterations, an instance exists exactly where its
// iteration does, and neither statements nor commits are emitted elsewhere.
// With a dynamic one the code is the same for all: every queue commits at all
// times from its stage on, empty groups where there is no iteration, so that counts do not vary.
type timeline struct {
	m       *model
	trips   int64 // iterations
	dynamic bool
	bodyEnd int64
	end     int64
}

func (m *model) timeline(trips int64) *timeline {
	t := &timeline{m: m, trips: trips, dynamic: m.trips < 0}
	t.bodyEnd = max(trips, int64(m.maxStage))
	t.end = trips + int64(m.maxStage)
	if t.dynamic {
		t.end = t.bodyEnd + int64(m.maxStage)
	}
	return t
}

// pointAt returns where the code for time t stands.
func (t *timeline) pointAt(time int64) point {
	switch {
	case time < int64(t.m.maxStage):
		return point{prologue, int(time)}
	case time < t.bodyEnd:
		return point{steady, 0}
	}
	return point{epilogue, int(time - t.bodyEnd)}
}

// exists reports whether the statement has an instance at that time.
func (t *timeline) exists(s *statement, time int64) bool {
	i := time - int64(s.stage)
	return i >= 0 && i < t.trips
}

// emitted reports whether the statement has code at that time.
func (t *timeline) emitted(s *statement, time int64) bool {
	return t.emittedAt(s, time, t.pointAt(time))
}

func (t *timeline) emittedAt(s *statement, time int64, p point) bool {
	if !t.dynamic {
		return t.exists(s, time)
	}
	return time >= int64(s.stage) && (p.part != epilogue || p.step < s.stage)
}

// commits reports whether the group of that stage commits at that time.
func (t *timeline) commits(stage int, time int64) bool {
	i := time - int64(stage)
	return i >= 0 && (t.dynamic || i < t.trips)
}

// progress is the state of one queue while a timeline runs.
type progress struct {
	committed int64
	complete  int64 // number of groups known complete
}

// need is a wait that a timeline lacks: at a site, the queue's groups must
// complete until at most count are in flight.
type need struct {
	site  int
	count int64
}

// run executes the timeline under w, as far as it concerns one queue: queues do
// not touch each other. It calls missing for each requirement that nothing fulfils; missing returns whether to
// go on, as if a wait stood there.
func (t *timeline) run(q *queue, w waits, missing func(need) bool) bool {
	var state progress
	queues := len(t.m.queues)
	for time := int64(0); time < t.end; time++ {
		p := t.pointAt(time)
		at := t.m.numberOf(site{point: p, queue: q})
		for _, s := range t.m.concerned[q.index] {
			if t.emittedAt(s, time, p) {
				before := at + (s.order+1)*queues
				state.wait(w[before])
				if t.exists(s, time) && !state.require(t.required(s, q.index, time), before, missing) {
					return false
				}
			}
			if g := s.group; g != nil && g.queue == q && s == g.last() && t.commits(g.stage, time) {
				state.committed++
			}
		}
	}
	return t.leave(q, w, state, missing)
}

// leave checks what must have completed when the loop ends.
func (t *timeline) leave(q *queue, w waits, state progress, missing func(need) bool) bool {
	at := t.m.numberOf(site{point: point{part: exit}, queue: q})
	state.wait(w[at])
	required := int64(0)
	for _, g := range q.groups {
		if t.trips > 0 && slices.ContainsFunc(g.members, func(p *statement) bool { return t.m.later[p] }) {
			required = max(required, g.position(t.trips-1)+1)
		}
	}
	return state.require(required, at, missing)
}

func (s *progress) wait(count int64) {
	if count != none {
		s.complete = max(s.complete, s.committed-count)
	}
}

// require checks that the first groups of the queue are complete.
func (s *progress) require(groups int64, site int, missing func(need) bool) bool {
	if groups <= s.complete {
		return true
	}
	if !missing(need{site, s.committed - groups}) {
		return false
	}
	s.complete = groups
	return true
}

// position returns the number, in its queue, of the group's commit for an
// iteration.
func (g *group) position(iteration int64) int64 {
	return iteration*int64(len(g.queue.groups)) + int64(g.index)
}

// requirement is that an earlier instance of a group has completed: that of
// delta iterations before.
type requirement struct {
	group *group
	delta int64
}

// required returns how many groups of a queue must have completed before s
// runs at that time: all up to the youngest with an operation that conflicts with s.
func (t *timeline) required(s *statement, queue int, time int64) int64 {
	required := int64(0)
	for _, r := range t.m.requirements[s.index][queue] {
		if producer := time - int64(s.stage) - r.delta; producer >= 0 {
			required = max(required, r.group.position(producer)+1)
		}
	}
	return required
}

// findRequirements computes, for the current numbers of versions, what each
// statement requires of each queue.
func (m *model) findRequirements() {
	m.requirements = make([][][]requirement, len(m.statements))
	m.concerned = make([][]*statement, len(m.queues))
	m.reach = 0
	for _, s := range m.ordered {
		m.requirements[s.index] = make([][]requirement, len(m.queues))
		for i, q := range m.queues {
			for _, g := range q.groups {
				for _, p := range g.members {
					if d := m.distance(p, s); d != never {
						m.requirements[s.index][i] = append(m.requirements[s.index][i], requirement{g, d})
						m.reach = max(m.reach, d)
					}
				}
			}
			if len(m.requirements[s.index][i]) > 0 || s.group != nil && s.group.queue == q {
				m.concerned[i] = append(m.concerned[i], s)
			}
		}
	}
}

// distance returns how many iterations earlier the youngest instance of p ran
// that is issued before s and conflicts with it, or never.
func (m *model) distance(p, s *statement) int64 {
	first := int64(p.stage - s.stage)
	if p.order >= s.order {
		first++
	}
	return min(m.nearest(p, s, max(first, 0)), farthest)
}

// farthest bounds distances: that an instance so long ago has completed, and with
// it all before it, is asked for also where an older one would do.
const farthest = 4096

// timelines returns enough numbers of iterations to see everything that can
// happen: beyond the largest distance nothing new does, because distances do
// not depend on the iteration, and between two distances nothing either, but
// in the prologue and the epilogue of numbers near them.
func (m *model) timelines() []*timeline {
	near := int64(2*m.maxStage) + 2
	if m.trips >= 0 {
		return []*timeline{m.timeline(min(m.trips, m.reach+near))}
	}
	var all []*timeline
	next := int64(0)
	for _, d := range m.distances() {
		for n := max(next, d-near); n <= d+near; n++ {
			all = append(all, m.timeline(n))
			next = n + 1
		}
	}
	return all
}

// distances returns 0 and the distances of all requirements, in order.
func (m *model) distances() []int64 {
	all := []int64{0}
	for _, ofStatement := range m.requirements {
		for _, ofQueue := range ofStatement {
			for _, r := range ofQueue {
				all = append(all, r.delta)
			}
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// placeWaits returns the fewest waits with the largest counts under which no
// timeline has a hazard.
func (m *model) placeWaits() waits {
	w := m.noWaits()
	if len(m.queues) == 0 {
		return w
	}
	m.findRequirements()
	lines := m.timelines()
	for _, q := range m.queues {
		for addMissing(lines, q, w) {
		}
	}
	for _, at := range m.standing(w) {
		n := w[at]
		w[at] = none
		if !satisfied(lines, m.siteOf(at).queue, w) {
			w[at] = n
		}
	}
	for _, at := range m.standing(w) {
		for w[at]++; satisfied(lines, m.siteOf(at).queue, w); w[at]++ {
		}
		w[at]--
	}
	return w
}

// addMissing adds a wait for each requirement that is not fulfilled, and
// reports whether there was one.
func addMissing(lines []*timeline, q *queue, w waits) bool {
	added := false
	for _, t := range lines {
		t.run(q, w, func(n need) bool {
			if old := w[n.site]; old == none || n.count < old {
				w[n.site] = n.count
				added = true
			}
			return true
		})
	}
	return added
}

// satisfied reports whether no timeline lacks a wait on the queue.
func satisfied(lines []*timeline, q *queue, w waits) bool {
	for _, t := range lines {
		if !t.run(q, w, func(need) bool { return false }) {
			return false
		}
	}
	return true
}

// standing returns the sites with waits in the order in which they are tried
// for removal: large counts, which force little, first, and late ones before early ones.
func (m *model) standing(w waits) []int {
	var all []int
	for at, n := range w {
		if n != none {
			all = append(all, at)
		}
	}
	slices.SortFunc(all, func(a, b int) int {
		return cmp.Or(cmp.Compare(w[b], w[a]), m.compareLate(a, b))
	})
	return all
}

// compareLate puts parts, then steps, then statements behind first, and queues
// of early stages before others.
func (m *model) compareLate(i, j int) int {
	a, b := m.siteOf(i), m.siteOf(j)
	return cmp.Or(cmp.Compare(b.part, a.part), cmp.Compare(b.step, a.step),
		cmp.Compare(b.orderOf(), a.orderOf()), cmp.Compare(a.queue.stage, b.queue.stage))
}

func (s site) orderOf() int {
	if s.before == nil {
		return -1
	}
	return s.before.order
}
