package repair

import (
	"fmt"
	"slices"

	"github.com/inflight-compiler/inflight/check"
	"github.com/inflight-compiler/inflight/ir"
)

// missing returns the text of the operation that would order the accesses of a hazard, and the operation in
// front of which it belongs.
func missing(h *check.Hazard) (text string, before *ir.Op, ok bool) {
	if h.Threads {
		return betweenThreads(h)
	}
	if h.Queue == -1 || h.First.Async == nil {
		return "", nil, false
	}
	if h.Kind == check.AtReturn {
		fn := h.First.Async.Thread()
		if fn == nil || len(fn.Region(0).Blocks()) != 1 {
			return "", nil, false
		}
		return waitText(h), fn.Region(0).Entry().Last(), true
	}
	return waitText(h), meeting(h.First.Async, h.Second.Op), true
}

// betweenThreads is missing for accesses of different threads of a block. It returns a barrier, unless there
// is one already. If the thread that copies does not wait for its copy, it returns the wait in front of the
// barrier first.
func betweenThreads(h *check.Hazard) (text string, before *ir.Op, ok bool) {
	first := h.First.Async
	if first == nil {
		first = h.First.Op
	}
	before = meeting(first, h.Second.Op)
	there := before.Prev().IsBarrier()
	switch {
	case h.First.Async == nil || h.Queue == -1:
		return barrier, before, !h.Parallel && !there
	case there:
		before = before.Prev()
	}
	return waitText(h), before, !h.Parallel
}

const barrier = "gpu.barrier"

// waitText returns a wait whose count is the number of groups younger than the group of the hazard's first
// access.
func waitText(h *check.Hazard) string {
	if h.Queue == check.CpAsyncQueue {
		return fmt.Sprintf("nvvm.cp.async.wait.group %d", h.Position)
	}
	return fmt.Sprintf("pipeline.async_wait_stage %d, %d", h.Queue, h.Position)
}

// meeting returns the second operation, or the operation around it, that stands in the innermost block which
// also contains the first operation. A wait there is executed no more often than either.
func meeting(first, second *ir.Op) *ir.Op {
	blocks := []*ir.Block{first.Block()}
	for p := range first.Ancestors() {
		blocks = append(blocks, p.Block())
	}
	at := second
	for at != nil && !slices.Contains(blocks, at.Block()) {
		at = at.Parent()
	}
	if at == nil || at.Block() == nil || at != first && at.IsAncestorOf(first) {
		return second
	}
	return at
}
