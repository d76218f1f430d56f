package sim

import (
	"slices"

	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/sim/internal/hazard"
	"github.com/inflight-compiler/inflight/sim/internal/shadow"
	"github.com/inflight-compiler/inflight/value"
)

// The types of hazards in a result.
type (
	// Hazard is one kind of mistake at one pair of operations. Its fields describe the first occurrence.
	Hazard = hazard.Hazard
	// Access is one side of a hazard.
	Access = hazard.Access
	// Iteration is the value of one loop's induction variable.
	Iteration = hazard.Iteration
	// QueueState says which groups of a queue are in flight.
	QueueState = hazard.QueueState
)

// The numbers in reports of queues that have no number in programs: the queue of cp.async, and that of bulk
// copies from shared memory.
const (
	CpAsyncQueue = hazard.CpAsyncQueue
	BulkQueue    = hazard.BulkQueue
)

// WaitStat counts what the executions of one wait did.
type WaitStat struct {
	Op    *ir.Op
	Queue int64
	// Executed counts executions, Forced the executions that found a group to wait for, and Groups those
	// groups.
	Executed, Forced, Groups int64
	// MaxInFlight is the largest number of groups that were in flight when the wait was reached.
	MaxInFlight int
}

// Diagnostics returns the hazards as errors, one error for each cause. The error says how many more hazards
// have that cause.
func (r *Result) Diagnostics() diag.List { return hazard.Folded(r.Hazards) }

// AllDiagnostics returns all hazards as errors.
func (r *Result) AllDiagnostics() diag.List { return hazard.Each(r.Hazards) }

// Remarks returns the writes of equal values as remarks, one remark for each place and buffer. The remark
// says how many more such writes there are.
func (r *Result) Remarks() diag.List { return hazard.FoldedRemarks(r.EqualWrites) }

// AllRemarks returns all writes of equal values as remarks.
func (r *Result) AllRemarks() diag.List { return hazard.Each(r.EqualWrites) }

// Folded returns hazards as errors, one for each cause.
func Folded(list []Hazard) diag.List { return hazard.Folded(list) }

// hazards collects the hazards of one or several executions.
type hazards struct {
	hazard.Set
	ends []strandEnd
	// equal has the analyses of stores that write equal values. agreeable has, by site, whether a write may
	// be of a value that other threads write as well: 1 for yes, -1 for no, 0 if not known yet.
	equal     map[together]*analysis.EqualStores
	tasks     *together // see inTasks; nil before it is asked for
	agreeable []int8
}

// strandEnd is the end of a strand. It is checked after the run for operations in flight.
type strandEnd struct {
	strand *strand
	site   int32
}

// race reports that nothing orders x and y, two accesses to element g of a buffer. y takes place now.
func (t *thread) race(b *buffer, g int64, x, y shadow.Access) {
	first, second := x, y
	before, child := comesFirst(strandOf(x), x.At.Epoch, strandOf(y), y.At.Epoch)
	if !before {
		first, second = y, x
	}
	code := hazard.WAW
	switch {
	case t.agree(x, y):
		code = hazard.Equal
	case !first.Kind.Writes():
		code = hazard.WAR
	case !second.Kind.Writes():
		code = hazard.RAW
	}
	h, isNew := t.m.hazards.Count(hazard.Key{Code: code, First: first.Site, Second: second.Site})
	if !isNew {
		return
	}
	h.FirstAt, h.SecondAt = first, second
	setPlace(h, b, g<<b.shift, b.grain)
	status := momentOf(second).inFlight
	switch {
	case child != nil && child.kernel != nil:
		status = momentOf(second).within(child)
	case child != nil:
		status = child.issuedAt.inFlight
	}
	setStatus(h, status)
}

// within returns the groups in flight in a thread of a kernel, at the moment n or, if n is in an operation
// that the thread has issued, at the issue.
func (n *moment) within(thread *strand) *queueStatus {
	status := n.inFlight
	for s := n.strand; s != thread; s = s.parent {
		status = s.issuedAt.inFlight
	}
	return status
}

// setStatus sets the operations in flight of a hazard.
func setStatus(h *hazard.Found, q *queueStatus) {
	h.InFlight, h.Pending, h.Tasks = q.queues, q.pending, q.unknown()
}

// setPlace sets the buffer and the bytes of a hazard.
func setPlace(h *hazard.Found, b *buffer, addr, size int64) {
	h.Buffer = (&view{buf: b}).name()
	h.Bytes = [2]int64{addr, addr + size}
	h.Index = b.index(addr >> b.shift / max(b.lanes, 1))
}

// index returns the indices of element number n of the buffer, nil if the shape and the strides do not
// determine them.
func (b *buffer) index(n int64) []int64 {
	strides := b.strides
	if strides == nil {
		strides = value.RowMajor(b.shape)
	}
	n -= b.offset
	index := make([]int64, len(b.shape))
	for d, s := range strides {
		if s <= 0 || d > 0 && s > strides[d-1] || n < 0 {
			return nil
		}
		index[d], n = n/s, n%s
		if index[d] >= b.shape[d] {
			return nil
		}
	}
	if n != 0 {
		return nil
	}
	return index
}

// describe returns the description of an access for reports.
func (p *Program) describe(a shadow.Access) Access {
	if a.Site < 0 {
		return Access{Group: -1}
	}
	d := Access{Op: p.sites[a.Site].op, Write: a.Kind.Writes(), Free: a.Kind == shadow.Free,
		Alloc: a.Kind == shadow.Alloc, Group: -1}
	at := momentOf(a)
	if at == nil {
		return d
	}
	setThread(&d, at.strand)
	d.Iterations = at.iterations()
	for s := at.strand; s != nil; s = s.parent {
		switch {
		case s.thread != nil:
			d.Async, d.Issued = p.sites[s.thread.site].op, s.issuedAt.iterations()
			committed(&d, s)
			return d
		case s.fork != nil && d.Async == nil:
			d.Async, d.Issued = p.sites[s.issuedAt.place].op, s.issuedAt.iterations()
		}
	}
	return d
}

// setThread sets the thread of a kernel that a strand belongs to.
func setThread(a *Access, s *strand) {
	for ; s != nil; s = s.parent {
		if k := s.kernel; k != nil {
			var at []int64
			if k.block.grid.size.count() > 1 {
				at = slices.Clone(k.block.id[:])
			}
			a.SetThread(slices.Clone(k.id[:]), at, k.block, k.block.grid)
			return
		}
	}
}

// committed sets the group in which an asynchronous operation was committed.
func committed(a *Access, s *strand) {
	if s.group != nil {
		a.Queue, a.Group = s.group.queue.id, s.group.number
	}
}

// uninitialized reports a read of an element that nothing has written so far.
func (t *thread) uninitialized(in *instr, b *buffer, addr, size int64) {
	h, isNew := t.m.hazards.Count(hazard.Key{Code: hazard.Uninitialized, First: -1, Second: in.site})
	if !isNew {
		return
	}
	h.SecondAt = t.accessAt(in.site, shadow.Read)
	setPlace(h, b, addr, size)
	setStatus(h, momentOf(h.SecondAt).inFlight)
}

// reportInFlight reports the operations without a wait that access memory that outlives the run.
func (m *machine) reportInFlight() {
	for _, end := range m.hazards.ends {
		end.strand.unjoined(func(t *thread) {
			if !t.strand.touchesOutside() {
				return
			}
			h, isNew := m.hazards.Count(hazard.Key{Code: hazard.InFlight, First: end.site, Second: t.site})
			if !isNew {
				return
			}
			at := t.strand.issuedAt
			h.Issued, h.SecondAt.At = t.strand, &at.Moment
			setStatus(h, end.strand.inFlight())
		})
	}
	m.hazards.ends = nil
	m.reportTasks()
}

// reportTasks reports the tasks that access memory that outlives the run and that the entry function, where
// it returns, does not know to be complete.
func (m *machine) reportTasks() {
	if m.ended < 0 {
		return // the run was given up
	}
	slices.SortFunc(m.tasks, inProgramOrder)
	for _, s := range m.tasks {
		if s.ended(m.root.Clock) || !s.touchesOutside() {
			continue
		}
		if h, isNew := m.hazards.Count(
			hazard.Key{Code: hazard.InFlight, First: m.ended, Second: s.thread.site}); isNew {
			h.Issued, h.SecondAt.At = s, &s.issuedAt.Moment
			setStatus(h, m.root.inFlight())
		}
	}
}

// inProgramOrder compares strands by their order in the sequential program.
func inProgramOrder(x, y *strand) int {
	if x == y {
		return 0
	}
	if before, _ := comesFirst(x, 1, y, 1); before {
		return -1
	}
	return 1
}

// tell puts the hazards into a result and, apart from them, the remarks.
func (h *hazards) tell(p *Program, r *Result) {
	r.Hazards, r.EqualWrites = h.All(func(f *hazard.Found) {
		f.First, f.Second = p.describe(f.FirstAt), p.describe(f.SecondAt)
		if issued, ok := f.Issued.(*strand); ok {
			committed(&f.Second, issued)
			f.Task = issued.isTask()
		}
	})
}
