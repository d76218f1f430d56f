package sim

import (
	"context"
	"fmt"
	"runtime/debug"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/interrupt"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/printed"
	"github.com/inflight-compiler/inflight/sim/internal/happens"
	"github.com/inflight-compiler/inflight/sim/internal/hazard"
	"github.com/inflight-compiler/inflight/sim/internal/shadow"
	"github.com/inflight-compiler/inflight/value"
)

// chunk is the number of steps between checks of limits, cancellation and progress.
const chunk = 1 << 14

// machine is the state of one execution of a program.
type machine struct {
	prog     *Program
	ctx      context.Context
	limits   Limits
	costs    Costs
	mode     Mode
	trace    bool
	report   func(steps int64) // reports progress
	executor Executor          // of delegated operations
	sched    scheduler
	hazards  *hazards // nil without a search for hazards

	root   *strand
	err    *diag.Diagnostic
	steps  int64
	memory int64
	// unjoined counts the descendants of the root strand that are not known to be complete. Tasks count even
	// if they are known to be complete.
	unjoined int
	numbers  happens.Counter  // numbers of strands in clocks
	tasks    []*strand        // tasks that the root may not know to be complete, if hazards are searched for
	events   map[string]*task // events from outside that the program has imported, by name
	failures []*task          // tasks whose own assertion failed
	handled  bool             // whether the program has handled an error: async.runtime.is_error
	held     []*references    // references to all objects of the runtime, in programs that count them
	ended    int32            // the site at which the entry function returned, -1 before
	leaked   []*thread        // operations that no wait has completed
	globals  map[string]*buffer
	args     int
	buffers  []*buffer // all buffers, for the hash of a state; in Exhaustive mode only
	results  []value.Value
	waits    map[int32]*WaitStat
	timing   *timing
	output   *printed.Output // nil if printed text is dropped
	lines    []*printed.Line // lines of all threads that have printed
	random   printed.Generators

	recording *recording // nil if no graph is recorded
}

// scheduler decides when asynchronous operations run.
type scheduler interface {
	// issued receives a new operation.
	issued(t, child *thread)
	// committed receives a new group.
	committed(t *thread, g *group)
	// enlist receives a new thread of a kernel.
	enlist(t *thread)
	// drive runs all threads of the machine to their end.
	drive(m *machine, main *thread)
}

// newMachine returns a machine ready to run, with its main thread.
func newMachine(ctx context.Context, p *Program, cfg Config, args []value.Value, hz *hazards) (*machine,
	*thread, error) {
	m := &machine{
		prog: p, ctx: ctx, limits: cfg.Limits.withDefaults(), costs: cfg.Costs, mode: cfg.Mode,
		trace:  cfg.Trace,
		report: cfg.Progress, executor: cfg.Executor, output: cfg.Output, globals: map[string]*buffer{},
		waits: map[int32]*WaitStat{}, hazards: hz, ended: -1,
	}
	if cfg.Mode == Timed {
		m.recording = newRecording(cfg.Graph, p)
	}
	if m.costs.isZero() {
		m.costs = DefaultCosts()
	}
	m.root = newStrand()
	t := &thread{m: m, strand: m.root, tracked: hz != nil, record: m.recording.begin(p.entry)}
	if err := m.bind(t, args); err != nil {
		return nil, nil, err
	}
	return m, t, nil
}

// stop ends the run with an error. If there are several errors, the first one is kept.
func (m *machine) stop(d *diag.Diagnostic) {
	if m.err == nil {
		m.err = d
	}
}

// finish runs a thread until it is done, blocks or polls, or until the machine stops.
func (m *machine) finish(t *thread) {
	t.polls = false
	for t.status == running && m.err == nil && !t.polls {
		if m.timing != nil {
			m.spend(t, t.runTimed(chunk))
		} else {
			m.spend(t, t.run(chunk))
		}
	}
	t.halt()
}

// spend counts executed steps and stops the machine at its limits.
func (m *machine) spend(t *thread, n int) {
	before := m.steps
	m.steps += int64(n)
	if m.steps > m.limits.Steps {
		m.stop(m.outOfSteps(t))
	}
	if before/chunk == m.steps/chunk {
		return
	}
	if why := interrupt.Error(m.ctx); why != nil {
		m.stop(why)
	}
	if m.report != nil {
		m.report(m.steps)
	}
}

// span returns the place of the instruction that the thread is executing.
func (t *thread) span() diag.Span {
	pc := min(t.pc, len(t.code)-1)
	return t.m.prog.sites[t.code[pc].site].span()
}

// outOfSteps returns the error about a program that has not ended at the limit of steps. If an asynchronous
// operation is running, the error names it and, if there is one, the wait for its group.
func (m *machine) outOfSteps(t *thread) *diag.Diagnostic {
	d := diag.Errorf(codeSteps, t.span(), "the program has not ended after %d steps", m.limits.Steps)
	if !t.async {
		return d
	}
	if g, site := t.strand.group, m.waitSite(t); g != nil && site >= 0 {
		d = diag.Errorf(codeStuckWait, m.prog.sites[site].span(),
			"group %d of %s has not completed after %d steps",
			g.number, hazard.QueueName(g.queue.id), m.limits.Steps)
	}
	if t.kernel != nil && t.strand.thread == nil {
		return d.Note(m.prog.sites[t.site].span(), "%v of the kernel launched here does not end", t.kernel)
	}
	return d.Note(m.prog.sites[t.site].span(), "the asynchronous operation issued here does not end")
}

// waitSite returns the site of the wait that the thread which issued t executes, -1 if that thread executes
// no wait.
func (m *machine) waitSite(t *thread) int32 {
	var threads []*thread
	switch s := m.sched.(type) {
	case *shuffled:
		threads = s.threads
	case *lazy:
		threads = s.stack
	}
	for _, u := range threads {
		if u.status == blocked && u.strand == t.strand.parent {
			return u.code[u.pc].site
		}
	}
	return -1
}

// endStrand records the operations that a strand leaves in flight at its end.
func (m *machine) endStrand(t *thread, in *instr) {
	before := len(m.leaked)
	t.strand.unjoined(func(child *thread) { m.leaked = append(m.leaked, child) })
	if m.hazards != nil && len(m.leaked) > before {
		m.hazards.ends = append(m.hazards.ends, strandEnd{t.strand, in.site})
	}
}

// execute runs the machine to its end.
func (m *machine) execute(main *thread) {
	m.sched.drive(m, main)
	for _, l := range m.lines {
		l.Flush() // flush the lines that are not complete
	}
	m.reportFailures()
	m.reportHeld()
	if m.err == nil && m.hazards != nil {
		m.reportInFlight()
	}
}

// alloc allocates memory for elements of lanes scalars, of grain bytes each. If unwritten is set, the memory
// records which elements were written.
func (m *machine) alloc(t *thread, in *instr, shape []int64, grain, lanes int64, unwritten bool) *buffer {
	n := lanes
	for d, extent := range shape {
		if extent < 0 {
			t.fail(in, codeNegativeSize, "dimension %d has the negative extent %d", d, extent)
			return nil
		}
		if extent > 0 && n > m.limits.Memory/extent {
			n = m.limits.Memory + 1
			break
		}
		n *= extent
	}
	if !m.reserve(t, in, n, grain) {
		return nil
	}
	t.strand.allocs++
	b := &buffer{
		shape: shape, grain: grain, shift: shiftOf(grain), lanes: lanes, data: make([]byte, n*grain),
		size: n * grain,
		key:  mix(^t.strand.key, t.strand.allocs),
	}
	m.add(b)
	if unwritten {
		m.fill(t, b.data, &ones)
		if m.hazards != nil {
			b.written = shadow.NewWritten(n)
		}
	}
	return b
}

// add keeps a buffer for the hash of states.
func (m *machine) add(b *buffer) {
	if m.mode == Exhaustive {
		m.buffers = append(m.buffers, b)
	}
}

// reserve counts n times size bytes of memory. If they exceed the limit, it stops the machine and returns
// false.
func (m *machine) reserve(t *thread, in *instr, n, size int64) bool {
	if n > (m.limits.Memory-m.memory)/max(size, 1) {
		t.fail(in, codeMemory, "more than %d bytes are in use", m.limits.Memory)
		return false
	}
	m.memory += n * size
	return true
}

// ones is the contents of memory that nothing has written.
var ones = *newSplat(^uint64(0), 8)

// stepBytes is the number of bytes that count as a step. pieceBytes is the number of bytes that are filled
// between checks of the limits.
const (
	stepBytes  = 512
	pieceBytes = 1 << 22
)

// fill fills memory in pieces, which count as steps, until the machine stops. The thread is nil before the
// run begins.
func (m *machine) fill(t *thread, data []byte, with *splat) {
	for len(data) > 0 && m.err == nil {
		piece := data[:min(len(data), pieceBytes)]
		data = data[len(piece):]
		for n := copy(piece, with[:]); n < len(piece); n *= 2 {
			copy(piece[n:], piece[:n])
		}
		if steps := len(piece) / stepBytes; steps > 0 && t != nil {
			m.spend(t, steps)
		}
	}
	if m.err != nil && t != nil {
		t.halt()
	}
}

// waited counts an execution of a wait.
func (m *machine) waited(in *instr, q *queue, forced []*group) {
	w := m.waits[in.site]
	if w == nil {
		w = &WaitStat{Op: m.prog.sites[in.site].op, Queue: q.id}
		m.waits[in.site] = w
	}
	w.Executed++
	w.MaxInFlight = max(w.MaxInFlight, len(q.inFlight))
	if len(forced) > 0 {
		w.Forced++
		w.Groups += int64(len(forced))
	}
}

// guard turns a panic, which is a mistake of the simulator, into a diagnostic.
func guard(at *ir.Op, err *error) {
	if r := recover(); r != nil {
		d := at.Errorf(codeInternal, "the simulator failed: %v", r)
		d.Note(diag.Span{}, "%s", debug.Stack())
		*err = d
	}
}

// bind gives the entry function its arguments, and the machine its globals.
func (m *machine) bind(t *thread, args []value.Value) error {
	fn := m.prog.entry
	if len(args) != len(fn.types.Inputs) {
		return value.SignatureOf(fn.op).Check(codeArguments, fn.op.Span(), args, nil)
	}
	regs, mems := append([]uint64(nil), fn.regs...), make([]*view, fn.numMems)
	for i, a := range args {
		if err := checkArgument(a, fn.types.Inputs[i], args[:i]); err != nil {
			return fn.op.Errorf(codeArguments, "argument '%s' of '@%s': %v",
				value.SignatureOf(fn.op).Names[i], fn.name, err)
		}
		if a.Buffer == nil {
			width, _ := value.BitWidth(a.Type)
			regs[fn.args[i]] = a.Bits & value.Mask(width)
			continue
		}
		name := valueName(fn.op.Region(0).Entry().Arg(i), fmt.Sprintf("argument #%d", i))
		mems[fn.args[i]] = m.argument(a.Buffer, name)
	}
	if m.memory > m.limits.Memory {
		return fn.op.Errorf(codeMemory, "more than %d bytes are in use: the arguments have %d",
			m.limits.Memory, m.memory).
			Suggest("raise the limit if the program should have more")
	}
	t.enter(fn, 0, regs, mems)
	return m.makeGlobals()
}

// argument returns the view of a buffer of the caller.
func (m *machine) argument(a *value.Buffer, name string) *view {
	grain, lanes := grainOf(a.Type.Elem)
	b := &buffer{
		data: a.Data, size: int64(len(a.Data)), grain: grain, shift: shiftOf(grain), lanes: lanes,
		shape: a.Shape, strides: a.Strides, offset: a.Offset,
		name: name, outlives: true, fixed: true, key: mix(2, uint64(m.args)),
	}
	m.args++
	m.memory += b.size
	m.holds(b, a.Type)
	m.add(b)
	return &view{buf: b, size: grain * lanes, offset: a.Offset, sizes: a.Shape, strides: a.Strides}
}

// checkArgument returns an error if a value cannot be an argument of a type.
func checkArgument(a value.Value, typ ir.Type, before []value.Value) error {
	m, ok := typ.(*ir.MemRefType)
	if !ok {
		if a.Type != typ || a.Buffer != nil {
			return fmt.Errorf("expected a value of type %v, but got %v", typ, a.Type)
		}
		return nil
	}
	b := a.Buffer
	if b == nil {
		return fmt.Errorf("expected memory for %v", typ)
	}
	if b.Type.Elem != m.Elem {
		return fmt.Errorf("expected elements of type %v, but got %v", m.Elem, b.Type.Elem)
	}
	if m.Ranked && len(b.Shape) != len(m.Shape) {
		return fmt.Errorf("expected %v, but got rank %d", typ, len(b.Shape))
	}
	for d := range m.Shape {
		if m.Shape[d] != ir.Dynamic && m.Shape[d] != b.Shape[d] {
			return fmt.Errorf("expected %v, but dimension %d has extent %d", typ, d, b.Shape[d])
		}
	}
	for _, other := range before {
		if o := other.Buffer; o != nil && len(o.Data) > 0 && len(b.Data) > 0 && &o.Data[0] == &b.Data[0] {
			return fmt.Errorf("it shares its memory with another argument")
		}
	}
	return checkExtent(b)
}

// checkExtent returns an error if the shape of a buffer does not fit its data.
func checkExtent(b *value.Buffer) error {
	low, high := b.Offset, b.Offset
	for d, n := range b.Shape {
		if n < 0 {
			return fmt.Errorf("dimension %d has the negative extent %d", d, n)
		}
		if n == 0 {
			return nil
		}
		if reach := (n - 1) * b.Strides[d]; reach < 0 {
			low += reach
		} else {
			high += reach
		}
	}
	if low < 0 || (high+1)*value.ElementSize(b.Type.Elem) > int64(len(b.Data)) {
		return fmt.Errorf("its shape %v does not fit into %d bytes", b.Shape, len(b.Data))
	}
	return nil
}

// setResults records the results of the entry function.
func (m *machine) setResults(t *thread, in *instr) {
	regs := in.args
	m.results = m.results[:0]
	for i, typ := range t.fn.types.Results {
		v := value.Value{Type: typ}
		if mt, ok := typ.(*ir.MemRefType); ok {
			w := t.mems[regs[i]]
			if !t.own(in, w.buf) {
				return
			}
			v.Buffer = w.export(mt)
			w.buf.outlives = true
		} else {
			v.Bits = t.regs[regs[i]]
		}
		m.results = append(m.results, v)
	}
}
