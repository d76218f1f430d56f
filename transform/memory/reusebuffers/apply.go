package reusebuffers

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/ir"
)

// apply lets the allocation have the memory of the freed buffer, and its region wait for that of the free
// where it does not anyhow.
func (c *candidate) apply() {
	buffer := c.free.Operand(0)
	if c.from != nil {
		buffer = c.handOver()
	}
	c.alloc.Result(0).ReplaceAllUsesWith(buffer)
	c.alloc.Erase()
	c.free.Erase()
}

// handOver gives the region with the allocation the buffer, and returns it there.
func (c *candidate) handOver() *ir.Value {
	tokens, values := async.Dependencies(c.to), async.Unwrapped(c.to)
	if !c.ordered && !slices.Contains(tokens, c.from.Result(0)) {
		tokens = append(slices.Clone(tokens), c.from.Result(0))
	}
	buffer := c.free.Operand(0)
	if buffer.IsArgument() {
		promised := async.Unwrapped(c.from)[buffer.Index()]
		if i := slices.Index(values, promised); i >= 0 {
			buffer = c.to.Body().Arg(i)
		} else {
			values = append(slices.Clone(values), promised)
			buffer = c.to.Body().AddArg(buffer.Type(), buffer.Loc())
		}
	}
	c.to.SetOperands(slices.Concat(tokens, values))
	c.to.SetAttr("operandSegmentSizes", c.to.Context().I32Array(int64(len(tokens)), int64(len(values))))
	return buffer
}
