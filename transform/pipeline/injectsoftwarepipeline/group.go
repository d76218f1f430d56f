package injectsoftwarepipeline

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/pipeline"
)

// group is a set of asynchronous statements of one stage that commit together, once at each time at which
// their stage has an instance.
type group struct {
	stage   int
	members []*statement // by order
	queue   *queue
	index   int // its number among the groups of its queue
}

// queue is the FIFO of one asynchronous stage.
type queue struct {
	stage  int
	index  int   // its number among the queues
	id     int64 // the queue's number in the program
	groups []*group
}

// first and last return the first and the last member of the group.
func (g *group) first() *statement { return g.members[0] }
func (g *group) last() *statement  { return g.members[len(g.members)-1] }

// formGroups puts consecutive asynchronous statements of one stage into one group, unless a consumer of one
// of them stands between.
func (m *model) formGroups(queueID func(stage int) int64) {
	open := map[int]*group{} // by stage
	byStage := map[int]*queue{}
	for _, s := range m.ordered {
		if !s.async {
			if s.commits() {
				clear(open) // its own commits must not take pending operations of this loop
			}
			m.closeConsumed(open, s)
			continue
		}
		g := open[s.stage]
		if g == nil || m.conflictsWithin(g, s) {
			g = m.newGroup(s.stage, byStage, queueID)
		}
		g.members = append(g.members, s)
		s.group = g
		// Scopes nest, so a group of another stage that stands before this one ends here.
		clear(open)
		open[s.stage] = g
	}
	m.sortQueues(byStage)
}

// commits reports whether the statement contains a pipeline of its own.
func (s *statement) commits() bool {
	for op := range s.root.Walk() {
		if op.Is(pipeline.CommitQueue) || op.Is(pipeline.AsyncCommitStage) {
			return true
		}
	}
	return false
}

func (m *model) newGroup(stage int, byStage map[int]*queue, queueID func(int) int64) *group {
	q := byStage[stage]
	if q == nil {
		q = &queue{stage: stage, id: queueID(stage)}
		byStage[stage] = q
	}
	g := &group{stage: stage, queue: q, index: len(q.groups)}
	q.groups = append(q.groups, g)
	m.groups = append(m.groups, g)
	return g
}

func (m *model) sortQueues(byStage map[int]*queue) {
	for _, q := range byStage {
		m.queues = append(m.queues, q)
	}
	slices.SortFunc(m.queues, func(a, b *queue) int { return a.stage - b.stage })
	for i, q := range m.queues {
		q.index = i
	}
}

// closeConsumed ends the groups whose members conflict with s, in any iteration.
func (m *model) closeConsumed(open map[int]*group, s *statement) {
	for stage, g := range open {
		if slices.ContainsFunc(g.members, func(p *statement) bool {
			return len(m.conflicts(p, s)) > 0 || len(m.conflicts(s, p)) > 0
		}) {
			delete(open, stage)
		}
	}
}

// conflictsWithin reports whether s conflicts with a member of g in the same iteration. Operations of one
// group are not ordered.
func (m *model) conflictsWithin(g *group, s *statement) bool {
	return slices.ContainsFunc(g.members, func(p *statement) bool {
		return m.nearest(p, s, 0) == 0 || m.nearest(s, p, 0) == 0
	})
}
