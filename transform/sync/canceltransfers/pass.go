package canceltransfers

import (
	"slices"

	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
)

// Pass is cancel-transfers.
var Pass = pass.Register(&pass.Pass{
	Name:    "cancel-transfers",
	Summary: "Remove copies to another memory and back",
	Doc: `Removes a memref.copy or gpu.memcpy whose destination holds what it would write, because one was copied to the other and nothing
has written to either since. A copy that would take to a device what came from there reads it where it came from, and the same
for the host. Then a buffer that only copies write and nothing reads disappears with them; and a buffer that is filled by a copy
from another one of its place is that one, if neither is written as long as it is used, or nothing else uses the other one any
more.

What may have written is told by the effects of operations, with ranges; an operation of which nothing is known may have
written anything. Functions with asynchronous operations stay as they are: run this pass before form-async-regions and
gpu-async-region.`,
	Anchor: "func.func",
	Before: before,
	After:  after,
	Run:    run,
})

// canceler is one run of the pass.
type canceler struct {
	ev                          analysis.Evaluator
	removed, shortened, buffers int
}

func run(r *pass.Run) error {
	if !r.Op.Is(function.Func) || isAsynchronous(r.Op) {
		r.Unchanged()
		return nil
	}
	c := &canceler{}
	for changed := true; changed; {
		was := *c
		for op := range r.Op.Walk() {
			for _, region := range op.Regions() {
				for _, b := range region.Blocks() {
					c.block(b)
				}
			}
		}
		c.sweep(r.Op)
		changed = c.removed+c.shortened+c.buffers > was.removed+was.shortened+was.buffers
	}
	r.Count("copies removed", c.removed)
	r.Count("copies shortened", c.shortened)
	r.Count("buffers removed", c.buffers)
	return nil
}

// sweep looks at the buffers that the function allocates.
func (c *canceler) sweep(fn *ir.Op) {
	for _, op := range slices.Collect(fn.Walk()) {
		if isAlloc(op) && !c.unread(op) {
			c.share(op)
		}
	}
}

func isAsynchronous(fn *ir.Op) bool {
	for op := range fn.Walk() {
		if op.IsAsync() || len(op.AsyncDependencies()) > 0 || op.QueueEffect().Kind != ir.NoQueueEffect {
			return true
		}
	}
	return false
}
