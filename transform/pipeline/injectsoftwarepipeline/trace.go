package injectsoftwarepipeline

import "slices"

// trace records the events of one queue in all timelines, for any placement of waits. For each site of a wait
// that control passes, it has the number of committed groups and the number of groups that must be complete.
// Each queue has a trace of its own, because queues are independent of each other.
type trace struct {
	events []event
	lines  []line
}

// event is the passing of a site. A wait with count n there completes all committed groups but the n
// youngest, and the required groups must then be complete.
type event struct {
	site                int32
	committed, required int32
}

// line is the events of a timeline: the first events up to trunk, which it shares with longer timelines, and
// then the events from first to last.
type line struct {
	trunk, first, last int
}

// trace returns the trace of a queue for the current distances. It is valid until the next call, which reuses
// its memory.
func (m *model) trace(q *queue) *trace {
	lines := m.timelines()
	if len(lines) == 1 {
		return m.traceOf(q, &lines[0])
	}
	r := newRecorder(m, q)
	r.recordTrunk(lines)
	for i := range lines {
		r.committed = r.atTrunk[i]
		r.recordBranch(&lines[i], &r.lines[i])
	}
	return &r.trace
}

// traceOf returns the trace of a queue in one timeline.
func (m *model) traceOf(q *queue, t *timeline) *trace {
	r := newRecorder(m, q)
	r.record(t, 0, t.end)
	r.leave(t)
	r.lines = append(r.lines, line{last: len(r.events)})
	return &r.trace
}

// recorder records a trace.
type recorder struct {
	trace
	m *model
	q *queue
	// concerned holds, in order, the statements that require groups of the queue to be complete, or are
	// committed to it.
	concerned []*statement
	committed int64
	atTrunk   []int64 // the committed groups where each line leaves the trunk
}

// newRecorder returns the recorder of the model, which reuses the memory of the last trace.
func newRecorder(m *model, q *queue) *recorder {
	r := &m.recorder
	*r = recorder{
		trace: trace{events: r.events[:0], lines: r.lines[:0]}, m: m, q: q,
		concerned: r.concerned[:0], atTrunk: r.atTrunk[:0],
	}
	n := len(m.statements)
	for _, s := range m.ordered {
		required := s.group != nil && s.group.queue == r.q
		for _, g := range r.q.groups {
			for _, p := range g.members {
				required = required || r.m.distance[p.index*n+s.index] != never
			}
		}
		if required {
			r.concerned = append(r.concerned, s)
		}
	}
	return r
}

// recordTrunk records the times at which all timelines of dynamic extent are equal: those before the epilogue
// of the longest.
func (r *recorder) recordTrunk(lines []timeline) {
	longest := &lines[len(lines)-1]
	time := int64(0)
	for i := range lines {
		until := r.trunkEnd(&lines[i])
		r.record(longest, time, until)
		time = until
		r.lines = append(r.lines, line{trunk: len(r.events)})
		r.atTrunk = append(r.atTrunk, r.committed)
	}
}

// trunkEnd returns the time until which a timeline is equal to longer ones. It is 0 for a timeline with fewer
// iterations than stages.
func (r *recorder) trunkEnd(t *timeline) int64 {
	if t.trips < int64(r.m.maxStage) {
		return 0
	}
	return t.trips
}

// recordBranch records the times of a timeline after it leaves the trunk.
func (r *recorder) recordBranch(t *timeline, l *line) {
	l.first = len(r.events)
	r.record(t, r.trunkEnd(t), t.end)
	r.leave(t)
	l.last = len(r.events)
}

// record records the times [from, until) of a timeline.
func (r *recorder) record(t *timeline, from, until int64) {
	queues := len(r.m.queues)
	for time := from; time < until; time++ {
		p := t.pointAt(time)
		at := r.m.numberOf(site{point: p, queue: r.q})
		for _, s := range r.concerned {
			if t.emittedAt(s, time, p) {
				e := event{site: int32(at + (s.order+1)*queues), committed: int32(r.committed)}
				if t.exists(s, time) {
					e.required = int32(r.required(s, time))
				}
				r.events = append(r.events, e)
			}
			if g := s.group; g != nil && g.queue == r.q && s == g.last() && t.commits(g.stage, time) {
				r.committed++
			}
		}
	}
}

// required returns how many groups of the queue must be complete before s runs at that time: all up to the
// youngest group with an operation that conflicts with s.
func (r *recorder) required(s *statement, time int64) int64 {
	required, n := int64(0), len(r.m.statements)
	for _, g := range r.q.groups {
		for _, p := range g.members {
			d := r.m.distance[p.index*n+s.index]
			if d == never {
				continue
			}
			if producer := time - int64(s.stage) - d; producer >= 0 {
				required = max(required, g.position(producer)+1)
			}
		}
	}
	return required
}

// leave records the groups that must be complete when the loop ends.
func (r *recorder) leave(t *timeline) {
	at := r.m.numberOf(site{point: point{part: exit}, queue: r.q})
	required := int64(0)
	for _, g := range r.q.groups {
		if t.trips > 0 && slices.ContainsFunc(g.members, func(p *statement) bool {
			return r.m.later[p.index]
		}) {
			required = max(required, g.position(t.trips-1)+1)
		}
	}
	r.events = append(r.events, event{int32(at), int32(r.committed), int32(required)})
}

// addMissing adds a wait for each requirement that is not satisfied, and reports whether it added one.
func (t *trace) addMissing(w waits) bool {
	added := false
	for _, l := range t.lines {
		complete := int32(0)
		for _, events := range [][]event{t.events[:l.trunk], t.events[l.first:l.last]} {
			for _, e := range events {
				if n := w[e.site]; n != none {
					complete = max(complete, e.committed-n)
				}
				if e.required <= complete {
					continue
				}
				complete = e.required
				if n := e.committed - e.required; w[e.site] == none || n < w[e.site] {
					w[e.site], added = n, true
				}
			}
		}
	}
	return added
}

// satisfied reports whether the waits satisfy all requirements.
func (t *trace) satisfied(w waits) bool {
	s := slack{trace: t, waits: w, site: none}
	return s.find()
}

// slack determines whether the wait at a site is needed, and with which count.
type slack struct {
	*trace
	waits  waits
	site   int32
	needed bool
	// count is the largest count with which the wait satisfies all requirements that others do not satisfy.
	count int32
}

// progress is the state of a queue in a timeline: how many of its groups the other waits have completed, and
// how many were committed when control last passed the site.
type progress struct{ complete, passed int32 }

// find goes through all timelines. It reports whether every requirement is satisfied by other waits, or by a
// wait at the site.
func (s *slack) find() bool {
	s.count = 1<<31 - 1
	at, trunk := 0, progress{passed: none}
	for _, l := range s.lines {
		if !s.run(s.events[at:l.trunk], &trunk) {
			return false
		}
		at = l.trunk
		branch := trunk
		if !s.run(s.events[l.first:l.last], &branch) {
			return false
		}
	}
	return true
}

func (s *slack) run(events []event, p *progress) bool {
	for i := range events {
		e := &events[i]
		if e.site == s.site {
			p.passed = e.committed
		} else if n := s.waits[e.site]; n != none {
			p.complete = max(p.complete, e.committed-n)
		}
		if e.required <= p.complete {
			continue
		}
		if p.passed < e.required {
			return false
		}
		s.needed = true
		s.count = min(s.count, p.passed-e.required)
	}
	return true
}
