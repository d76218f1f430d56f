package sim

import (
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/gpu"
	taskop "github.com/inflight-compiler/inflight/dialect/task"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/timed"
)

// A run in Timed mode can record a graph of operations, for simulation on a described machine. The graph says
// which threads of control issue and await which, and what each of them computes and moves in between. It has
// no ticks of Timed mode.

var codeNoDevice = diag.Register("timed-device", "a program names a device that the machine does not have",
	"What belongs to a device lists its number in the description of a machine: \"devices\": [1]. A "+
		"machine without such lists has as many as a program names.")

// recording is the state of a machine that records a graph.
type recording struct {
	builder *timed.Builder
	sites   []siteWork
}

// siteWork is the work that one execution of an operation adds to its thread. The end of a block adds none.
type siteWork struct {
	kind     timed.WorkKind
	elements int64
}

func newRecording(b *timed.Builder, p *Program) *recording {
	if b == nil {
		return nil
	}
	r := &recording{builder: b, sites: make([]siteWork, len(p.sites))}
	for i := range r.sites {
		if op := p.sites[i].op; !op.Has(ir.Terminator) {
			r.sites[i].kind, r.sites[i].elements = timed.WorkOf(op)
		}
	}
	return r
}

// begin begins the record of the entry function.
func (r *recording) begin(fn *function) *timed.Thread {
	if r == nil {
		return nil
	}
	return r.builder.Main(fn.op, fn.name)
}

// holds records memory that exists before the run begins.
func (m *machine) holds(b *buffer, t *ir.MemRefType) {
	if m.recording == nil {
		return
	}
	b.memory = m.recording.builder.MemoryOf(nil, t, 0)
	m.recording.builder.Hold(b.memory, b.size)
}

// recordIssue begins the record of an issued thread.
func (t *thread) recordIssue(child *thread) {
	if t.record == nil {
		return
	}
	op := t.m.prog.sites[child.site].op
	child.record = t.record.Issue(op, timed.Label(op))
}

// execDevice sets the device for which the thread issues operations from now on. Results do not depend on it.
func execDevice(t *thread, in *instr) {
	if t.record == nil {
		return
	}
	device := int(int32(t.regs[in.a]))
	if !t.m.recording.builder.HasDevice(device) {
		t.fail(in, codeNoDevice, "the machine has no device %d", device)
		return
	}
	t.record.OnDevice(device)
}

// recordTurns returns the record of a queue of tasks.
func (t *thread) recordTurns(in *instr) *timed.Turns {
	if t.m.recording == nil {
		return nil
	}
	op := t.m.prog.sites[in.site].op
	return t.m.recording.builder.Turns(nameOf(op), op.StringAttr("engine"), taskop.Order(op),
		int(taskop.Depth(op)))
}

// nameOf returns the name of the first result of an operation or, if it has none, the operation's label.
func nameOf(op *ir.Op) string {
	if name := op.Result(0).Name(); name != "" {
		return name
	}
	return timed.Label(op)
}

// recordEnd ends the record of a thread. The record of a kernel's thread is that of the launch.
func (t *thread) recordEnd() timed.Done {
	if t.record == nil || t.kernel != nil {
		return nil
	}
	return t.record.End()
}

// recordTasks records that the thread has waited for tasks.
func (t *thread) recordTasks(ks tasks) {
	if t.record == nil {
		return
	}
	done := make([]timed.Done, len(ks))
	for i, k := range ks {
		done[i] = k.done
	}
	t.record.Await(done...)
}

// recordGroups records that the thread has waited for groups.
func (t *thread) recordGroups(gs []*group) {
	if t.record == nil {
		return
	}
	var done []timed.Done
	for _, g := range gs {
		for _, child := range g.threads {
			done = append(done, child.recordEnd())
		}
	}
	t.record.Await(done...)
}

// recordResolved returns the completion of a token that the thread has just resolved, for the waits for that
// token.
func (t *thread) recordResolved() timed.Done {
	if t.record == nil {
		return nil
	}
	return t.record.Now()
}

// recordLaunch begins the record of a kernel. It is the record of the thread itself if the thread was issued
// for the launch, else a new one.
func (t *thread) recordLaunch(in *instr, g *grid) {
	if t.record == nil {
		return
	}
	op := t.m.prog.sites[in.site].op
	g.record = t.record
	if t.record.Source() != op {
		g.record = t.record.Issue(op, timed.Label(op))
	}
	g.record.Kernel(g.size.count() * g.block.count())
}

// recordLaunched ends the record of a kernel.
func (t *thread) recordLaunched(g *grid) {
	if t.record != nil && g.record != t.record {
		t.record.Await(g.record.End())
	}
}

// recordStep records an executed operation.
func (t *thread) recordStep(site int32) {
	if w := &t.m.recording.sites[site]; w.elements > 0 {
		t.record.Count(w.kind, w.elements, 1)
	}
}

// recordRead and recordWrite record an access.
func (t *thread) recordRead(b *buffer, size int64) {
	if t.record != nil {
		t.record.Read(b, b.memory, b.size, size)
	}
}

func (t *thread) recordWrite(b *buffer, size int64) {
	if t.record != nil {
		t.record.Write(b, b.memory, b.size, size)
	}
}

// recordCopy records a copy between two memories, and stops the recording of its accesses. The result resumes
// that recording.
func (t *thread) recordCopy(from, to *view, elements int64) (restore func()) {
	r := t.record
	if r == nil || from.buf.memory == to.buf.memory {
		return func() {}
	}
	r.Move(from.buf.memory, to.buf.memory, elements*from.size)
	t.record = nil
	return func() { t.record = r }
}

// recordAlloc records an allocation. In an asynchronous allocation it belongs to the thread that is issued
// for it.
func (t *thread) recordAlloc(in *instr, b *buffer, typ *ir.MemRefType) {
	if t.record == nil {
		return
	}
	op := t.m.prog.sites[in.site].op
	b.memory = t.m.recording.builder.MemoryOf(op, typ, t.record.Device())
	if op.Is(gpu.Alloc) && op.AsyncToken() != nil {
		t.record.AllocNext(b.memory, b.size)
	} else {
		t.record.Alloc(b.memory, b.size)
	}
}

// recordFree records the end of an allocation. Shared memory of a block was never recorded.
func (t *thread) recordFree(b *buffer) {
	if t.record != nil && !b.shared {
		t.record.Free(b.memory, b.size)
	}
}
