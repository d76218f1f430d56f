package wasm

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/exec/team"
	"github.com/inflight-compiler/inflight/target/wasm"
)

var (
	codeAsyncError = diag.Register("wasm-async-error", "what the program awaits has ended in an error",
		"An assertion did not hold in a task, or it did what has no result, or it depends on or awaits one "+
			"that did; the note names the "+
			"first. A task that nothing awaits is an error at the end of the program.")
	codeStuck = diag.Register("wasm-stuck-wait", "a wait cannot end",
		"What is awaited waits, too, or a group waits for more tokens than it is given.")
	codeGroupFull = diag.Register("wasm-group-full", "a group is given more tokens than it waits for",
		"The operand of async.create_group is how many tokens will be added.")
)

// tasks has the further parts of a run of a program with tasks.
type tasks struct {
	team      *team.Team
	memory    api.Module
	reserved  *sharedMemory   // addresses of the memory
	shared    context.Context // context of instances, which resolves the import of the memory
	instances atomic.Uint32   // number of instances
	handled   atomic.Bool     // whether the program has tested a task for an error
	limit     sync.Mutex      // held for changes of the memory limit of the program
	stop      func() bool     // stops watching the context
}

// startTasks makes the memory that all instances share, the first instance, and the team that executes tasks.
func (r *run) startTasks() (err error) {
	t := &tasks{reserved: newSharedMemory()}
	if err := r.shareMemory(t); err != nil {
		t.reserved.release()
		return err
	}
	r.tasks = t
	if r.instance, err = r.newInstance(t.shared); err != nil {
		t.free()
		return err
	}
	t.team = team.New(team.Config{
		Threads: r.threads(), Hire: r.hire, Stuck: r.stuck, TooDeep: r.tooDeep, TooMany: r.tooMany,
		Most: r.mostTasks(), Recorder: r.recorder,
	})
	r.prepare(r.instance)
	r.thread = t.team.Entry(r.instance)
	t.stop = context.AfterFunc(r.limited, func() { t.team.Stop(nil) })
	return nil
}

// threads returns the number of tasks that run at the same time.
func (r *run) threads() int {
	if r.options.Threads > 0 {
		return r.options.Threads
	}
	return runtime.GOMAXPROCS(0)
}

// shareMemory makes the memory with its initial contents, and the context of instances that import it.
func (r *run) shareMemory(t *tasks) error {
	m, err := machine()
	if err != nil {
		return err
	}
	if need := uint64(r.memory.ExportedMemories()["memory"].Min()) << 16; t.reserved.size < need {
		return r.outOfMemory("the system has too little for tasks to share")
	}
	ctx := experimental.WithMemoryAllocator(context.WithoutCancel(r.caller), t.reserved)
	t.memory, err = m.InstantiateModule(ctx, r.memory,
		wazero.NewModuleConfig().WithName("").WithStartFunctions())
	t.shared = experimental.WithImportResolver(r.caller, func(name string) api.Module {
		if name == wasm.MemoryModule {
			return t.memory
		}
		return nil
	})
	return err
}

// end stops the tasks, if any are left, and waits until only the first instance of the run is left. It
// returns the cause for which the tasks were stopped before, if they were.
func (t *tasks) end() error {
	t.stop()
	return t.team.Close()
}

// free frees the memory. All instances must be closed.
func (t *tasks) free() {
	_ = t.memory.Close(t.shared)
	t.reserved.release()
}

// prepare gives an instance its number.
func (r *run) prepare(i *instance) {
	i.module.ExportedGlobal("inflight_instance").(api.MutableGlobal).Set(uint64(r.tasks.instances.Add(1)))
	i.stack = i.module.ExportedGlobal("inflight_stack").(api.MutableGlobal)
}

// hire makes an instance for a goroutine that executes tasks, with a stack of its own.
func (r *run) hire(th *team.Thread) (team.Worker, error) {
	i, err := r.newInstance(r.tasks.shared)
	if err != nil {
		return nil, r.failureOf(i, err)
	}
	i.thread = th
	r.prepare(i)
	if r.code.Stack == 0 {
		return i, nil
	}
	if !i.allocateStack() {
		i.Close()
		return nil, r.outOfMemory("there is no room for the stack of another thread")
	}
	return i, nil
}

// allocateStack gives an instance a stack of its own. The stack does not count for the memory limit of the
// program. The result is false if there is no memory for it.
func (i *instance) allocateStack() bool {
	t, size := i.of.tasks, uint64(i.of.code.Stack)
	t.limit.Lock()
	defer t.limit.Unlock()
	limit := t.reserved.u32(wasm.HeapLimit)
	if limit != 0 {
		// an allocation takes more bytes than its size
		t.reserved.setU32(wasm.HeapLimit, uint32(min(uint64(limit)+2*size, largest-1)))
	}
	at, err := i.module.ExportedFunction("inflight_allocate").Call(i.inner, size, 64)
	if err != nil || at[0] == 0 {
		t.reserved.setU32(wasm.HeapLimit, limit)
		return false
	}
	i.stack.Set(at[0] + size)
	i.module.ExportedGlobal("inflight_stack_end").(api.MutableGlobal).Set(at[0])
	return true
}

// Run implements team.Worker.
func (i *instance) Run(th *team.Thread, job team.Job) *diag.Diagnostic {
	depth := th.Depth()
	for len(i.calls) <= depth {
		i.calls = append(i.calls, i.module.ExportedFunction("inflight_task"))
	}
	stack := i.stack.Get()
	i.seen = nil
	params := [2]uint64{uint64(job.Function), uint64(job.Frame)}
	err := i.calls[depth].CallWithStack(i.inner, params[:])
	i.line.Flush()
	if err == nil {
		return nil
	}
	i.stack.Set(stack)
	i.unlock()
	return i.taskFailure(err)
}

// unlock releases the lock of atomic operations, if code that was stopped has taken it.
func (i *instance) unlock() {
	number := uint32(i.module.ExportedGlobal("inflight_instance").Get())
	if memory := i.of.tasks.reserved; memory.u32(wasm.AtomicLock) == number {
		memory.setU32(wasm.AtomicLock, 0)
	}
}

// taskFailure returns the error of a task that was stopped. An error that is not the task's own stops the
// run.
func (i *instance) taskFailure(err error) *diag.Diagnostic {
	site, verdict := i.site, i.verdict
	i.site, i.verdict = -1, nil
	switch {
	case verdict != nil:
		return verdict
	case i.of.tasks.team.Stopped():
		return nil
	case site >= 0 && !i.of.code.Coroutines && endsTask(i.of.code.Sites[site].Reason):
		d, _ := errors.AsType[*diag.Diagnostic](i.of.stop(i.of.code.Sites[site]))
		return d
	}
	i.site = site
	failure := i.of.failureOf(i, err)
	i.site = -1
	i.of.tasks.team.Stop(failure)
	return nil
}

// endsTask reports whether a reason to stop a program is, in a task, an error of that task alone.
func endsTask(r wasm.Reason) bool { return r != wasm.OutOfMemory && r != wasm.OutOfStack }

// finishTasks waits for the tasks that the entry has not awaited. If one of them has ended in an error, that
// is an error of the run. A wait of the entry would have reported the error before.
func (r *run) finishTasks() error {
	err := r.thread.Finish()
	r.thread.End()
	if cause := r.tasks.end(); err != nil {
		return r.stopCause(cause, err)
	}
	if f := r.tasks.team.FirstFailed(); f.Cause != nil {
		return f.Cause
	}
	job, cause := r.tasks.team.Failure()
	if cause == nil || r.tasks.handled.Load() {
		return nil
	}
	return diag.Errorf(cause.Code, cause.Span, "%s", cause.Message).
		Note(r.code.Sites[job.Site].Span, "in the task issued here, which the program does not await")
}

// abandon ends the tasks of a run whose entry was stopped, and returns the reason for the stop.
func (r *run) abandon(err error) error {
	verdict := r.verdict
	cause := r.tasks.end()
	switch {
	case verdict != nil:
		return verdict
	case r.site >= 0:
		return r.failure(err)
	}
	return r.stopCause(cause, err)
}

// stopCause returns the reason why a run was stopped: a cause in its tasks, or else err.
func (r *run) stopCause(cause, err error) error {
	if cause != nil {
		return cause
	}
	return r.failure(err)
}

// stuck returns the error about a wait that cannot end.
func (r *run) stuck(s team.Stuck) error {
	at := r.span
	if s.Site != team.NoSite {
		at = r.code.Sites[s.Site].Span
	}
	if s.Group && s.Added < s.Size {
		return diag.Errorf(codeStuck, at, "the wait cannot end: the group waits for %s, but is given %d",
			tokens(s.Size), s.Added)
	}
	return diag.Errorf(codeStuck, at,
		"the wait cannot end: the operation that it waits for is blocked as well")
}

// tokens returns a number of tokens as text.
func tokens(n int64) string {
	if n == 1 {
		return "1 token"
	}
	return fmt.Sprintf("%d tokens", n)
}

// tooDeep returns the error about too many tasks that wait for others.
func (r *run) tooDeep(job team.Job) error {
	return diag.Errorf(codeStack, r.code.Sites[job.Site].Span,
		"'@%s' has used up its stack: too many tasks have begun that wait for others", r.entry.Name)
}

// taskBytes is roughly the number of bytes that the host needs for a task that it cannot forget.
const taskBytes = 256

// mostTasks returns the largest number of tasks that the host may have to know at the same time: they take as
// many bytes as the program may use.
func (r *run) mostTasks() int {
	if r.options.Memory > 0 {
		return int(max(r.options.Memory/taskBytes, 1))
	}
	return largest / taskBytes
}

// tooMany returns the error about more tasks than there is memory for.
func (r *run) tooMany(job team.Job) error {
	return diag.Errorf(codeMemory, r.code.Sites[job.Site].Span,
		"'@%s' has used up its memory: more tasks are issued than can end", r.entry.Name)
}
