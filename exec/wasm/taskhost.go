package wasm

import (
	"context"
	"runtime"

	"github.com/tetratelabs/wazero/api"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/exec/team"
	"github.com/inflight-compiler/inflight/target/wasm"
)

// The functions of the host for programs with tasks. A handle has the number of a task or a group in its
// upper 32 bits.

// taskFunctions has these functions by their names in target/wasm.
var taskFunctions = map[string]function{
	"spawn":        hosted(flushing(spawn), []api.ValueType{i32, i32, i32, i32}, i64),
	"defer":        hosted(deferTask, []api.ValueType{i32, i32, i32}, i64),
	"await":        hosted(flushing(await), []api.ValueType{i64, i32}),
	"create_group": hosted(createGroup, []api.ValueType{i64}, i64),
	"add_to_group": hosted(addToGroup, []api.ValueType{i64, i64, i32}, i64),
	"await_all":    hosted(flushing(awaitAll), []api.ValueType{i64, i32}),
	"outcome":      hosted(flushing(outcome((*team.Thread).Await)), []api.ValueType{i64, i32}, i32),
	"outcome_all":  hosted(flushing(outcome((*team.Thread).AwaitAll)), []api.ValueType{i64, i32}, i32),
	"pause":        hosted(pause, nil),
	"workers":      hosted(workers, nil, i64),
}

const (
	i32 = api.ValueTypeI32
	i64 = api.ValueTypeI64
)

// hosted returns a function of the host that gets the calling instance.
func hosted(call func(i *instance, stack []uint64), params []api.ValueType,
	results ...api.ValueType) function {
	return function{func(ctx context.Context, stack []uint64) {
		call(ctx.Value(runKey{}).(*instance), stack)
	}, params, results}
}

func number(handle uint64) uint32 { return uint32(handle >> 32) }

// spawn issues a task. Its arguments are the task's function, frame and site, and the number of dependencies,
// whose handles are at the beginning of the frame.
func spawn(i *instance, stack []uint64) {
	job := team.Job{Function: uint32(stack[0]), Frame: uint32(stack[1]), Site: uint32(stack[2])}
	var first [8]uint32
	dependencies := first[:0]
	for k := range uint32(stack[3]) {
		dependencies = append(dependencies, number(i.of.tasks.reserved.u64(job.Frame+8*k)))
	}
	id, err := i.thread.Issue(job, dependencies)
	i.check(err)
	stack[0] = uint64(id) << 32
}

// deferTask makes a lazy task. Its arguments are the task's function, frame and site.
func deferTask(i *instance, stack []uint64) {
	id, err := i.thread.Defer(
		team.Job{Function: uint32(stack[0]), Frame: uint32(stack[1]), Site: uint32(stack[2])})
	i.check(err)
	stack[0] = uint64(id) << 32
}

// check ends the running code if the program was stopped.
func (i *instance) check(err error) {
	if err != nil {
		panic(stopped{})
	}
}

// await waits for the task of a handle.
func await(i *instance, stack []uint64) {
	cause, err := i.thread.Await(number(stack[0]), uint32(stack[1]))
	i.check(err)
	i.observe(cause, uint32(stack[1]))
}

// observe ends the running code if it has awaited a task in error. A running task then ends in the same
// error.
func (i *instance) observe(cause *diag.Diagnostic, site uint32) {
	if cause == nil {
		return
	}
	at := i.of.code.Sites[site]
	if i.verdict = cause; i.thread.Main() && at.Reason != wasm.AwaitLoop {
		i.verdict = i.of.awaited(cause, at.Span)
	}
	panic(stopped{})
}

// awaited returns the error about a wait for a task in error. As in the simulator, the error's place is the
// wait if an assertion of the task has failed, and the operation in the task if that had no result.
func (r *run) awaited(cause *diag.Diagnostic, at diag.Span) *diag.Diagnostic {
	if cause.Code != codeAssert {
		return diag.Errorf(cause.Code, cause.Span, "%s", cause.Message).Note(at,
			"in a task that is awaited here, or in one that it needs")
	}
	return diag.Errorf(codeAsyncError, at, "what is awaited here has ended in an error: %s", cause.Message).
		Note(cause.Span, "the first cause is here")
}

func createGroup(i *instance, stack []uint64) {
	stack[0] = uint64(i.thread.NewGroup(int64(stack[0]))) << 32
}

// addToGroup adds the task of a handle to a group.
func addToGroup(i *instance, stack []uint64) {
	place, ok := i.thread.Add(number(stack[0]), number(stack[1]))
	if !ok {
		i.groupFull(uint32(stack[2]))
	}
	stack[0] = uint64(place)
}

// groupFull ends the program, whose group gets more than its size at a site.
func (i *instance) groupFull(site uint32) {
	at := i.of.code.Sites[site].Span
	i.of.tasks.team.Stop(diag.Errorf(codeGroupFull, at, "a group is given more tokens than it waits for"))
	panic(stopped{})
}

func awaitAll(i *instance, stack []uint64) {
	cause, err := i.thread.AwaitAll(number(stack[0]), uint32(stack[1]))
	i.check(err)
	i.observe(cause, uint32(stack[1]))
}

// outcome returns a function of the host that waits and returns whether there was an error, for a program
// that handles errors itself.
func outcome(wait func(th *team.Thread, id, site uint32) (*diag.Diagnostic, error)) func(i *instance,
	stack []uint64) {
	return func(i *instance, stack []uint64) {
		cause, err := wait(i.thread, number(stack[0]), uint32(stack[1]))
		i.check(err)
		if stack[0] = 0; cause != nil {
			stack[0] = 1
		}
		i.of.tasks.handled.Store(true)
	}
}

// pause lets other goroutines run while a lock is taken.
func pause(i *instance, _ []uint64) {
	runtime.Gosched()
	if i.of.tasks.team.Stopped() {
		panic(stopped{})
	}
}

// workers returns the number of tasks that run at the same time.
func workers(i *instance, stack []uint64) { stack[0] = uint64(i.of.threads()) }
