package injectsoftwarepipeline

import (
	"cmp"
	"slices"
)

// part is one of the three parts of a pipelined loop, or the exit behind it.
type part uint8

const (
	prologue part = iota
	steady        // the body
	epilogue
	exit
)

// point is a point in the code at which statements are emitted: time t of the prologue, the body, step t of
// the epilogue, or the exit.
type point struct {
	part part
	step int
}

// site is a possible position of a wait for a queue: in front of a statement at a point. At the exit there is
// no statement.
type site struct {
	point
	before *statement
	queue  *queue
}

// waits holds an in-flight count for each site, by the number of the site. It is none for a site without a
// wait.
type waits []int32

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

// noWaits returns waits for a loop without any wait.
func (m *model) noWaits() waits {
	return slices.Repeat(waits{none}, (2*m.maxStage+2)*(len(m.statements)+1)*len(m.queues))
}

// waitAt returns the count of the wait at a site, and whether there is a wait.
func (m *model) waitAt(w waits, at site) (int64, bool) {
	n := w[m.numberOf(at)]
	return int64(n), n != none
}

// timeline is the pipelined loop for one number of iterations. Its times are [0, end): the prologue up to
// maxStage, then the body up to bodyEnd, then the epilogue.
//
// With a constant number of iterations, an instance exists exactly where its iteration does, and neither
// statements nor commits are emitted for other times. With a dynamic number, the code is the same for all
// numbers: every queue commits at all times from its stage on, with an empty group if the iteration does not
// exist. So counts do not depend on the number.
type timeline struct {
	m       *model
	trips   int64 // iterations
	dynamic bool
	bodyEnd int64
	end     int64
}

func (m *model) timeline(trips int64) timeline {
	t := timeline{m: m, trips: trips, dynamic: m.trips < 0}
	t.bodyEnd = max(trips, int64(m.maxStage))
	t.end = trips + int64(m.maxStage)
	if t.dynamic {
		t.end = t.bodyEnd + int64(m.maxStage)
	}
	return t
}

// pointAt returns the point of the code for a time.
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

// position returns the number, in its queue, of the group's commit in an iteration.
func (g *group) position(iteration int64) int64 {
	return iteration*int64(len(g.queue.groups)) + int64(g.index)
}

// findDistances computes the distances that the current numbers of versions require between statements and
// asynchronous ones.
func (m *model) findDistances() {
	m.distance = slices.Repeat([]int64{never}, len(m.statements)*len(m.statements))
	for _, p := range m.statements {
		for _, s := range m.statements {
			m.findDistance(p, s)
		}
	}
}

// findDistance computes how many iterations earlier the youngest instance of an asynchronous p ran that is
// issued before s and conflicts with s.
func (m *model) findDistance(p, s *statement) {
	if p.group != nil {
		m.distance[p.index*len(m.statements)+s.index] = m.distanceOf(p, s)
	}
}

// distanceOf returns how many iterations earlier the youngest instance of p ran that is issued before s and
// conflicts with s, or never.
func (m *model) distanceOf(p, s *statement) int64 {
	first := int64(p.stage - s.stage)
	if p.order >= s.order {
		first++
	}
	return min(m.nearest(p, s, max(first, 0)), farthest)
}

// farthest limits distances. For a larger distance, the instance that ran `farthest` iterations earlier, and
// all earlier ones, must be complete, although an older one would be enough.
const farthest = 4096

// timelines returns timelines for enough numbers of iterations to show everything that can happen. Beyond the
// largest distance nothing new happens, because distances do not depend on the iteration. Between two
// distances nothing new happens either, except in the prologue and epilogue for numbers near them. The next
// call reuses the memory.
func (m *model) timelines() []timeline {
	near := int64(2*m.maxStage) + 2
	m.lines = m.lines[:0]
	if m.trips >= 0 {
		m.lines = append(m.lines, m.timeline(min(m.trips, m.reach()+near)))
		return m.lines
	}
	next := int64(0)
	for _, d := range m.distances() {
		for n := max(next, d-near); n <= d+near; n++ {
			m.lines = append(m.lines, m.timeline(n))
			next = n + 1
		}
	}
	return m.lines
}

// distances returns 0 and the distances of all requirements, in ascending order.
func (m *model) distances() []int64 {
	all := []int64{0}
	for _, d := range m.distance {
		if d > 0 {
			all = append(all, d)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// reach returns the largest distance of a requirement.
func (m *model) reach() int64 { return max(0, slices.Max(m.distance)) }

// placeWaits returns the fewest waits, with the largest counts, such that no timeline has a hazard.
func (m *model) placeWaits() waits {
	w := m.noWaits()
	for _, q := range m.queues {
		m.placeOnQueue(q, w)
	}
	return w
}

// placeOnQueue adds the waits for one queue. First it adds a wait for every requirement that is not
// satisfied. Then it removes waits that the others make unnecessary. Then it raises each remaining count as
// far as possible.
func (m *model) placeOnQueue(q *queue, w waits) {
	t := m.trace(q)
	for t.addMissing(w) {
	}
	for _, at := range m.standing(q, w) {
		s := slack{trace: t, waits: w, site: int32(at)}
		s.find()
		if !s.needed {
			w[at] = none
		}
	}
	for _, at := range m.standing(q, w) {
		s := slack{trace: t, waits: w, site: int32(at)}
		s.find()
		w[at] = s.count
	}
}

// standing returns the sites with waits on a queue in the order in which their removal is tried: large counts
// first, because they complete few groups, and of equal counts the late ones first.
func (m *model) standing(q *queue, w waits) []int {
	all := m.sites[:0]
	for at := q.index; at < len(w); at += len(m.queues) {
		if w[at] != none {
			all = append(all, at)
		}
	}
	slices.SortFunc(all, func(a, b int) int {
		return cmp.Or(cmp.Compare(w[b], w[a]), m.compareLate(a, b))
	})
	m.sites = all
	return all
}

// compareLate orders sites from late to early: by part, then by step, then by statement.
func (m *model) compareLate(i, j int) int {
	a, b := m.siteOf(i), m.siteOf(j)
	return cmp.Or(cmp.Compare(b.part, a.part), cmp.Compare(b.step, a.step),
		cmp.Compare(b.orderOf(), a.orderOf()))
}

func (s site) orderOf() int {
	if s.before == nil {
		return -1
	}
	return s.before.order
}
