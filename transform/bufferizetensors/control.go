package bufferizetensors

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/dialect/scf"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// loop gives each tensor that a scf.for carries a buffer for all iterations. The body reads it, and what the body yields is copied into
// it at the end of each iteration.
func (c *converter) loop(op *ir.Op) error {
	b := ir.At(op)
	body := op.Body()
	operands, results := op.Operands()[:3], []ir.Type{}
	place := make([]*ir.Value, op.NumResults())
	for i, init := range op.Operands()[3:] {
		arg := body.Arg(1 + i)
		if !c.isTensor(init) {
			operands, results = append(operands, init), append(results, init.Type())
			continue
		}
		place[i] = c.copyOf(b, c.buffers[init])
		c.buffers[arg] = place[i]
	}
	made := op.Rebuild(operands, results)
	c.shrunk = append(c.shrunk, body)
	if err := c.block(body); err != nil {
		return err
	}
	c.carry(body.Terminator(), place)
	c.replace(op, places(place, made)...)
	return nil
}

// forall gives each output of a scf.forall a buffer, which begins as a copy of the tensor that it changes.
// The iterations read that tensor, so that what one makes does not depend on the others.
func (c *converter) forall(op *ir.Op) error {
	b := ir.At(op)
	body, outs := op.Body(), op.OperandsOf(3)
	place := make([]*ir.Value, len(outs))
	for i, arg := range scf.SharedOuts(op) {
		before := c.buffers[outs[i]]
		place[i] = c.copyOf(b, before)
		c.buffers[arg], c.shared[arg] = before, place[i]
	}
	bounds := op.Operands()[:op.NumOperands()-len(outs)]
	sizes := constraint.OperandSegmentSize.Name
	counts := slices.Clone(op.Ints(sizes))
	counts[3] = 0
	op.SetAttr(sizes, b.Ctx.I32Array(counts...))
	op.Rebuild(bounds, []ir.Type{})
	c.shrunk = append(c.shrunk, body)
	if err := c.block(body); err != nil {
		return err
	}
	c.replace(op, place...)
	return nil
}

// carry copies the tensors that a body yields to where the next iteration reads them, and yields the rest. A tensor that the loop
// carries itself is copied away first, because its buffer may be written before it is read.
func (c *converter) carry(yield *ir.Op, place []*ir.Value) {
	b := ir.At(yield)
	var rest []*ir.Value
	from := make([]*ir.Value, len(place))
	for i, v := range yield.Operands() {
		if place[i] == nil {
			rest = append(rest, v)
			continue
		}
		from[i] = c.buffers[v]
		if from[i] != place[i] && slices.Contains(place, from[i]) {
			from[i] = c.copyOf(b, from[i])
		}
	}
	for i, v := range from {
		if v != nil {
			moveInto(b, v, place[i])
		}
	}
	yield.SetOperands(rest)
}

// places returns the values for results that are buffers, or else the next results of an operation.
func places(place []*ir.Value, made *ir.Op) []*ir.Value {
	list, next := slices.Clone(place), 0
	for i := range list {
		if list[i] == nil {
			list[i] = made.Result(next)
			next++
		}
	}
	return list
}

// condition gives each tensor that a scf.if yields a buffer, which each branch fills.
func (c *converter) condition(op *ir.Op) error {
	b := ir.At(op)
	results := []ir.Type{}
	place := make([]*ir.Value, op.NumResults())
	for i, v := range op.Results() {
		if !c.isTensor(v) {
			results = append(results, v.Type())
			continue
		}
		t := c.bufferType(v)
		if slices.Contains(t.Shape, ir.Dynamic) {
			return op.Errorf(codeUnsupported, "a condition yields '%v', whose extents are not known in front of it", v.Type())
		}
		place[i] = c.allocSized(b, t, nil)
	}
	made := op.Rebuild(op.Operands(), results)
	for _, r := range made.Regions() {
		if err := c.block(r.Entry()); err != nil {
			return err
		}
		c.fill(r.Entry().Terminator(), place)
	}
	c.replace(op, places(place, made)...)
	return nil
}

// fill copies the tensors that a branch yields, and yields the rest.
func (c *converter) fill(yield *ir.Op, place []*ir.Value) {
	b := ir.At(yield)
	var rest []*ir.Value
	for i, v := range yield.Operands() {
		if place[i] == nil {
			rest = append(rest, v)
			continue
		}
		memref.NewCopy(b, c.buffers[v], place[i])
	}
	yield.SetOperands(rest)
}
