package injectsoftwarepipeline

import (
	"slices"

	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/ir"
)

// hazard is a dependence that TVM's plan does not keep: an instance of statement c depends on the instance of
// statement p delta iterations before. If c is nil, an operation behind the loop depends on p.
type hazard struct {
	p, c      *statement
	pair      *accessPair
	delta     int64
	iteration int64 // of c, or of p if c is nil
	trips     int64
	part      part
	wait      *tvmWait // the wait in front of c for the queue of p
	count     int64    // of that wait
	// ordered is set if the instances are issued in the wrong order.
	ordered bool
	// others is the number of further pairs of statements with a hazard.
	others int
}

// judge replays a plan under the model that places Inflight's waits. Versions must be set, and distances
// found.
type judge struct {
	m     *model
	plan  *tvmPlan
	found []hazard
	// negative is a wait with a count below 0, which no target supports.
	negative *tvmWait

	line      *timeline
	committed []int64 // by queue
	complete  []int64 // by queue
	// by statement and iteration: the number of the instance's group, or pending until the group is committed
	numbers [][]int64
}

const pending = int64(1) << 62

// judgeTVM returns the first hazard of TVM's plan, nil if it has none. It leaves versions and distances
// unchanged.
func (m *model) judgeTVM(plan *tvmPlan, buffers []*buffer) (*hazard, *tvmWait) {
	chosen, distance := make([]int, len(buffers)), m.distance
	for i, b := range buffers {
		chosen[i], b.versions = b.versions, plan.versions[i]
	}
	m.findDistances()
	j := &judge{m: m, plan: plan}
	j.checkOrder()
	lines := m.timelines()
	for i := range lines {
		j.replay(&lines[i])
	}
	for i, b := range buffers {
		b.versions = chosen[i]
	}
	m.distance = distance
	if len(j.found) == 0 {
		return nil, j.negative
	}
	j.found[0].others = len(j.found) - 1
	return &j.found[0], j.negative
}

// checkOrder finds instances that are issued in the wrong order.
func (j *judge) checkOrder() {
	for _, p := range j.m.statements {
		for _, c := range j.m.statements {
			pairs := j.m.conflicts(p, c)
			for i := range pairs {
				if d := j.m.brokenAt(p, c, &pairs[i]); d != never {
					j.add(hazard{p: p, c: c, pair: &pairs[i], delta: d, iteration: d, part: steady,
						ordered: true})
				}
			}
		}
	}
}

// add records a hazard, but only one per pair of statements.
func (j *judge) add(h hazard) {
	if !slices.ContainsFunc(j.found, func(g hazard) bool { return g.p == h.p && g.c == h.c }) {
		j.found = append(j.found, h)
	}
}

// replay runs the plan for one number of iterations.
func (j *judge) replay(t *timeline) {
	j.line = t
	j.committed, j.complete = make([]int64, len(j.m.queues)), make([]int64, len(j.m.queues))
	j.numbers = make([][]int64, len(j.m.statements))
	for time := int64(0); time < t.end; time++ {
		at := t.pointAt(time)
		part, base := j.plan.parts[at.part], j.firstTime(at.part)
		number := 0
		for _, scope := range part.scopes {
			for _, s := range scope.members {
				if t.exists(s, time) {
					j.pass(part.waits[number], at.part, time, base)
					j.issue(s, at.part, time, part.waits[number])
				}
				number++
			}
			if scope.queue != nil && t.exists(scope.members[0], time) {
				j.commit(scope)
			}
		}
	}
	j.leave()
}

// firstTime returns the time at which a part begins.
func (j *judge) firstTime(p part) int64 {
	switch p {
	case prologue:
		return 0
	case steady:
		return int64(j.m.maxStage)
	}
	return j.line.bodyEnd
}

// pass runs a wait. If the groups of the wait are committed under a condition that does not hold, TVM waits
// for all groups.
func (j *judge) pass(w *tvmWait, p part, time, base int64) {
	if w == nil {
		return
	}
	q := w.queue.index
	n := j.countAt(w, p, time, base)
	if n < 0 {
		j.negative = w
	}
	j.complete[q] = max(j.complete[q], j.committed[q]-max(n, 0))
}

func (j *judge) countAt(w *tvmWait, p part, time, base int64) int64 {
	i := time - int64(w.queue.stage)
	if j.plan.parts[p].produced[w.queue.index] && (i < 0 || i >= j.line.trips) {
		return 0
	}
	return w.at(time - base)
}

// issue runs an instance of a statement. The instances that it conflicts with must be complete.
func (j *judge) issue(s *statement, p part, time int64, w *tvmWait) {
	iteration, n := time-int64(s.stage), len(j.m.statements)
	for _, producer := range j.m.statements {
		if producer.group == nil {
			continue
		}
		d := j.m.distance[producer.index*n+s.index]
		if d == never || iteration-d < 0 || iteration-d >= int64(len(j.numbers[producer.index])) {
			continue
		}
		q := producer.group.queue.index
		if j.numbers[producer.index][iteration-d] < j.complete[q] {
			continue
		}
		h := hazard{p: producer, c: s, pair: j.m.pairAt(producer, s, d), delta: d, iteration: iteration,
			trips: j.line.trips, part: p}
		if w != nil && w.queue.index == q {
			h.wait, h.count = w, j.countAt(w, p, time, j.firstTime(p))
		}
		j.add(h)
	}
	if s.group != nil {
		j.numbers[s.index] = append(j.numbers[s.index], pending)
	}
}

// pairAt returns accesses that conflict at a distance, if possible a read of a value that the other access
// wrote.
func (m *model) pairAt(p, c *statement, delta int64) *accessPair {
	pairs := m.conflicts(p, c)
	found := &pairs[0] // at a distance beyond searchLimit a conflict is assumed
	for i := len(pairs) - 1; i >= 0; i-- {
		if m.holdsAt(&pairs[i], delta) && (pairs[i].reads() || !found.reads() || !m.holdsAt(found, delta)) {
			found = &pairs[i]
		}
	}
	return found
}

// reads reports whether the second access reads the value that the first writes.
func (p *accessPair) reads() bool { return p.a.Writes() && !p.b.Writes() }

func (j *judge) commit(scope tvmScope) {
	q := scope.queue.index
	for _, s := range scope.members {
		if last := len(j.numbers[s.index]) - 1; last >= 0 && j.numbers[s.index][last] == pending {
			j.numbers[s.index][last] = j.committed[q]
		}
	}
	j.committed[q]++
}

// leave checks that the required instances are complete when the loop ends. TVM does not wait there.
func (j *judge) leave() {
	for _, s := range j.m.statements {
		last := len(j.numbers[s.index]) - 1
		if s.group == nil || last < 0 || !j.m.later[s.index] ||
			j.numbers[s.index][last] < j.complete[s.group.queue.index] {
			continue
		}
		i := slices.IndexFunc(s.accesses, func(a analysis.Access) bool { return a.Kind == ir.Write })
		a := &s.accesses[max(i, 0)]
		j.add(hazard{p: s, pair: &accessPair{a: a}, iteration: int64(last), trips: j.line.trips, part: exit})
	}
}
