package timed

import (
	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/dialect/task"
	"github.com/inflight-compiler/inflight/ir"
)

// lazyTask is the task of a lazy function (async.LazyAttr), which is issued where its completion is first
// needed.
type lazyTask struct {
	call    *ir.Op
	started bool
	done    Done
}

// postponed reports whether a call is one of a lazy function, and notes its task.
func (e *estimate) postponed(call *ir.Op) bool {
	ref := call.Def().Callee(call)
	if ref == nil || !async.IsLazy(e.tables.Resolve(call, ref)) {
		return false
	}
	l := &lazyTask{call: call}
	for _, v := range call.Results() {
		e.done[v], e.lazies[v] = nil, l
	}
	return true
}

// force issues the lazy tasks whose completion an operation is the first to need.
func (e *estimate) force(t *Thread, op *ir.Op) {
	if len(e.lazies) == 0 {
		return
	}
	for _, v := range task.Forced(op) {
		l := e.lazies[v]
		if l == nil {
			continue
		}
		if !l.started {
			l.started = true
			e.issue(t, l.call)
			l.done = e.done[l.call.Result(0)]
		}
		e.done[v] = l.done
	}
}
