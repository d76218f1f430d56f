package injectsoftwarepipeline

import (
	"slices"
	"strings"

	"github.com/inflight-compiler/inflight/dialect/pipeline"
	"github.com/inflight-compiler/inflight/ir"
)

// Schedule says when the statements of a pipelined loop run, and which commits and waits there are. It is the
// plan from which the three parts of the loop are made.
type Schedule struct {
	// Loop is the annotated loop. It is in the program only during the call of Options.Observe.
	Loop *ir.Op
	// Iterations is the number of iterations, -1 if it is not constant. MaxStage is the last stage.
	Iterations int64
	MaxStage   int
	// Statements holds the statements of the loop, in the order in which they run in the body.
	Statements []ScheduledStatement
	// Queues holds the numbers of the queues to which groups are committed.
	Queues []int64

	m     *model
	waits waits
}

// ScheduledStatement is a statement of a pipelined loop.
type ScheduledStatement struct {
	Root *ir.Op
	// Label names the statement in a few words: by the name of its block, or by its operation and the buffers
	// that it writes.
	Label string
	Stage int
	// Async statements are committed to the queue with the number Queue.
	Async bool
	Queue int64
}

// StepKind is the kind of a step in a schedule.
type StepKind uint8

// The kinds of steps.
const (
	// RunStatement runs an instance of a statement.
	RunStatement StepKind = iota
	// CommitGroup commits the operations that a group's statements have issued to its queue.
	CommitGroup
	// WaitForGroups waits until a queue has at most Count groups in flight.
	WaitForGroups
)

// Step is one step of a schedule at a time.
type Step struct {
	Kind StepKind
	// Statement is the index in Schedule.Statements: of the statement that runs, of the last member of the
	// group that commits, or of the statement behind a wait. For a wait behind the loop it is the number of
	// statements.
	Statement int
	// First is the index of the first member of a group.
	First int
	// Iteration is the iteration of the instance that runs, or of the members of a group. If the number of
	// iterations is not constant, this iteration need not exist; then the statement does nothing, and the
	// group is empty.
	Iteration int64
	// Queue is the number of the queue of a commit or wait.
	Queue int64
	// Count is the number of groups that a wait leaves in flight.
	Count int64
	// Group is the number of the committed group among all groups of its queue, from 1. For a wait it is the
	// number of the youngest group that is complete after the wait, and at most 0 if there is none.
	Group int64
	// PerIteration is the number of groups that are committed to the queue in an iteration.
	PerIteration int64
}

// schedule returns the schedule of a planned loop.
func (m *model) schedule(loop *ir.Op, w waits) *Schedule {
	s := &Schedule{Loop: loop, Iterations: m.trips, MaxStage: m.maxStage, m: m, waits: w}
	for _, st := range m.ordered {
		scheduled := ScheduledStatement{Root: st.root, Label: st.label(), Stage: st.stage, Async: st.async}
		if st.group != nil {
			scheduled.Queue = st.group.queue.id
		}
		s.Statements = append(s.Statements, scheduled)
	}
	for _, q := range m.queues {
		s.Queues = append(s.Queues, q.id)
	}
	return s
}

// label returns the label of a statement.
func (s *statement) label() string {
	if name, ok := s.root.Attr(pipeline.NameAttr).(*ir.StringAttr); ok && s.root.Is(pipeline.Block) {
		return name.Value
	}
	_, name, _ := strings.Cut(s.root.Name(), ".")
	words := []string{name}
	for _, a := range s.accesses {
		if a.Kind == ir.Write && a.Buffer != nil && a.Buffer.Name() != "" &&
			!slices.Contains(words, a.Buffer.Name()) {
			words = append(words, a.Buffer.Name())
		}
	}
	return strings.Join(words, " ")
}

// Representative returns a number of iterations whose schedule has all steps that occur with any large
// number: the loop's own, if it is constant.
func (s *Schedule) Representative() int64 {
	if s.Iterations >= 0 {
		return s.Iterations
	}
	return int64(2*s.MaxStage) + 4
}

// BodyEnd and End return the times at which the body and the loop end, for this number of iterations. The
// prologue has the times before MaxStage.
func (s *Schedule) BodyEnd(iterations int64) int64 { return s.m.timeline(iterations).bodyEnd }

// End is described with BodyEnd.
func (s *Schedule) End(iterations int64) int64 { return s.m.timeline(iterations).end }

// Steps returns the steps of a time, in the order of the code. The time End stands for the position behind
// the loop, where there may be waits.
func (s *Schedule) Steps(iterations, time int64) []Step {
	r := &stepper{s: s, t: s.m.timeline(iterations), time: time}
	if time >= r.t.end {
		r.waits(point{part: exit}, nil)
		return r.steps
	}
	for _, st := range s.m.ordered {
		if r.t.emitted(st, time) {
			r.waits(r.t.pointAt(time), st)
			r.steps = append(r.steps,
				Step{Kind: RunStatement, Statement: st.order, Iteration: time - int64(st.stage)})
		}
		if g := st.group; g != nil && st == g.last() && r.t.commits(g.stage, time) {
			r.steps = append(r.steps,
				Step{Kind: CommitGroup, Statement: st.order, First: g.first().order,
					Iteration: time - int64(g.stage),
					Queue:     g.queue.id, Group: r.committed(g.queue, st.order) + 1,
					PerIteration: int64(len(g.queue.groups))})
		}
	}
	return r.steps
}

// stepper lists the steps of one time.
type stepper struct {
	s     *Schedule
	t     timeline
	time  int64
	steps []Step
}

// waits adds the waits at a point in front of a statement.
func (r *stepper) waits(p point, before *statement) {
	order := len(r.s.m.ordered)
	if before != nil {
		order = before.order
	}
	for _, q := range r.s.m.queues {
		if n, ok := r.s.m.waitAt(r.s.waits, site{p, before, q}); ok {
			r.steps = append(r.steps,
				Step{Kind: WaitForGroups, Statement: order, Queue: q.id, Count: n,
					Group:        r.committed(q, order) - n,
					PerIteration: int64(len(q.groups))})
		}
	}
}

// committed returns how many groups were committed to a queue before the statement of an order runs at the
// stepper's time.
func (r *stepper) committed(q *queue, order int) int64 {
	n := int64(0)
	for _, g := range q.groups {
		end := r.time // the first time at which the group has not been committed
		if g.last().order < order {
			end++
		}
		if end = min(end, r.t.end); !r.t.dynamic {
			end = min(end, int64(g.stage)+r.t.trips)
		}
		n += max(0, end-int64(g.stage))
	}
	return n
}
