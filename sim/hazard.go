package sim

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/sim/internal/shadow"
	"github.com/inflight-compiler/inflight/value"
)

// Hazard is one kind of mistake at one pair of operations, in its first occurrence.
type Hazard struct {
	Code diag.Code
	// First and Second are the two accesses in the order of the sequential program. For reads of unwritten
	// elements and for operations in flight at the end there is only Second: the read, or the operation.
	First, Second Access
	// Buffer names the memory and Index the element, nil where that is not known; Bytes is the range [from,
	// to) in the buffer.
	Buffer string
	Index  []int64
	Bytes  [2]int64
	// InFlight tells which groups no wait had forced yet when the second access took place, as the thread of
	// control that is to order the two accesses sees it; Pending how many operations were issued and not
	// committed. Tasks is the number of tasks that it issued and does not know complete.
	InFlight []QueueState
	Pending  int
	Tasks    int
	// Count is the number of occurrences, in Exhaustive mode the largest number in one schedule.
	Count int64

	issued        *strand       // of an operation in flight at the end
	first, second shadow.Access // what First and Second are made of when everything has run
	run, inRun    int64         // the last run it occurred in, and how often
}

// Access is one side of a hazard.
type Access struct {
	Op *ir.Op
	// Write tells a write from a read; Free is the end of the buffer's life.
	Write, Free bool
	// Alloc is the beginning of the buffer's life, which a token guards.
	Alloc bool
	// Thread and Block are the places of the thread of a kernel that the access is by, along x, y and z;
	// Thread is nil outside of kernels, and Block in a grid of one block.
	Thread, Block []int64
	block         *block // that one
	// Iterations holds the values of the loops around the access, outermost first.
	Iterations []Iteration
	// Async is the asynchronous operation, kernel or parallel loop that the access is in, nil for the entry
	// function itself, and Issued the iterations of the loops around its issue. Queue and Group tell where it
	// was committed; Group is -1 if it was not.
	Async  *ir.Op
	Issued []Iteration
	Queue  int64
	Group  int
}

// Iteration is the value of one loop's induction variable.
type Iteration struct {
	Name  string
	Value int64
}

// QueueState says which groups of a queue are in flight: those numbered First to Last, counted from 0. Queue
// -1 holds the transfers of dma_start, of which some in between may have completed; CpAsyncQueue is that of
// cp.async, and BulkQueue that of bulk copies.
type QueueState struct {
	Queue       int64
	First, Last int
}

// WaitStat says what the executions of one wait did.
type WaitStat struct {
	Op    *ir.Op
	Queue int64
	// Executed counts executions, Forced those that found a group to wait for, and Groups those groups.
	Executed, Forced, Groups int64
	// MaxInFlight is the largest number of groups that were in flight when the wait was reached.
	MaxInFlight int
}

// hazards collects what is wrong, over one or several executions.
type hazards struct {
	found map[hazardKey]*Hazard
	ends  []strandEnd
	run   int64
	// equal answers which stores write equal values, and agreeable, by site, whether a write may be of a
	// value that other threads write as well: 0 if that was not asked.
	equal     map[together]*analysis.EqualStores
	tasks     *together // see inTasks; nil before it is asked for
	agreeable []int8
}

type hazardKey struct {
	code          diag.Code
	first, second int32
}

// strandEnd is the end of a thread of control, to be judged when everything has run.
type strandEnd struct {
	strand *strand
	site   int32
}

func newHazards() *hazards { return &hazards{found: map[hazardKey]*Hazard{}} }

// count returns the hazard under a key, counting the occurrence, and whether it is new.
func (h *hazards) count(key hazardKey) (*Hazard, bool) {
	z := h.found[key]
	isNew := z == nil
	if isNew {
		z = &Hazard{Code: key.code, first: shadow.Access{Site: key.first},
			second: shadow.Access{Site: key.second}}
		h.found[key] = z
	}
	if z.run != h.run {
		z.run, z.inRun = h.run, 0
	}
	z.inRun++
	z.Count = max(z.Count, z.inRun)
	return z, isNew
}

// race reports that nothing orders x and the access y that is taking place, on element g of a buffer.
func (t *thread) race(b *buffer, g int64, x, y shadow.Access) {
	first, second := x, y
	before, child := comesFirst(strandOf(x), x.At.Epoch, strandOf(y), y.At.Epoch)
	if !before {
		first, second = y, x
	}
	code := codeWAW
	switch {
	case t.agree(x, y):
		code = codeEqual
	case !first.Kind.Writes():
		code = codeWAR
	case !second.Kind.Writes():
		code = codeRAW
	}
	h, isNew := t.m.hazards.count(hazardKey{code, first.Site, second.Site})
	if !isNew {
		return
	}
	h.first, h.second = first, second
	h.place(b, g<<b.shift, b.grain)
	status := momentOf(second).inFlight
	switch {
	case child != nil && child.kernel != nil:
		status = momentOf(second).within(child)
	case child != nil:
		status = child.issuedAt.inFlight
	}
	h.status(status)
}

// within returns what was in flight in a thread of a kernel where it, or what it has issued, came to a
// moment.
func (n *moment) within(thread *strand) *queueStatus {
	status := n.inFlight
	for s := n.strand; s != thread; s = s.parent {
		status = s.issuedAt.inFlight
	}
	return status
}

// status sets what is in flight.
func (h *Hazard) status(q *queueStatus) {
	h.InFlight, h.Pending, h.Tasks = q.queues, q.pending, q.unknown()
}

// place sets which bytes of which buffer are concerned.
func (h *Hazard) place(b *buffer, addr, size int64) {
	h.Buffer = (&view{buf: b}).name()
	h.Bytes = [2]int64{addr, addr + size}
	h.Index = b.index(addr >> b.shift / max(b.lanes, 1))
}

// index returns the indices of element number n of the buffer, nil if it has no simple place in the shape.
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

// describe tells about an access what reports say.
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
	d.inThread(at.strand)
	d.Iterations = at.iterations()
	for s := at.strand; s != nil; s = s.parent {
		switch {
		case s.thread != nil:
			d.Async, d.Issued = p.sites[s.thread.site].op, s.issuedAt.iterations()
			d.committed(s)
			return d
		case s.fork != nil && d.Async == nil:
			d.Async, d.Issued = p.sites[s.issuedAt.place].op, s.issuedAt.iterations()
		}
	}
	return d
}

// inThread sets which thread of a kernel a strand belongs to.
func (a *Access) inThread(s *strand) {
	for ; s != nil; s = s.parent {
		if k := s.kernel; k != nil {
			a.Thread, a.block = slices.Clone(k.id[:]), k.block
			if k.block.grid.size.count() > 1 {
				a.Block = slices.Clone(k.block.id[:])
			}
			return
		}
	}
}

// committed sets the group that an asynchronous operation was committed in.
func (a *Access) committed(s *strand) {
	if s.group != nil {
		a.Queue, a.Group = s.group.queue.id, s.group.number
	}
}

// uninitialized reports a read of an element that nothing has written so far.
func (t *thread) uninitialized(in *instr, b *buffer, addr, size int64) {
	h, isNew := t.m.hazards.count(hazardKey{codeUninitialized, -1, in.site})
	if !isNew {
		return
	}
	h.second = t.accessAt(in.site, shadow.Read)
	h.place(b, addr, size)
	h.status(momentOf(h.second).inFlight)
}

// reportInFlight reports the operations that nothing waited for though they touch memory that lives on.
func (m *machine) reportInFlight() {
	for _, end := range m.hazards.ends {
		end.strand.unjoined(func(t *thread) {
			if !t.strand.touchesOutside() {
				return
			}
			h, isNew := m.hazards.count(hazardKey{codeInFlight, end.site, t.site})
			if !isNew {
				return
			}
			at := t.strand.issuedAt
			h.issued, h.second.At = t.strand, &at.Moment
			h.status(end.strand.inFlight())
		})
	}
	m.hazards.ends = nil
	m.reportTasks()
}

// reportTasks reports the tasks that the entry function does not know complete where it returns, though they
// touch memory that lives on.
func (m *machine) reportTasks() {
	if m.ended < 0 {
		return // the run was given up
	}
	slices.SortFunc(m.tasks, inProgramOrder)
	for _, s := range m.tasks {
		if s.ended(m.root.Clock) || !s.touchesOutside() {
			continue
		}
		if h, isNew := m.hazards.count(hazardKey{codeInFlight, m.ended, s.thread.site}); isNew {
			h.issued, h.second.At = s, &s.issuedAt.Moment
			h.status(m.root.inFlight())
		}
	}
}

// inProgramOrder compares strands by where the sequential program runs them.
func inProgramOrder(x, y *strand) int {
	if x == y {
		return 0
	}
	if before, _ := comesFirst(x, 1, y, 1); before {
		return -1
	}
	return 1
}

// tell puts what was found into a result: hazards, and apart from them remarks.
func (h *hazards) tell(p *Program, r *Result) {
	r.Hazards, r.EqualWrites = nil, nil
	for _, z := range h.sorted(p) {
		if z.Code == codeEqual {
			r.EqualWrites = append(r.EqualWrites, z)
		} else {
			r.Hazards = append(r.Hazards, z)
		}
	}
}

// sorted returns what was found in the order of the program. Reads of unwritten elements that a race with the
// write explains are left out: they show only in schedules where the write comes late.
func (h *hazards) sorted(p *Program) []Hazard {
	explained := map[int32]bool{}
	for key := range h.found {
		if key.code == codeRAW {
			explained[key.second] = true
		}
	}
	var all []Hazard
	for key, z := range h.found {
		if key.code == codeUninitialized && explained[key.second] {
			continue
		}
		z.First, z.Second = p.describe(z.first), p.describe(z.second)
		if z.issued != nil {
			z.Second.committed(z.issued)
		}
		all = append(all, *z)
	}
	slices.SortFunc(all, func(a, b Hazard) int {
		return cmp.Or(cmp.Compare(a.second.Site, b.second.Site), cmp.Compare(a.first.Site, b.first.Site),
			strings.Compare(string(a.Code), string(b.Code)))
	})
	return all
}

// ---- text ----

// Diagnostic returns the hazard as a diagnostic at the second access.
func (h Hazard) Diagnostic() *diag.Diagnostic {
	switch h.Code {
	case codeUninitialized:
		return h.uninitializedDiagnostic()
	case codeInFlight:
		return h.inFlightDiagnostic()
	case codeEqual:
		return h.equalDiagnostic()
	}
	d := h.Second.Op.Errorf(h.Code, "%s %s%s, but nothing orders this after the %s by '%s'%s",
		h.Second.does(), h.element(),
		h.Second.where(), h.First.noun(), h.First.Op.Name(), h.First.where())
	h.Second.noteIssue(d, "the "+h.Second.noun())
	d.Note(h.First.Op.Span(), "the %s takes place here", h.First.noun())
	h.First.noteIssue(d, "the "+h.First.noun())
	h.noteThreads(d)
	return h.common(d)
}

// noteThreads says what orders threads of a block.
func (h Hazard) noteThreads(d *diag.Diagnostic) {
	x, y := h.First.block, h.Second.block
	switch {
	case h.First.Async != nil && h.First.Async.Name() == "nvgpu.tma.async.load" &&
		h.First.Async != h.Second.Async:
		d.Note(diag.Span{},
			"a wait for the phase of the barrier that counts its bytes orders what follows after the load")
	case x == nil || y == nil || x.grid != y.grid || x == y && slices.Equal(h.First.Thread, h.Second.Thread):
	case x != y:
		d.Note(diag.Span{}, "nothing orders two blocks of a grid")
	case h.First.Group >= 0:
		d.Note(diag.Span{},
			"a wait covers the groups of its own thread; a barrier after it orders what other threads do "+
				"next")
	default:
		d.Note(diag.Span{}, "a barrier between the two would order them")
	}
}

func (h Hazard) uninitializedDiagnostic() *diag.Diagnostic {
	d := h.Second.Op.Errorf(h.Code, "%s %s%s, which nothing has written", h.Second.does(), h.element(),
		h.Second.where())
	h.Second.noteIssue(d, "the read")
	return h.common(d)
}

// equalDiagnostic returns a remark on equal values.
func (h Hazard) equalDiagnostic() *diag.Diagnostic {
	d := diag.Remarkf(codeEqual, h.Second.Op.Span(),
		"%s %s%s, the value that '%s' writes there%s, and nothing orders the two", h.Second.does(),
		h.element(), h.Second.where(), h.First.Op.Name(), h.First.where())
	d.Note(h.First.Op.Span(), "the other write takes place here")
	if h.Count > 1 {
		d.Note(diag.Span{}, "this happens %d times; the first is shown", h.Count)
	}
	return d
}

func (h Hazard) inFlightDiagnostic() *diag.Diagnostic {
	what := "it was never committed"
	switch {
	case h.issued != nil && h.issued.isTask():
		what = "what the program awaits does not include it"
	case h.Second.Group >= 0 && h.Second.Queue == dmaQueue:
		what = "no wait for its tag follows"
	case h.Second.Group >= 0:
		what = fmt.Sprintf("it is in group %d of %s", h.Second.Group, queueName(h.Second.Queue))
	}
	issued := inIterations(h.Second.Iterations)
	if issued != "" {
		issued = " issued" + issued
	}
	d := h.Second.Op.Errorf(h.Code, "the asynchronous operation%s is still in flight at the end; %s", issued,
		what)
	d.Note(h.First.Op.Span(), "this ends what issued it")
	return h.common(d)
}

// common adds what every report tells.
func (h Hazard) common(d *diag.Diagnostic) *diag.Diagnostic {
	if h.Bytes[1] > 0 {
		d.Note(diag.Span{}, "bytes %d to %d of %s; in flight at that moment: %s",
			h.Bytes[0], h.Bytes[1]-1, h.Buffer, h.inFlightText())
	} else {
		d.Note(diag.Span{}, "in flight at that moment: %s", h.inFlightText())
	}
	if h.Count > 1 {
		d.Note(diag.Span{}, "this happens %d times; the first is shown", h.Count)
	}
	return d
}

func (h Hazard) inFlightText() string {
	var parts []string
	for _, q := range h.InFlight {
		if q.Queue == dmaQueue {
			parts = append(parts, fmt.Sprintf("transfers %d to %d", q.First, q.Last))
		} else if q.First == q.Last {
			parts = append(parts, fmt.Sprintf("group %d of %s", q.First, queueName(q.Queue)))
		} else {
			parts = append(parts, fmt.Sprintf("groups %d to %d of %s", q.First, q.Last, queueName(q.Queue)))
		}
	}
	if h.Tasks > 0 {
		parts = append(parts, plural(int64(h.Tasks), "task"))
	}
	if h.Pending > 0 {
		parts = append(parts, fmt.Sprintf("%d issued and not committed", h.Pending))
	}
	if parts == nil {
		return "nothing"
	}
	return strings.Join(parts, ", ")
}

// element prints the memory accessed, such as %B[1, 2].
func (h Hazard) element() string {
	if h.Index == nil || h.Second.Free {
		return h.Buffer
	}
	parts := make([]string, len(h.Index))
	for i, n := range h.Index {
		parts[i] = fmt.Sprint(n)
	}
	return h.Buffer + "[" + strings.Join(parts, ", ") + "]"
}

func (a Access) does() string {
	switch {
	case a.Free:
		return "'" + a.Op.Name() + "' frees"
	case a.Alloc:
		return "'" + a.Op.Name() + "' allocates"
	case a.Write:
		return "'" + a.Op.Name() + "' writes"
	}
	return "'" + a.Op.Name() + "' reads"
}

func (a Access) noun() string {
	switch {
	case a.Free:
		return "deallocation"
	case a.Alloc:
		return "allocation"
	case a.Write:
		return "write"
	}
	return "read"
}

// where says in which iteration and group an access is, for the middle of a sentence.
func (a Access) where() string {
	at := a.byThread() + inIterations(a.Iterations)
	switch {
	case a.Group < 0:
		return at
	case a.Queue == dmaQueue:
		return fmt.Sprintf("%s (transfer %d)", at, a.Group)
	}
	return fmt.Sprintf("%s (group %d of %s)", at, a.Group, queueName(a.Queue))
}

// byThread returns " in thread (3, 0, 0)", or "" outside of kernels.
func (a Access) byThread() string {
	switch {
	case a.Thread == nil:
		return ""
	case a.Block == nil:
		return " in thread " + extents(a.Thread).String()
	}
	return " in thread " + extents(a.Thread).String() + " of block " + extents(a.Block).String()
}

// noteIssue adds which asynchronous operation the access belongs to, where the source does not show it.
func (a Access) noteIssue(d *diag.Diagnostic, what string) {
	if a.Async == nil || a.Async.IsAncestorOf(a.Op) {
		return
	}
	kind := "the asynchronous operation"
	switch name := a.Async.Name(); {
	case strings.HasPrefix(name, "gpu.launch"):
		kind = "the kernel"
	case strings.HasPrefix(name, "scf.") || strings.HasPrefix(name, "affine."):
		kind = "the parallel loop"
	}
	d.Note(a.Async.Span(), "%s is part of %s here%s", what, kind, inIterations(a.Issued))
}

// inIterations returns " in iteration i = 3, j = 0", or "" without loops.
func inIterations(its []Iteration) string {
	if len(its) == 0 {
		return ""
	}
	return " in iteration " + iterationsText(its)
}
