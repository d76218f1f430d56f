package cuda

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/exec/cuda/device"
	"github.com/inflight-compiler/inflight/ir"
)

// ticket is an operation on a queue of the device. It ends after all operations that were put on the queue
// before.
type ticket struct {
	op     *ir.Op
	queue  int
	number int64  // on its queue, from 1; for a node, the number of its graph
	node   uint64 // in its graph
	ended  clock  // the operations that have ended when this one has
	at     device.Moments
	timed  bool

	staging device.Staging // memory of the host that the operation uses
	bytes   int64
	arrived func(contents []byte) // called with the contents of a copy to the host
	into    *byte                 // memory to which the contents are copied
	launch  launchKey
}

// clock has, by queue, the number of the last operation that is known to have ended.
type clock []int64

// has reports whether the clock knows that an operation has ended.
func (c clock) has(t *ticket) bool { return t.queue < len(c) && c[t.queue] >= t.number }

// with returns the later of two clocks.
func (c clock) with(d clock) clock {
	out := slices.Clone(c)
	for q, n := range d {
		if q < len(out) {
			out[q] = max(out[q], n)
		} else {
			out = append(out, n)
		}
	}
	return out
}

// upTo returns the clock with one more operation.
func (c clock) upTo(queue int, number int64) clock {
	out := c.with(make(clock, queue+1))
	out[queue] = max(out[queue], number)
	return out
}

// missing returns the operations for which a wait is needed, so that all operations in after have ended:
// those that the clock does not know to have ended, and whose end the end of another of these operations does
// not imply.
func missing(known clock, after []*ticket) (list []*ticket) {
	for _, t := range after {
		implied := func(u *ticket) bool { return u != t && u.ended.has(t) }
		if !known.has(t) && !slices.ContainsFunc(after, implied) && !slices.Contains(list, t) {
			list = append(list, t)
		}
	}
	return list
}

// isJoin reports whether an operation only waits.
func isJoin(op *ir.Op) bool { return op.Is(gpu.Wait) }
