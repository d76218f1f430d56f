package cuda

import (
	"context"
	"slices"

	"github.com/inflight-compiler/inflight/analysis/queues"
	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/dialect/pipeline"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
)

// plan has what is known of the asynchronous operations before a run.
type plan struct {
	queue   map[*ir.Op]int // numbered from 0 in the order of the program
	numbers []int64        // numbers of the queues in the program
	// awaited has the operations for which another queue or the host waits, or whose token leaves its block.
	// The end of such an operation is an event.
	awaited map[*ir.Op]bool
}

// assigned returns a program whose asynchronous operations have queues: the program itself, or a copy if none
// has a queue.
func assigned(ctx context.Context, program *ir.Op) (*ir.Op, error) {
	if pipeline.HasQueues(program) || !hasQueued(program) {
		return program, nil
	}
	assign, err := pass.Parse("builtin.module(assign-queues)")
	if err != nil {
		return nil, err
	}
	copied := program.Clone(nil)
	return copied, (&pass.Manager{Pipeline: assign}).Run(ctx, copied).Err()
}

func hasQueued(program *ir.Op) bool {
	for op := range program.Walk() {
		if isQueued(op) {
			return true
		}
	}
	return false
}

// isQueued reports whether an operation goes on a queue.
func isQueued(op *ir.Op) bool {
	return op.Def().DialectName() == "gpu" && op.AsyncToken() != nil && !isJoin(op)
}

// planned returns the plan of a program.
func planned(program *ir.Op) *plan {
	p := &plan{queue: map[*ir.Op]int{}, awaited: map[*ir.Op]bool{}}
	for _, b := range queues.In(program, "gpu") {
		for _, op := range b.Ops {
			p.queue[op] = p.place(op)
		}
		waits, host := b.Elide(b.Assigned())
		for _, list := range append(host, waits.Events) {
			for _, u := range list {
				p.awaited[b.Ops[u]] = true
			}
		}
	}
	for op := range program.Walk() {
		if op.AsyncToken() != nil {
			p.escapes(op)
		}
	}
	if len(p.numbers) == 0 {
		p.numbers = []int64{0} // operations for which the host waits use the first queue
	}
	return p
}

// place returns the queue of an operation.
func (p *plan) place(op *ir.Op) int {
	number, _ := pipeline.OnQueue(op)
	i := slices.Index(p.numbers, number)
	if i < 0 {
		i = len(p.numbers)
		p.numbers = append(p.numbers, number)
	}
	return i
}

// escapes marks the operation of a token that is used elsewhere.
func (p *plan) escapes(op *ir.Op) {
	for use := range op.AsyncToken().Uses() {
		user := use.Owner()
		if user.Block() == op.Block() && (isQueued(user) || user.Is(gpu.Wait)) {
			continue
		}
		p.mark(op)
	}
}

// mark marks an operation. For a join it marks the operations that the join waits for.
func (p *plan) mark(op *ir.Op) {
	if op == nil || p.awaited[op] {
		return
	}
	p.awaited[op] = true
	if isJoin(op) {
		for _, token := range op.AsyncDependencies() {
			p.mark(token.DefiningOp())
		}
	}
}
