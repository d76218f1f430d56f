package bufferizetensors

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/ir"
)

// leave lets an operation give out buffers that belong to who gets them: no argument, no constant, and none twice.
func (c *converter) leave(op *ir.Op) error {
	b := ir.At(op)
	given := c.operands(op)
	for i, v := range op.Operands() {
		if !c.isTensor(v) {
			continue
		}
		d := given[i].DefiningOp()
		if !d.Is(memref.Alloc) || d.Block() != op.Block() || slices.Contains(given[:i], given[i]) {
			given[i] = c.copyOf(b, given[i])
		}
	}
	op.SetOperands(given)
	return nil
}

// call makes a call of a function whose tensors have become buffers; those of its results belong to the caller.
func (c *converter) call(op *ir.Op) error {
	made := op.Rebuild(c.operands(op), c.types(op.ResultTypes()))
	for i, v := range op.Results() {
		if c.isTensor(v) {
			c.owned = append(c.owned, made.Result(i))
		}
	}
	c.replace(op, made.Results()...)
	return nil
}

// execute makes a region whose values have buffers as payloads.
func (c *converter) execute(op *ir.Op) error {
	made := op.Rebuild(c.operands(op), c.types(op.ResultTypes()))
	c.replace(op, made.Results()...)
	for _, arg := range made.Body().Args() {
		if c.isTensor(arg) {
			c.buffers[arg] = arg
			arg.SetType(c.typeOf(arg.Type()))
		}
	}
	return c.block(made.Body())
}

func (c *converter) await(op *ir.Op) error {
	made := op.Rebuild(c.operands(op), c.types(op.ResultTypes()))
	c.replace(op, made.Results()...)
	return nil
}
