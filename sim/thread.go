package sim

import (
	"slices"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/printed"
	"github.com/inflight-compiler/inflight/sim/internal/hazard"
	"github.com/inflight-compiler/inflight/timed"
)

// status says whether a thread can run.
type status uint8

const (
	running status = iota
	blocked        // waiting for groups, tokens or other threads
	done
)

// thread executes instructions: the entry function, or the body of one asynchronous operation. It has a
// position in the program and a frame of its own, so that any interleaving of threads can be executed step by
// step. Its strand orders its accesses with those of other threads. The strand changes while the thread runs
// the iterations of a parallel loop.
type thread struct {
	m      *machine
	strand *strand
	fn     *function
	code   []instr
	pc     int
	regs   []uint64
	mems   []*view
	frames []frame

	left, spare int // steps left in this turn; steps given up by halting
	status      status
	waiting     need    // the condition that a blocked thread waits for
	active      bool    // whether a scheduler is about to run it
	polls       bool    // whether it gave up its turn because a test was false
	one         instr   // the instruction that an operation on vectors executes for each element
	places      []int64 // byte offsets of the elements of a vector in memory, during an access to them
	now         *moment // description of the present moment, nil if none was needed yet
	tracked     bool    // whether accesses are recorded

	allocas []*buffer // live stack memory, innermost last
	marks   []int     // numbers of live allocas at the beginning of scopes
	forks   []*fork   // parallel loops being executed
	callers []Iteration
	site    int32 // site of the operation that issued the thread
	async   bool
	kernel  *kernelThread    // the thread of a kernel that it is, or that has issued it
	grid    *grid            // the kernel that the thread is launching
	counts  bool             // whether its end is counted on an mbarrier
	resumed bool             // whether it is a resumed coroutine
	seen    *diag.Diagnostic // the first error that it has seen, in a program that tests for errors
	task    *task            // the task that ends with the thread, nil if there is none
	record  *timed.Thread    // nil if no graph is recorded
	line    *printed.Line    // nil before it prints
	// whether it prints or copies the elements that it reads, so that they need not have been written
	idle bool

	clock  int64 // Timed mode
	began  int64 // when the dependencies of a task were complete
	stalls int64 // ticks of clock spent blocked
	spans  []timedSpan
	lane   string
	unseen bool  // whether timelines leave the thread out
	since  int64 // when the present work outside of statements began
	work   int32 // site whose label that work gets, -1 if there is none
	workIn int   // iteration of that work
	origin int   // the iteration in which the thread was issued
}

// frame is a caller's state during a call.
type frame struct {
	fn      *function
	pc      int
	regs    []uint64
	mems    []*view
	allocas int
	site    int32
}

// run executes up to n instructions and returns the number of steps. An instruction on many elements counts
// as many steps, so that the result may exceed n.
func (t *thread) run(n int) int {
	t.left, t.spare = n, 0
	for t.left > 0 {
		t.left--
		in := &t.code[t.pc]
		t.pc++
		in.exec(t, in)
	}
	return n - t.spare - t.left
}

// runTimed is run with a clock.
func (t *thread) runTimed(n int) int {
	t.left, t.spare = n, 0
	for t.left > 0 {
		t.left--
		in := &t.code[t.pc]
		t.pc++
		if in.counted {
			t.clock += t.m.costOf(t.async, in.site)
			if t.record != nil {
				t.recordStep(in.site)
			}
		}
		switch {
		case len(t.spans) > 0:
		case in.pauses:
			t.pause()
		case in.touches:
			t.works(in)
		}
		in.exec(t, in)
	}
	return n - t.spare - t.left
}

// halt ends the turn.
func (t *thread) halt() {
	t.spare += t.left
	t.left = 0
}

// finish ends the thread and frees its frame, because reports may refer to the thread for long.
func (t *thread) finish() {
	t.freeAllocas(0)
	t.recordEnd()
	t.line.Flush()
	t.status = done
	t.halt()
	if t.async {
		t.m.memory -= t.fn.frameBytes()
		t.regs, t.mems = nil, nil
	}
}

// bodyBytes returns the bytes of a thread that the instruction issues, for the limit of memory.
func (t *thread) bodyBytes(in *instr) int64 {
	if in.body != nil {
		return in.body.frameBytes()
	}
	return t.fn.frameBytes()
}

func (fn *function) frameBytes() int64 { return int64(8*(len(fn.regs)+int(fn.numMems))) + 512 }

// fail stops the machine with an error at an instruction. It returns the error, so that the caller may add
// notes.
func (t *thread) fail(in *instr, code diag.Code, format string, args ...any) *diag.Diagnostic {
	d := t.errorf(in, code, format, args...)
	t.m.stop(d)
	t.halt()
	return d
}

// errorf returns an error at an instruction.
func (t *thread) errorf(in *instr, code diag.Code, format string, args ...any) *diag.Diagnostic {
	d := diag.Errorf(code, t.m.prog.sites[in.site].span(), format, args...)
	t.explain(d, t.iterations(t.m.prog.scopeAt(t.fn, in.site)))
	return d
}

// isMain reports whether the thread runs the entry function.
func (t *thread) isMain() bool { return !t.async }

// explain adds notes to an error: the iteration in which it happened, and the asynchronous operation.
func (t *thread) explain(d *diag.Diagnostic, its []Iteration) {
	if len(its) > 0 {
		d.Note(diag.Span{}, "in iteration %s", hazard.Iterations(its))
	}
	switch {
	case t.kernel != nil && t.strand.thread == nil:
		d.Note(t.m.prog.sites[t.site].span(), "in %v of the kernel launched here", t.kernel)
	case t.kernel != nil:
		d.Note(t.m.prog.sites[t.site].span(), "in the asynchronous operation that %v issued here", t.kernel)
	case t.async:
		d.Note(t.m.prog.sites[t.site].span(), "in the asynchronous operation issued here")
	}
}

// iterations returns the values of the loops around a scope, outermost first, with the loops of callers.
func (t *thread) iterations(s *scope) []Iteration {
	its := slices.Clone(t.callers)
	for _, f := range t.frames {
		its = appendIterations(its, t.m.prog.scopeAt(f.fn, f.site), f.regs)
	}
	return appendIterations(its, s, t.regs)
}

func appendIterations(its []Iteration, s *scope, regs []uint64) []Iteration {
	if s == nil {
		return its
	}
	its = appendIterations(its, s.parent, regs)
	for i, r := range s.regs {
		its = append(its, Iteration{Name: s.names[i], Value: int64(regs[r])})
	}
	return its
}

// spawn makes a thread that executes the body of an instruction.
func (t *thread) spawn(in *instr) *thread {
	child := t.beginBody(in)
	t.adopt(child, in)
	return child
}

// adopt gives a thread without a strand one that begins at this instruction.
func (t *thread) adopt(child *thread, in *instr) {
	s := t.strand
	s.Epoch++
	child.kernel, child.unseen = t.kernel, t.unseen
	child.strand = s.child(s.Epoch)
	if t.tracked {
		child.strand.issuedAt = t.momentAt(in.site)
	}
	child.strand.thread = child
}

// beginBody makes a thread without a strand at the beginning of an instruction's body. Its frame has the
// registers that the body captures from this thread. If the instruction has no body, the frame is a copy, and
// the thread continues behind the instruction.
func (t *thread) beginBody(in *instr) *thread {
	t.line.Flush()
	child := &thread{m: t.m, tracked: t.tracked, site: in.site, async: true, callers: t.callers}
	if in.body == nil {
		child.enter(t.fn, t.pc, slices.Clone(t.regs), slices.Clone(t.mems))
	} else {
		child.enter(in.body, 0, slices.Clone(in.body.regs), make([]*view, in.body.numMems))
		child.capture(t)
	}
	if t.tracked && len(t.frames) > 0 {
		child.callers = t.iterations(nil)
	}
	return child
}

// capture fills the frame of a thread from the frame of the thread that issues it.
func (t *thread) capture(from *thread) {
	for _, x := range t.fn.captures {
		if x.mem {
			t.mems[x.dst] = from.mems[x.src]
			continue
		}
		copy(t.regs[x.dst:x.dst+x.n], from.regs[x.src:])
	}
}

// call enters a function. The arguments are in the caller's registers args.
func (t *thread) call(in *instr, fn *function) {
	if len(t.frames) >= t.m.limits.Depth {
		t.fail(in, codeDepth, "more than %d nested calls", t.m.limits.Depth)
		return
	}
	t.frames = append(t.frames, frame{t.fn, t.pc, t.regs, t.mems, len(t.allocas), in.site})
	regs, mems := slices.Clone(fn.regs), make([]*view, fn.numMems)
	for i, typ := range fn.types.Inputs {
		if i >= len(fn.args) {
			break
		}
		if isRef(typ) {
			mems[fn.args[i]] = t.mems[in.args[i]]
		} else {
			regs[fn.args[i]] = t.regs[in.args[i]]
		}
		if fn.vectors {
			copyLanes(regs, fn.args[i], t.regs, in.args[i], laneCount(typ))
		}
	}
	t.enter(fn, 0, regs, mems)
}

// enter makes a frame the current one.
func (t *thread) enter(fn *function, pc int, regs []uint64, mems []*view) {
	t.fn, t.code, t.pc, t.regs, t.mems, t.now = fn, fn.code, pc, regs, mems, nil
}

// ret returns the values of registers in.args to the caller, or ends the thread.
func (t *thread) ret(in *instr) {
	if len(t.frames) == 0 {
		t.m.setResults(t, in)
		t.finish()
		return
	}
	f := t.frames[len(t.frames)-1]
	t.frames = t.frames[:len(t.frames)-1]
	regs, mems, callee := t.regs, t.mems, t.fn
	t.freeAllocas(f.allocas)
	t.enter(f.fn, f.pc, f.regs, f.mems)
	dsts := t.code[t.pc-1].data.([]int32)
	for i, typ := range callee.returns {
		if isRef(typ) {
			t.mems[dsts[i]] = mems[in.args[i]]
		} else {
			t.regs[dsts[i]] = regs[in.args[i]]
		}
		if callee.vectors {
			copyLanes(t.regs, dsts[i], regs, in.args[i], laneCount(typ))
		}
	}
}

// freeAllocas ends the life of stack memory except for the first n allocations.
func (t *thread) freeAllocas(n int) {
	for i := len(t.allocas) - 1; i >= n; i-- {
		t.m.release(t, t.allocas[i], t.code[t.pc-1].site)
	}
	t.allocas = t.allocas[:n]
}
