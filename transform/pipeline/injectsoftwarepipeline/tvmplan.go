package injectsoftwarepipeline

import (
	"fmt"
	"slices"

	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/ir"
)

// tvmPlan holds the decisions of TVM's InjectSoftwarePipeline for a loop
// (s_tir/transform/inject_software_pipeline.cc): versions, commits and waits. It reproduces TVM's mistakes as
// well, and nothing else in this package follows them. TVM distinguishes buffers, not elements, and knows
// only dependences of a read on a write.
type tvmPlan struct {
	m        *model
	versions []int // by private buffer
	parts    [3]*tvmPart
	// fails says why TVM's pass fails on the loop, or is "".
	fails string
	at    *ir.Op // the operation that makes it fail, nil for the loop
	lower int64  // the lower bound of the loop; TVM leaves it out in some places
}

// tvmPart is the prologue, the body or the epilogue: a loop over extent times, from start. Prologue and
// epilogue are unrolled later.
type tvmPart struct {
	start, extent int64 // -1 when dynamic
	statements    []*statement
	scopes        []tvmScope
	waits         []*tvmWait // by statement, nil for no wait
	produced      []bool     // by queue, whether its groups are committed in this part
}

// tvmScope is a single statement, or the statements of one commit.
type tvmScope struct {
	queue   *queue // nil without a commit
	members []*statement
}

// tvmWait is a wait in front of a statement, under the same condition as the statement.
type tvmWait struct {
	queue *queue
	count int64
	// falling says that the count decreases by one at each time of the part.
	falling bool
}

// tvmStage is the state of an asynchronous stage in TVM's planning of one part.
type tvmStage struct {
	known    bool
	groups   [][]int // each a list of indices of the part's statements
	consumed bool
	seen     map[*ir.Value]bool // the buffers written so far
	pending  *tvmWait
	before   int // the index of the statement in front of which pending stands
}

// tvmPlanner makes a tvmPlan.
type tvmPlanner struct {
	*tvmPlan
	reads, writes [][]*ir.Value        // the buffers that each statement reads and writes
	written       []map[*ir.Value]bool // by queue, the buffers written in the parts so far
	// head is, by queue, the number of the last iteration issued in the parts so far. valid says whether TVM
	// knows it.
	head  []int64
	valid []bool

	part   *tvmPart
	stages []*tvmStage
	group  map[*ir.Value]int // by written buffer, the index of the group in the part
}

// planTVM returns TVM's plan for the loop.
func (m *model) planTVM(buffers []*buffer) *tvmPlan {
	p := &tvmPlanner{tvmPlan: &tvmPlan{m: m, lower: m.lower.Const}}
	for _, s := range m.statements {
		p.reads, p.writes = append(p.reads, s.touched(ir.Read)), append(p.writes, s.touched(ir.Write))
	}
	for range m.queues {
		p.written = append(p.written, map[*ir.Value]bool{})
		p.head, p.valid = append(p.head, -1), append(p.valid, true)
	}
	p.checkAccepted(buffers)
	for _, b := range buffers {
		p.versions = append(p.versions, p.countVersions(b.value))
	}
	for i, bounds := range p.bounds() {
		p.plan(part(i), bounds[0], bounds[1])
	}
	return p.tvmPlan
}

// fail records the first reason for which TVM's pass fails.
func (p *tvmPlanner) fail(at *ir.Op, format string, args ...any) {
	if p.fails == "" {
		p.fails, p.at = fmt.Sprintf(format, args...), at
	}
}

// checkAccepted records constructs that TVM rejects or does not expect.
func (p *tvmPlanner) checkAccepted(buffers []*buffer) {
	if len(p.m.statements) < 2 {
		p.fail(nil, "it wants a body of several statements")
	}
	for _, b := range buffers {
		used := func(lists [][]*ir.Value) bool {
			return slices.ContainsFunc(lists, func(l []*ir.Value) bool { return slices.Contains(l, b.value) })
		}
		if b.local && !used(p.reads) && !used(p.writes) {
			p.fail(b.value.DefiningOp(), "it looks the accesses of a buffer up that has none")
		}
	}
	for i, c := range p.m.statements {
		for _, w := range p.m.statements[:i] {
			if precedes(w, c, 0) {
				continue
			}
			if v := p.flows(w, c); v != nil {
				p.fail(c.root,
					"it rejects a stage or an order of statement %d that is in front of that of statement "+
						"%d, which writes '%s'",
					c.index, w.index, bufferName(v))
			}
		}
	}
}

// flows returns a buffer that w writes and c reads, or nil.
func (p *tvmPlanner) flows(w, c *statement) *ir.Value {
	for _, v := range p.reads[c.index] {
		if slices.Contains(p.writes[w.index], v) {
			return v
		}
	}
	return nil
}

// touched returns the buffers that a statement reads or writes.
func (s *statement) touched(kind ir.EffectKind) []*ir.Value {
	var all []*ir.Value
	for i := range s.accesses {
		if a := &s.accesses[i]; a.Kind == kind && a.Buffer != nil && !slices.Contains(all, a.Buffer) {
			all = append(all, a.Buffer)
		}
	}
	return all
}

// countVersions returns how many versions TVM gives a buffer: one more than the distance between the stages
// of its first writer and its last reader. It is only one if the stages are adjacent and no writer stands in
// front of a reader of the same elements.
func (p *tvmPlanner) countVersions(v *ir.Value) int {
	var writers, readers []*statement
	first, last := maxStage, -1
	for i, s := range p.m.statements {
		if slices.Contains(p.writes[i], v) {
			writers, first = append(writers, s), min(first, s.stage)
		}
		if slices.Contains(p.reads[i], v) {
			readers, last = append(readers, s), max(last, s.stage)
		}
	}
	ahead := slices.ContainsFunc(writers, func(w *statement) bool {
		return slices.ContainsFunc(readers, func(c *statement) bool {
			return w.order < c.order && w.stage < c.stage && overlap(w, c, v)
		})
	})
	if n := last - first + 1; len(writers) > 0 && (n > 2 || n == 2 && ahead) {
		return n
	}
	if b := p.m.private[v]; b != nil {
		return max(b.least, 1)
	}
	return 1
}

// overlap reports whether w writes an element of the buffer that c reads in the same iteration.
func overlap(w, c *statement, v *ir.Value) bool {
	for i := range w.accesses {
		for j := range c.accesses {
			a, b := &w.accesses[i], &c.accesses[j]
			if a.Kind == ir.Write && b.Kind == ir.Read && a.Buffer == v && b.Buffer == v &&
				analysis.Overlaps(a, b) {
				return true
			}
		}
	}
	return false
}

// bounds returns start and extent of the three parts.
func (p *tvmPlanner) bounds() [3][2]int64 {
	n, stages := p.m.trips, int64(p.m.maxStage)
	if n < 0 {
		return [3][2]int64{{0, stages}, {stages, -1}, {-1, stages}}
	}
	end := n
	if stages > 1 {
		end = max(n, stages)
	}
	return [3][2]int64{{0, stages}, {stages, max(0, n-stages)}, {end, n + stages - end}}
}

// plan makes the decisions for one part.
func (p *tvmPlanner) plan(which part, start, extent int64) {
	p.part = &tvmPart{start: start, extent: extent, produced: make([]bool, len(p.m.queues))}
	p.parts[which] = p.part
	if extent == 0 {
		return
	}
	p.stages, p.group = nil, map[*ir.Value]int{}
	for range p.m.queues {
		p.stages = append(p.stages, &tvmStage{seen: map[*ir.Value]bool{}})
	}
	for _, s := range p.m.ordered {
		if p.runs(s, which) {
			p.add(s)
		}
	}
	p.part.waits = make([]*tvmWait, len(p.part.statements))
	for i, s := range p.part.statements {
		p.await(i, s)
	}
	p.cut()
	p.advance()
}

// runs reports whether a statement has an instance in the part.
func (p *tvmPlanner) runs(s *statement, which part) bool {
	stage, n := int64(s.stage), p.m.trips
	switch {
	case which == steady:
		return true
	case n >= 0: // at some time t of the part t - stage is in [0, n)
		return max(p.part.start, stage) < min(p.part.start+p.part.extent, stage+n)
	case which == prologue:
		return stage < p.part.extent
	}
	return stage > 0
}

// add forms commit groups as TVM does. Once the stage has been consumed, it forms a new group for each
// statement, for the rest of the part.
func (p *tvmPlanner) add(s *statement) {
	number := len(p.part.statements)
	p.part.statements = append(p.part.statements, s)
	if s.async {
		q := s.group.queue.index
		st := p.stages[q]
		st.known, p.part.produced[q] = true, true
		if len(st.groups) == 0 || st.consumed {
			st.groups = append(st.groups, nil)
		}
		last := len(st.groups) - 1
		st.groups[last] = append(st.groups[last], number)
		for _, v := range p.writes[s.index] {
			p.written[q][v] = true
			p.group[v] = last
		}
	}
	for _, v := range p.reads[s.index] {
		for i, q := range p.m.queues {
			if q.stage <= s.stage && p.written[i][v] {
				p.stages[i].known, p.stages[i].consumed = true, true
			}
		}
	}
}

// await decides about the wait in front of a statement that reads a buffer which an asynchronous stage writes
// that is not behind the statement's own stage. There is one wait per stage, in front of the first such
// statement, with the smallest of their counts.
func (p *tvmPlanner) await(number int, s *statement) {
	if s.async {
		for _, v := range p.writes[s.index] {
			p.stages[s.group.queue.index].seen[v] = true
		}
	}
	q := p.producer(s)
	if q == nil {
		return
	}
	st := p.stages[q.index]
	st.known = true
	w := p.countFor(s, q)
	switch {
	case st.pending == nil:
		st.pending, st.before = w, number
		p.part.waits[number] = w
	case p.provablyLess(w, st.pending):
		st.pending = w
		p.part.waits[st.before] = w
	}
}

// producer returns the queue from which a statement reads, nil if there is none. TVM's pass fails if there
// are several.
func (p *tvmPlanner) producer(s *statement) *queue {
	var found *queue
	for _, v := range p.reads[s.index] {
		for i, q := range p.m.queues {
			if q.stage > s.stage || !p.written[i][v] {
				continue
			}
			if found != nil && found != q {
				p.fail(s.root,
					"it asserts that statement %d does not depend on several asynchronous stages, here %d "+
						"and %d",
					s.index, found.stage, q.stage)
			}
			found = q
		}
	}
	return found
}

// countFor returns the difference of the heads of producer and consumer, summed over the commit groups from
// which the statement reads. It returns 0 if TVM cannot prove that a head is not negative.
func (p *tvmPlanner) countFor(s *statement, q *queue) *tvmWait {
	st, w := p.stages[q.index], &tvmWait{queue: q}
	if len(st.groups) == 0 {
		if p.valid[q.index] && p.head[q.index] >= 0 && p.part.start >= 0 {
			w.count = p.head[q.index] - p.lower - p.part.start + int64(s.stage)
			w.falling = p.part.extent > 1
		}
		return w
	}
	counted := make([]bool, len(st.groups))
	for _, v := range p.reads[s.index] {
		g, ok := p.group[v]
		if !ok || !p.written[q.index][v] {
			continue
		}
		if g >= len(counted) {
			p.fail(s.root, "it takes a commit group of one stage for one of another, because both write '%s'",
				bufferName(v))
			continue
		}
		if counted[g] {
			continue
		}
		counted[g] = true
		late := int64(1) // the last write was in the previous iteration
		if st.seen[v] {
			late = 0
		}
		if p.part.start < 0 || !p.m.lower.IsConst() || p.lower+p.part.start-int64(q.stage)-late < 0 {
			return &tvmWait{queue: q}
		}
		w.count += int64(s.stage-q.stage) - late
	}
	return w
}

// provablyLess compares counts as TVM does, over the times that it assumes for the part.
func (p *tvmPlanner) provablyLess(v, w *tvmWait) bool {
	if v.falling == w.falling {
		return v.count < w.count
	}
	first, last := p.part.start, p.part.start+p.part.extent-1
	return v.at(first) < w.at(first) && v.at(last) < w.at(last)
}

// at returns the count at a time of the part.
func (w *tvmWait) at(i int64) int64 {
	if w.falling {
		return w.count - i
	}
	return w.count
}

// cut divides the statements into scopes by commit groups. TVM assumes that the members of a group are
// adjacent, and treats adjacent groups as one.
func (p *tvmPlanner) cut() {
	queues := make([]*queue, len(p.part.statements))
	for i, st := range p.stages {
		for _, g := range st.groups {
			for j := range g {
				queues[g[0]+j] = p.m.queues[i]
			}
		}
	}
	for i, s := range p.part.statements {
		last := len(p.part.scopes) - 1
		if q := queues[i]; q != nil && i > 0 && queues[i-1] == q {
			p.part.scopes[last].members = append(p.part.scopes[last].members, s)
		} else {
			p.part.scopes = append(p.part.scopes, tvmScope{q, []*statement{s}})
		}
		if q := queues[i]; q == nil && s.async || q != nil && s.stage != q.stage {
			p.fail(s.root,
				"it asserts that the statements of asynchronous stage %d are not split by others, as they "+
					"are at statement %d",
				stageOf(q, s), s.index)
		}
	}
}

func stageOf(q *queue, s *statement) int {
	if q != nil {
		return q.stage
	}
	return s.stage
}

// advance moves the heads of the stages behind the part, if TVM can prove that all their iterations ran.
func (p *tvmPlanner) advance() {
	for i, st := range p.stages {
		if !st.known {
			continue
		}
		stage := int64(p.m.queues[i].stage)
		last := p.part.start + p.part.extent - 1 - stage // TVM leaves out the lower bound
		p.valid[i] = p.valid[i] && p.part.produced[i] && p.part.extent > 0 && p.m.trips >= 0 &&
			p.part.start >= stage && last < p.lower+p.m.trips
		p.head[i] += p.part.extent
	}
}
