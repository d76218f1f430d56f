package wasm

import (
	"github.com/tetratelabs/wazero/api"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/exec/team"
	"github.com/inflight-compiler/inflight/transform/task/asynctoasyncruntime"
)

// The functions of the host for programs whose tasks are coroutines (target/wasm/coroutine.go). A handle has
// the number of a promise in its upper 32 bits.

var coroutineFunctions = map[string]function{
	"create":   hosted(create, []api.ValueType{i32, i32, i32}, i64),
	"gather":   hosted(gather, []api.ValueType{i64, i32}, i64),
	"join":     hosted(flushing(join), []api.ValueType{i64, i64, i32}, i64),
	"gate":     hosted(makeGate, []api.ValueType{i32}, i64),
	"guard":    hosted(guard, []api.ValueType{i64, i64}),
	"start":    hosted(flushing(startTask), []api.ValueType{i64}, i32),
	"resolve":  hosted(flushing(resolve), []api.ValueType{i64, i32, i32}, i32),
	"retain":   hosted(retain, []api.ValueType{i64, i64}),
	"release":  hosted(release, []api.ValueType{i64, i64}, i32),
	"dropped":  hosted(nextDropped, nil, i32),
	"is_ready": hosted(isReady, []api.ValueType{i64}, i32),
	"failed":   hosted(failed, []api.ValueType{i64}, i32),
	"suspend":  hosted(flushing(suspend), []api.ValueType{i64, i32, i32, i32}, i32),
	"resume":   hosted(flushing(resume), []api.ValueType{i32, i32, i32}),
	"wait":     hosted(flushing(wait), []api.ValueType{i64, i32}),
}

// made puts the number of a new promise on the stack.
func (i *instance) made(stack []uint64, id uint32, err error) {
	i.check(err)
	stack[0] = uint64(id) << 32
}

func create(i *instance, stack []uint64) {
	id, err := i.thread.Promise(uint32(stack[0]), team.Holds(stack[1]), uint32(stack[2]))
	i.made(stack, id, err)
}

func gather(i *instance, stack []uint64) {
	id, err := i.thread.Gather(int64(stack[0]), uint32(stack[1]))
	i.made(stack, id, err)
}

func makeGate(i *instance, stack []uint64) {
	id, err := i.thread.Gate(uint32(stack[0]))
	i.made(stack, id, err)
}

func guard(i *instance, stack []uint64) { i.thread.Guard(number(stack[0]), number(stack[1])) }

func join(i *instance, stack []uint64) {
	at, ok := i.thread.Join(number(stack[0]), number(stack[1]))
	if !ok {
		i.groupFull(uint32(stack[2]))
	}
	stack[0] = uint64(at)
}

func startTask(i *instance, stack []uint64) {
	i.thread.Start(number(stack[0]))
	nextDropped(i, stack)
}

// resolve ends a token or value. Its second argument is 0 for success, 1 for the error that the code has
// asked for last, and 2 for an assertion.
func resolve(i *instance, stack []uint64) {
	var cause *diag.Diagnostic
	switch uint32(stack[1]) {
	case 1:
		if cause = i.seen; cause == nil {
			cause = diag.Errorf(codeAsyncError, i.of.code.Sites[uint32(stack[2])].Span,
				"a task ends in an error here")
		}
	case 2:
		cause = i.of.stop(i.of.code.Sites[uint32(stack[2])]).(*diag.Diagnostic)
	}
	i.thread.Resolve(number(stack[0]), cause, uint32(stack[1]) == 2, uint32(stack[2]))
	nextDropped(i, stack)
}

func retain(i *instance, stack []uint64) { i.thread.Retain(number(stack[0]), int64(stack[1])) }

func release(i *instance, stack []uint64) {
	i.thread.Release(number(stack[0]), int64(stack[1]))
	nextDropped(i, stack)
}

// nextDropped puts the address of a payload on the stack that nothing refers to any more. If the payload is a
// handle, its reference is dropped. If it is the address of memory, that address is the next one.
func nextDropped(i *instance, stack []uint64) {
	if n := len(i.boxes); n > 0 {
		stack[0] = uint64(i.boxes[n-1])
		i.boxes = i.boxes[:n-1]
		return
	}
	payload, holds := i.thread.Dropped()
	switch holds {
	case team.HoldsPromise:
		i.thread.Release(number(i.of.tasks.reserved.u64(payload)), 1)
	case team.HoldsMemory:
		i.boxes = append(i.boxes, uint32(i.of.tasks.reserved.u64(payload)))
	}
	stack[0] = uint64(payload)
}

func isReady(i *instance, stack []uint64) {
	stack[0] = bit(i.thread.Ready(number(stack[0])))
}

func bit(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

func failed(i *instance, stack []uint64) {
	cause := i.thread.Cause(number(stack[0]))
	if stack[0] = bit(cause != nil); cause != nil {
		i.seen = cause
	}
}

func suspend(i *instance, stack []uint64) {
	ready, err := i.thread.Suspend(number(stack[0]),
		team.Job{Function: uint32(stack[1]), Frame: uint32(stack[2]), Site: uint32(stack[3])})
	i.check(err)
	stack[0] = bit(ready)
}

func resume(i *instance, stack []uint64) {
	i.check(i.thread.Resume(
		team.Job{Function: uint32(stack[0]), Frame: uint32(stack[1]), Site: uint32(stack[2])}))
}

func wait(i *instance, stack []uint64) {
	i.check(i.thread.Wait(number(stack[0]), uint32(stack[1])))
}

// awaited returns the error about a wait outside of tasks for something in error, nil if the code has stopped
// for another reason. Such a wait is followed by an assertion.
func (i *instance) awaited() *diag.Diagnostic {
	if i == nil || i.seen == nil || i.site < 0 || !i.of.code.Coroutines ||
		i.of.code.Sites[i.site].Message != asynctoasyncruntime.WaitMessage {
		return nil
	}
	return i.of.awaited(i.seen, i.of.code.Sites[i.site].Span)
}
