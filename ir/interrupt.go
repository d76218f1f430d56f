package ir

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/inflight-compiler/inflight/interrupt"
)

// works are the pieces of work on operations that are to end when a context.Context does.
type works struct {
	// ended counts those whose context has ended, or is to be asked. Nearly always it is 0; then polling
	// costs a load.
	ended atomic.Int32

	mu sync.Mutex
	on map[*Op][]*work
}

// work is what one call of EndWith began.
type work struct {
	ctx          context.Context
	ended, ceded bool
}

// EndWith has work on the operation, and on all that is nested in it, end soon after ctx does, until release
// is called. The work has them for itself: nobody else looks at them meanwhile. It needs no poll of its own:
// walking over operations, iterating over those of a block, inserting and removing them leaves it then by a
// panic, as a step of an interrupt.Poll does. Whoever calls EndWith catches that with interrupt.Catch.
func (o *Op) EndWith(ctx context.Context) (release func()) {
	if ctx == nil || ctx.Done() == nil {
		return func() {}
	}
	all, w := &o.ctx.works, &work{ctx: ctx}
	all.begin(o, w)
	if interrupt.LooksEachStep(ctx) {
		all.end(w)
	}
	stop := context.AfterFunc(ctx, func() { all.end(w) })
	return func() {
		stop()
		all.cede(o, w)
	}
}

func (ws *works) begin(o *Op, w *work) {
	ws.mu.Lock()
	defer ws.mu.Unlock()
	if ws.on == nil {
		ws.on = map[*Op][]*work{}
	}
	ws.on[o] = append(ws.on[o], w)
}

// end notes that the context of a piece of work has ended, or is to be asked each time.
func (ws *works) end(w *work) {
	ws.mu.Lock()
	defer ws.mu.Unlock()
	if !w.ended && !w.ceded {
		w.ended = true
		ws.ended.Add(1)
	}
}

// cede forgets a piece of work.
func (ws *works) cede(o *Op, w *work) {
	ws.mu.Lock()
	defer ws.mu.Unlock()
	if w.ceded {
		return
	}
	w.ceded = true
	if w.ended {
		ws.ended.Add(-1)
	}
	others := slices.DeleteFunc(ws.on[o], func(other *work) bool { return other == w })
	if ws.on[o] = others; len(others) == 0 {
		delete(ws.on, o)
	}
}

// leave leaves the work on an operation that is to end.
func (ws *works) leave(o *Op) {
	ws.mu.Lock()
	defer ws.mu.Unlock()
	for _, w := range ws.on[o] {
		interrupt.Leave(w.ctx)
	}
}

// Poll leaves the work on an operation if that is to end; see EndWith. It is for long work that does not
// touch operations in these ways.
func (o *Op) Poll() {
	if o.ctx.works.ended.Load() != 0 {
		o.leave()
	}
}

// leave is Poll where some work is to end: on the operation, on one around it, or elsewhere.
func (o *Op) leave() {
	for at := o; at != nil; at = at.Parent() {
		o.ctx.works.leave(at)
	}
}
