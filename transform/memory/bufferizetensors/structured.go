package bufferizetensors

import (
	"github.com/inflight-compiler/inflight/dialect/bufferization"
	"github.com/inflight-compiler/inflight/dialect/linalg"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/dialect/tensor"
	"github.com/inflight-compiler/inflight/ir"
)

// structured lets a structured operation write to buffers of its own, which have the contents of its outputs
// where those matter.
func (c *converter) structured(op *ir.Op) error {
	s := linalg.StructuredOf(op)
	b := ir.At(op)
	operands := c.operands(op)
	for i, init := range s.Outputs {
		at := len(s.Inputs) + i
		empty := emptyTensor(init)
		switch {
		case empty != nil && init.HasOneUse() && empty.Block() == op.Block():
			continue // it has a buffer for this
		case empty != nil || s.Overwrites(at):
			operands[at] = c.alloc(b, c.bufferType(init), operands[at])
		default:
			operands[at] = c.copyOf(b, operands[at])
		}
	}
	outputs := operands[len(s.Inputs) : len(s.Inputs)+len(s.Outputs)]
	made := op.Rebuild(operands, []ir.Type{})
	c.replace(op, outputs...)
	return c.regions(made)
}

// emptyTensor returns the operation that makes a tensor of which only the shape matters, nil if a tensor is
// another one.
func emptyTensor(v *ir.Value) *ir.Op {
	made := v.DefiningOp()
	if made.Is(tensor.Empty) || made.Is(bufferization.AllocTensor) && bufferization.Copied(made) == nil {
		return made
	}
	return nil
}

// moveInto copies a buffer into another, unless it is the same.
func moveInto(b *ir.Builder, from, to *ir.Value) {
	if from != to {
		memref.NewCopy(b, from, to)
	}
}
