package bufferizetensors

import "github.com/inflight-compiler/inflight/ir"

// read lets an operation that takes a vector out of a tensor read its buffer.
func (c *converter) read(op *ir.Op) error {
	made := op.Rebuild(c.operands(op), op.ResultTypes())
	c.replace(op, made.Results()...)
	return nil
}

// write lets an operation that puts a vector into a tensor write to a copy of its buffer; i is the number of
// that operand.
func write(i int) func(c *converter, op *ir.Op) error {
	return func(c *converter, op *ir.Op) error {
		operands := c.operands(op)
		operands[i] = c.copyOf(ir.At(op), operands[i])
		op.Rebuild(operands, []ir.Type{})
		c.replace(op, operands[i])
		return nil
	}
}
