package bufferizetensors

import (
	"github.com/inflight-compiler/inflight/dialect/bufferization"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/ir"
)

// toTensor copies the buffer, unless the program leaves it alone as long as the tensor is used.
func (c *converter) toTensor(op *ir.Op) error {
	from := op.Operand(0)
	if t := from.Type().(*ir.MemRefType); t.MemorySpace != nil {
		return op.Errorf(codeUnsupported, "'%v' is not in the memory that tensors are in", t).
			Suggest("copy it with memref.copy or gpu.memcpy to a memref without a memory space")
	}
	if !c.sharing[op] {
		from = c.copyOf(ir.At(op), from)
	}
	c.replace(op, from)
	return nil
}

// toBuffer gives out a copy of the buffer of a tensor, unless nothing writes there. What is written to a
// tensor that a program has made of a buffer of its own, which may be written, goes to that buffer.
func (c *converter) toBuffer(op *ir.Op) error {
	b := ir.At(op)
	buffer, want := c.buffers[op.Operand(0)], op.Result(0).Type().(*ir.MemRefType)
	made := op.Operand(0).DefinedBy(bufferization.ToTensor)
	switch {
	case made != nil && made.Attr("writable") != nil:
		buffer = made.Operand(0)
	case op.Attr("read_only") == nil:
		buffer = c.copyOf(b, buffer)
	}
	if have := buffer.Type().(*ir.MemRefType); have != want {
		if !memref.CastCompatible(have, want) {
			return op.Errorf(codeUnsupported, "a tensor has a buffer of type '%v', which is no '%v'", have,
				want)
		}
		buffer = memref.NewCast(b, buffer, want)
	}
	op.Result(0).ReplaceAllUsesWith(buffer)
	c.dead = append(c.dead, op)
	return nil
}

// materialize copies a tensor to a buffer; of a tensor as the destination there remains only its type.
func (c *converter) materialize(op *ir.Op) error {
	b := ir.At(op)
	from, dest := c.buffers[op.Operand(0)], op.Operand(1)
	if !c.isTensor(dest) {
		memref.NewCopy(b, from, dest)
		c.dead = append(c.dead, op)
		return nil
	}
	if want := c.bufferType(op.Result(0)); from.Type() != ir.Type(want) {
		from = memref.NewCast(b, from, want)
	}
	c.replace(op, from)
	return nil
}

func (c *converter) allocTensor(op *ir.Op) error {
	b := ir.At(op)
	if space := op.Attr("memory_space"); space != nil {
		return op.Errorf(codeUnsupported, "a tensor in the memory space %v cannot be bufferized", space).
			Suggest("leave 'memory_space' out")
	}
	if from := bufferization.Copied(op); from != nil {
		c.replace(op, c.copyOf(b, c.buffers[from]))
		return nil
	}
	c.replace(op, c.allocSized(b, c.bufferType(op.Result(0)), op.OperandsOf(0)))
	return nil
}

// deallocTensor leaves the buffer to the end of its uses.
func (c *converter) deallocTensor(op *ir.Op) error {
	c.dead = append(c.dead, op)
	return nil
}

// clone copies a buffer; the program frees it.
func (c *converter) clone(op *ir.Op) error {
	b := ir.At(op)
	from, want := op.Operand(0), op.Result(0).Type().(*ir.MemRefType)
	if t := from.Type().(*ir.MemRefType); !t.Ranked || !want.Ranked {
		return op.Errorf(codeUnsupported, "'bufferization.clone' of memory without rank is not known")
	}
	made := c.copyOf(b, from)
	c.owned = c.owned[:len(c.owned)-1]
	if have := made.Type().(*ir.MemRefType); have != want {
		if !memref.CastCompatible(have, want) {
			return op.Errorf(codeUnsupported, "a copy of '%v' has the type '%v', which is no '%v'",
				from.Type(), have, want)
		}
		made = memref.NewCast(b, made, want)
	}
	op.Result(0).ReplaceAllUsesWith(made)
	c.dead = append(c.dead, op)
	return nil
}

// dealloc frees buffers under their conditions; the addresses of those that may be the same are compared.
func (c *converter) dealloc(op *ir.Op) error {
	for i, v := range c.deallocations.Lower(ir.At(op), op) {
		op.Result(i).ReplaceAllUsesWith(v)
	}
	c.dead = append(c.dead, op)
	return nil
}
