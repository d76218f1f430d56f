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

// thread executes instructions: the entry function, or the body of one asynchronous operation. It is a
// program with a place in it and a frame of its own, so that any interleaving of threads can be stepped. What
// orders its accesses with those of others is its strand, which changes while a thread runs the iterations of
// a parallel loop.
type thread struct {
	m      *machine
	strand *strand
	fn     *function
	code   []instr
	pc     int
	regs   []uint64
	mems   []*view
	frames []frame

	left, spare int // steps left in this turn; those given up by halting
	status      status
	waiting     need    // what a blocked thread waits for
	active      bool    // whether a scheduler is about to run it
	polls       bool    // whether it gave up its turn because what it asked for is not there yet
	one         instr   // the instruction that an operation on vectors executes for each element
	places      []int64 // of the elements of a vector in memory, while an access to them executes
	now         *moment // cached description of this iteration, nil if none was needed yet
	tracked     bool    // whether accesses are recorded

	allocas []*buffer // live stack memory, innermost last
	marks   []int     // numbers of live allocas at the entry of scopes
	forks   []*fork   // parallel loops being executed
	callers []Iteration
	site    int32 // of the operation that issued the thread
	async   bool
	kernel  *kernelThread    // which thread of a kernel it is, or was issued by
	grid    *grid            // the kernel that it is launching
	counts  bool             // whether it is counted on a barrier where it ends
	resumed bool             // whether it is a coroutine that goes on
	seen    *diag.Diagnostic // the first error that it was told of, in a program that asks for errors
	task    *task            // whose completion is the end of the thread, nil if there is none
	record  *timed.Thread    // nil if nobody wants a graph
	line    *printed.Line    // nil until it prints
	idle    bool             // whether it prints or copies what it reads, which nothing need have written

	clock  int64 // Timed mode
	began  int64 // when a task had what it depends on
	stalls int64 // ticks of clock spent blocked
	spans  []timedSpan
	lane   string
	unseen bool  // whether timelines leave the thread out
	since  int64 // when work outside of statements began
	work   int32 // the site that stands for it, -1 if there is none
	workIn int   // the iteration that it belongs to
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

// run executes up to n instructions and returns how many it did; what works on many elements counts as many,
// so it may be more than n.
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

// finish ends the thread and lets go of its frame; reports may refer to the thread for long.
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

// bodyBytes returns what a thread takes that the instruction issues, for the limit of memory.
func (t *thread) bodyBytes(in *instr) int64 {
	if in.body != nil {
		return in.body.frameBytes()
	}
	return t.fn.frameBytes()
}

func (fn *function) frameBytes() int64 { return int64(8*(len(fn.regs)+int(fn.numMems))) + 512 }

// fail stops the machine with an error at an instruction and returns the error, to which notes may be added.
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

// explain adds to an error in which iteration and by which asynchronous operation it happened.
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

// iterations returns the values of the loops around a place, outermost first, callers' loops included.
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
	s := t.strand
	s.Epoch++
	child := t.beginBody(in)
	child.kernel, child.unseen = t.kernel, t.unseen
	child.strand = s.child(s.Epoch)
	if t.tracked {
		child.strand.issuedAt = t.momentAt(in.site)
	}
	child.strand.thread = child
	return child
}

// beginBody makes a thread without a strand at the beginning of an instruction's body. Its frame has what the
// body captures of this one; without a body it is a copy, and the thread goes on behind the instruction.
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

// capture fills the frame of a thread from that of the thread that issues it.
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

// freeAllocas ends the life of stack memory beyond the first n.
func (t *thread) freeAllocas(n int) {
	for i := len(t.allocas) - 1; i >= n; i-- {
		t.m.release(t, t.allocas[i], t.code[t.pc-1].site)
	}
	t.allocas = t.allocas[:n]
}
