package bufferizetensors

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/ir"
)

// leave lets an operation give out buffers that belong to who gets them: no argument, no constant, and none
// twice.
func (c *converter) leave(op *ir.Op) error {
	given := c.operands(op)
	for i, v := range op.Operands() {
		if c.isTensor(v) {
			if t := given[i].Type().(*ir.MemRefType); !t.Ranked && memref.Ranked(given[i]) == nil &&
				!c.owns(op.Block(), given[i]) {
				return op.Errorf(codeUnsupported,
					"a tensor whose rank is not known cannot be copied to hand it out").
					Suggest("give the tensor a rank with tensor.cast")
			}
			given[i] = c.given(op, given[i], given[:i])
		}
	}
	op.SetOperands(given)
	return nil
}

// given returns what an operation hands out for a buffer: the buffer itself where it belongs to the block of
// the operation and is not handed out already, else a copy.
func (c *converter) given(op *ir.Op, v *ir.Value, already []*ir.Value) *ir.Value {
	if c.owns(op.Block(), v) && !slices.Contains(already, v) {
		return v
	}
	return c.copyOf(ir.At(op), v)
}

// owns reports whether a buffer belongs to a block.
func (c *converter) owns(b *ir.Block, v *ir.Value) bool {
	return v.ParentBlock() == b && slices.Contains(c.owned, v)
}

// call makes a call of a function whose tensors have become buffers; those of its results belong to the
// caller.
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
