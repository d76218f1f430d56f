package tokengraph

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/dialect/pipeline"
	"github.com/inflight-compiler/inflight/dialect/scf"
	"github.com/inflight-compiler/inflight/ir"
)

// event is a step of a thread of control: a statement, a commit, a wait, or an operation whose steps are not
// known, such as a commit under a condition.
type event struct {
	kind    RowKind
	unknown bool
	op      *ir.Op
	label   string
	// queue is what a commit or wait is for; a statement has one, and queued set, if a commit takes what it
	// issues.
	queue  ir.Queue
	queued bool
	unit   string
	issues bool // the statement issues asynchronous operations
	empty  bool // the commit takes nothing that is issued in front of it
	first  int  // for a commit the index of the first event that it takes, its own if it takes none
	// count is how many groups a wait leaves in flight, -1 if that is not known. It tells which groups are
	// complete if it is 0 or groups complete in order.
	count int64
	order ir.CompletionOrder
}

// key identifies the row of an event.
type key struct {
	kind  RowKind
	queue ir.Queue
	label string
}

func (e *event) key() key {
	if e.kind == StatementRow {
		return key{label: e.label}
	}
	return key{kind: e.kind, queue: e.queue}
}

// maxUnrolled is the largest number of iterations of a loop beside the pipelined one, or in it, whose steps
// are listed.
const maxUnrolled = 16

// maxEvents is the largest number of events to which such loops may add.
const maxEvents = 1024

// steps lists the events of the operations of a block, from one to another; nil stands for the end.
func (r *reader) steps(from, to *ir.Op) []event {
	l := &listing{reader: r}
	for op := from; op != to; op = op.Next() {
		l.add(op)
	}
	l.flush()
	return l.events
}

// listing lists events. It gathers operations that only read, until one writes.
type listing struct {
	*reader
	events []event
	reads  []*ir.Op
}

func (l *listing) add(op *ir.Op) {
	e := op.QueueEffect()
	switch {
	case !l.active[op]:
		l.statement(op)
	case e.Kind == ir.QueueSubmit:
		l.statement(op)
		l.commit(op, e)
	case e.Kind == ir.QueueCommit:
		l.inside(op)
		l.commit(op, e)
	case e.Kind == ir.QueueWait:
		l.flush()
		l.events = append(l.events, event{kind: WaitRow, op: op, label: "wait for " + queueName(e.Queue),
			queue: e.Queue, order: e.Order, count: l.countOf(op, e)})
		l.inside(op)
	case analysis.RunsOnce(op):
		l.inside(op)
	default:
		l.repeat(op)
	}
}

// inside lists what an operation executes in its regions.
func (l *listing) inside(op *ir.Op) {
	l.flush()
	for _, region := range op.Regions() {
		for _, b := range region.Blocks() {
			for inner := range b.Ops() {
				l.add(inner)
			}
		}
	}
	l.flush()
}

// repeat lists the iterations of a loop that has a small constant number of them.
func (l *listing) repeat(op *ir.Op) {
	l.flush()
	if n, ok := l.sizes.Trips(op); ok && isFor(op) && n <= maxUnrolled && len(l.events) <= maxEvents {
		for range n {
			l.inside(op)
		}
		return
	}
	l.events = append(l.events, event{unknown: true, op: op})
}

// countOf returns how many groups a wait leaves in flight, -1 if that is not known. For a wait for a token it
// is how many were committed behind the token's, if they are equally many on all paths.
func (l *listing) countOf(op *ir.Op, e ir.QueueEffect) int64 {
	switch {
	case e.Dynamic != nil:
		return -1
	case e.Token == nil:
		return e.Count
	}
	token := l.facts.TokenAt(e.Token, op)
	if q, n, ok := token.Count(); ok && q == e.Queue && token.Ages[0].Max == n {
		return n
	}
	return -1
}

// commit adds a commit of what was issued since the last one of its unit.
func (l *listing) commit(op *ir.Op, e ir.QueueEffect) {
	l.flush()
	c := event{kind: CommitRow, op: op, label: "commit to " + queueName(e.Queue), queue: e.Queue,
		queued: true,
		unit:   e.Unit, first: len(l.events), order: e.Order}
	for i := len(l.events) - 1; i >= 0; i-- {
		at := &l.events[i]
		if at.unknown || at.kind == CommitRow && at.unit == e.Unit {
			break
		}
		if at.kind == StatementRow && at.issues && at.unit == e.Unit && !at.queued {
			at.queue, at.queued, c.first = e.Queue, true, i
		}
	}
	c.empty = c.first == len(l.events)
	l.events = append(l.events, c)
}

// statement adds an operation that neither commits nor waits.
func (l *listing) statement(op *ir.Op) {
	s := event{op: op, issues: l.issues[op]}
	reads, writes := l.buffers(op)
	switch {
	case s.issues:
		s.unit = unitOf(op)
		s.label = strings.Join(append([]string{"fill"}, writes...), " ")
	case op.Is(pipeline.Block) && op.StringAttr(pipeline.NameAttr) != "":
		s.label = op.StringAttr(pipeline.NameAttr)
	case len(writes) > 0 || op.Def().Callee != nil:
		_, name, _ := strings.Cut(writerOf(op).Name(), ".")
		s.label = strings.Join(append([]string{name}, writes...), " ")
	case len(reads) > 0:
		l.reads = append(l.reads, op)
		return
	default:
		return
	}
	l.reads = nil
	if n := len(l.events); n > 0 && s.issues && l.events[n-1].label == s.label && !l.events[n-1].queued {
		return
	}
	l.events = append(l.events, s)
}

// writerOf returns the operation that names a statement: under a condition that which writes, else its own.
func writerOf(op *ir.Op) *ir.Op {
	if !op.Is(scf.If) {
		return op
	}
	for inner := range op.Walk() {
		if inner != op && !inner.Is(scf.If) && (isFor(inner) || writes(inner)) {
			return inner
		}
	}
	return op
}

func writes(op *ir.Op) bool {
	found := false
	if op.Def().Effects != nil {
		op.Def().Effects(op, func(e ir.Effect) { found = found || e.Kind == ir.Write && e.Value != nil })
	}
	return found
}

// flush adds the operations behind which nothing writes as one statement.
func (l *listing) flush() {
	if len(l.reads) == 0 {
		return
	}
	words := []string{"read"}
	for _, op := range l.reads {
		reads, _ := l.buffers(op)
		for _, name := range reads {
			if !slices.Contains(words, name) {
				words = append(words, name)
			}
		}
	}
	l.events = append(l.events, event{op: l.reads[0], label: strings.Join(words, " ")})
	l.reads = nil
}

// unitOf returns the unit of the first asynchronous operation that op is or contains.
func unitOf(op *ir.Op) string {
	for inner := range op.Walk() {
		if e := inner.QueueEffect(); e.Kind == ir.QueueIssue || e.Kind == ir.QueueSubmit {
			return e.Unit
		}
	}
	return ""
}

// buffers returns the names of the buffers that op reads and writes. Memory that is allocated in op does not
// count.
func (l *listing) buffers(op *ir.Op) (reads, writes []string) {
	read, written := analysis.Accessed(op, func(v *ir.Value) *ir.Value { return cmp.Or(l.sizes.Root(v), v) })
	return namesOutside(op, read), namesOutside(op, written)
}

// namesOutside returns the names of the values that op does not define, each once.
func namesOutside(op *ir.Op, values []*ir.Value) (names []string) {
	for _, v := range values {
		own := v.DefiningOp() != nil && op.IsAncestorOf(v.DefiningOp())
		if name := v.Name(); name != "" && !own && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

func queueName(q ir.Queue) string {
	if q.Engine != "" {
		return q.Engine
	}
	return fmt.Sprintf("queue %d", q.Number)
}
