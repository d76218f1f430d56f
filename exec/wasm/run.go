package wasm

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/inflight-compiler/inflight/config"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/exec/team"
	"github.com/inflight-compiler/inflight/interrupt"
	"github.com/inflight-compiler/inflight/printed"
	"github.com/inflight-compiler/inflight/target/wasm"
	"github.com/inflight-compiler/inflight/transform/memory/insertboundschecks"
	"github.com/inflight-compiler/inflight/value"
)

var (
	codeAssert = diag.Register("wasm-assert", "an assertion does not hold",
		"The operand of cf.assert was false; the message is that "+
			"of the assertion. Change the program, or give arguments for which it holds.")
	codeBounds = diag.Register("wasm-out-of-bounds", "an access is outside of the memory that it names",
		"A subscript is negative, or not below the extent; a view shows more than its source, shapes "+
			"differ that must agree, or an "+
			"extent is negative. The place is that of the access.")
	codeFree = diag.Register("wasm-bad-free", "memory is freed that is not allocated",
		"Only what memref.alloc returned may be deallocated, once: not an argument, a global, a "+
			"memref.alloca, or a part of memory.")
	codeArithmetic = diag.Register("wasm-arithmetic", "an operation has no result for its operands",
		"An integer is divided by zero, the smallest one is divided by -1, the step of a loop is not "+
			"positive, or an element of a "+
			"vector is named that it does not have.")
	codeStack = diag.Register("wasm-limit-stack", "the compiled program has used up its stack",
		"A recursion does not end, or a memref.alloca is too large for the stack. Use memref.alloc for "+
			"large memory.")
	codeTime = diag.Register("wasm-limit-time", "the compiled program has used up its time",
		"The program did not end within the time that --time-limit allows; raise the limit if it needs more.")
	codeMemory = diag.Register("wasm-limit-memory", "the compiled program has used up its memory",
		"The program and its arguments need more memory than 32-bit addresses reach, or than "+
			"--memory-limit allows; raise the limit "+
			"if it should have more.")
	codeTrap = diag.Register("wasm-trap", "the compiled program did what WebAssembly does not allow",
		"The program accessed memory through a pointer that leads nowhere, or called a function value that "+
			"is none.")
)

// run is one run of a program.
type run struct {
	*Program
	options   config.Run
	caller    context.Context
	limited   context.Context // ends with the caller's context, or when the time is up
	*instance                 // executes the entry
	tasks     *tasks          // nil if the program has no tasks
	recorder  *team.Recorder  // nil without a trace
	random    printed.Generators
}

// Run executes the program. Buffers of arguments are changed in place.
func (p *Program) Run(ctx context.Context, args []value.Value, o config.Run) ([]value.Value, error) {
	if err := p.check(args); err != nil {
		return nil, err
	}
	p.use.RLock()
	defer p.use.RUnlock()
	if p.closed {
		return nil, diag.Errorf(codeClosed, p.span, "the program of '@%s' is closed", p.entry.Name)
	}
	r := &run{Program: p, options: o, caller: ctx, limited: ctx}
	if o.Time > 0 {
		var cancel context.CancelFunc
		r.limited, cancel = context.WithTimeout(ctx, o.Time)
		defer cancel()
	}
	if o.Trace != nil {
		r.recorder = team.NewRecorder(o.TraceEvents)
		defer func() { p.trace(o.Trace, r.recorder) }()
	}
	if err := r.instantiate(); err != nil {
		return nil, err
	}
	defer r.close()
	return r.call(args)
}

// instantiate makes the program's memory.
func (r *run) instantiate() error {
	if err := r.limited.Err(); err != nil {
		return r.failureOf(nil, err)
	}
	if r.options.Memory > 0 && int64(r.code.Globals) > r.options.Memory {
		return r.outOfMemory("its globals do not fit")
	}
	var err error
	if r.code.Memory != nil {
		err = r.startTasks()
	} else {
		r.instance, err = r.newInstance(r.caller)
	}
	if _, said := errors.AsType[*diag.Diagnostic](err); err == nil || said {
		return err
	}
	return r.failureOf(nil, err)
}

func (r *run) close() {
	if r.tasks != nil {
		_ = r.tasks.end()
		defer r.tasks.free()
	}
	r.instance.Close()
}

// call puts the arguments into memory, calls the entry, and reads the results.
func (r *run) call(args []value.Value) ([]value.Value, error) {
	heap := uint64(uint32(r.module.ExportedGlobal("inflight_heap").Get()))
	words, regions, end := plan(r.entry.Inputs, args, heap)
	if err := r.reserve(end); err != nil {
		return nil, err
	}
	memory := r.module.Memory()
	for _, a := range regions {
		memory.Write(a.at, a.buffer.Data)
	}
	start := time.Now()
	noteEnd := r.noteBegin()
	results, err := r.module.ExportedFunction(entryExport).Call(r.inner, words...)
	r.line.Flush()
	if err = r.ended(err); err != nil {
		return nil, err
	}
	noteEnd()
	if r.options.Ran != nil {
		r.options.Ran(time.Since(start))
	}
	all, _ := memory.Read(0, memory.Size())
	for _, a := range regions {
		a.writeBack(all[a.at:])
	}
	values, rest := make([]value.Value, len(r.entry.Outputs)), reader{results, all}
	for i, t := range r.entry.Outputs {
		if values[i], err = rest.value(t); err != nil {
			return nil, diag.Errorf(codeTrap, r.span, "%v", err)
		}
	}
	return values, nil
}

// noteBegin records the beginning of the entry. The returned function records its end; with tasks it does
// nothing.
func (r *run) noteBegin() (noteEnd func()) {
	if r.tasks == nil {
		return r.recorder.Entry()
	}
	r.thread.Begin()
	return func() {}
}

// ended waits for the end of all tasks, after that of the entry. It returns an error if the run has no
// result.
func (r *run) ended(err error) error {
	switch {
	case r.tasks != nil && err != nil:
		return r.abandon(err)
	case r.tasks != nil:
		return r.finishTasks()
	case err != nil:
		return r.failure(err)
	}
	return nil
}

// reserve makes memory reach up to an address, and sets the beginning and the end of the program's heap.
func (r *run) reserve(end uint64) error {
	memory := r.module.Memory()
	if size := uint64(memory.Size()); end > size {
		if end > 1<<32-1<<16 {
			return r.outOfMemory("its arguments do not fit")
		}
		if _, ok := memory.Grow(uint32((end - size + 1<<16 - 1) >> 16)); !ok {
			return r.outOfMemory("its arguments do not fit")
		}
	}
	limit := uint64(0)
	if r.options.Memory > 0 {
		heap := int64(uint32(r.module.ExportedGlobal("inflight_heap").Get()))
		left := r.options.Memory - int64(r.code.Globals)
		if left < int64(end)-heap {
			return r.outOfMemory("its arguments do not fit")
		}
		limit = uint64(min(heap+left, 1<<32-1))
	}
	memory.WriteUint32Le(wasm.HeapTop, uint32(end))
	memory.WriteUint32Le(wasm.HeapLimit, uint32(limit))
	return nil
}

func (r *run) outOfMemory(why string) error {
	return diag.Errorf(codeMemory, r.span, "'@%s' has used up its memory: %s", r.entry.Name, why)
}

// failure returns the reason why a run has no result.
func (r *run) failure(err error) error { return r.failureOf(r.instance, err) }

// failureOf returns the reason why code in an instance was stopped. The instance is nil if there was none
// yet.
func (r *run) failureOf(i *instance, err error) error {
	switch d := i.awaited(); {
	case d != nil:
		return d
	case i != nil && i.verdict != nil:
		return i.verdict
	case i != nil && i.site >= 0 && i.site < len(r.code.Sites):
		return r.stop(r.code.Sites[i.site])
	case r.caller.Err() != nil:
		return interrupt.Error(r.caller)
	case r.limited.Err() != nil:
		return diag.Errorf(codeTime, r.span, "'@%s' has not ended within %v", r.entry.Name, r.options.Time).
			Suggest("raise the limit if the program needs more")
	}
	what, _, _ := strings.Cut(err.Error(), "\n")
	what = strings.TrimPrefix(strings.TrimSuffix(what, " (recovered by wazero)"), "wasm error: ")
	if what == "stack overflow" {
		return diag.Errorf(codeStack, r.span, "'@%s' has used up its stack", r.entry.Name)
	}
	return diag.Errorf(codeTrap, r.span, "'@%s' stopped: %s", r.entry.Name, what).Because(err)
}

// stop returns the error for a program that stopped at a site.
func (r *run) stop(s wasm.Site) error {
	switch s.Reason {
	case wasm.Assertion:
		switch class, _, checked := insertboundschecks.ClassOf(s.Message); {
		case class == insertboundschecks.BadStep:
			return diag.Errorf(codeArithmetic, s.Span, "%s", s.Message)
		case checked:
			return diag.Errorf(codeBounds, s.Span, "%s", s.Message)
		}
		return diag.Errorf(codeAssert, s.Span, "assertion failed: %s", s.Message)
	case wasm.BadFree:
		return diag.Errorf(codeFree, s.Span, "%v", s.Reason).
			Suggest(
				"free what memref.alloc returned, once; arguments, globals and memref.alloca are not freed")
	case wasm.OutOfMemory:
		return diag.Errorf(codeMemory, s.Span, "'@%s' has used up its memory", r.entry.Name)
	case wasm.OutOfStack:
		return diag.Errorf(codeStack, s.Span, "'@%s' has used up its stack", r.entry.Name)
	}
	return diag.Errorf(codeArithmetic, s.Span, "%v", s.Reason)
}
