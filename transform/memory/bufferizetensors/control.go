package bufferizetensors

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/dialect/scf"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// loop gives each tensor that a scf.for carries a buffer for all iterations. The body reads it, and what the
// body yields is copied into it at the end of each iteration. A tensor whose extents may change from one
// iteration to the next is carried in a buffer of each iteration's own, which the next one frees.
func (c *converter) loop(op *ir.Op) error {
	b := ir.At(op)
	body := op.Body()
	operands, results := op.Operands()[:3], []ir.Type{}
	place := make([]*ir.Value, op.NumResults())
	var moving []*ir.Value
	for i, init := range op.Operands()[3:] {
		arg := body.Arg(1 + i)
		switch {
		case !c.isTensor(init):
			operands, results = append(operands, init), append(results, init.Type())
		case slices.Contains(c.bufferType(init).Shape, ir.Dynamic):
			first := c.copyOf(b, c.buffers[init])
			c.owned = c.owned[:len(c.owned)-1] // the first iteration frees it
			arg.SetType(first.Type())
			c.buffers[arg] = arg
			operands, results, moving = append(operands, first), append(results, first.Type()),
				append(moving, arg)
		default:
			place[i] = c.copyOf(b, c.buffers[init])
			c.buffers[arg] = place[i]
		}
	}
	made := op.Rebuild(operands, results)
	c.shrunk = append(c.shrunk, body)
	if err := c.block(body); err != nil {
		return err
	}
	c.carry(body.Terminator(), place, moving)
	values := places(place, made)
	for i, v := range op.Results() {
		if c.isTensor(v) && place[i] == nil {
			c.owned = append(c.owned, values[i])
		}
	}
	c.replace(op, values...)
	return nil
}

// while hands each iteration of a scf.while the tensors that it carries in buffers of its own, which the
// iteration hands on or frees.
func (c *converter) while(op *ir.Op) error {
	b := ir.At(op)
	operands := c.operands(op)
	for i, v := range op.Operands() {
		if c.isTensor(v) {
			operands[i] = c.copyOf(b, operands[i])
			c.owned = c.owned[:len(c.owned)-1] // the first iteration frees it
		}
	}
	made := op.Rebuild(operands, c.types(op.ResultTypes()))
	for i, v := range op.Results() {
		if c.isTensor(v) {
			c.owned = append(c.owned, made.Result(i))
		}
	}
	c.replace(op, made.Results()...)
	for _, r := range made.Regions() {
		for _, arg := range r.Entry().Args() {
			if c.isTensor(arg) {
				c.buffers[arg] = arg
				arg.SetType(c.typeOf(arg.Type()))
				c.owned = append(c.owned, arg)
			}
		}
		if err := c.block(r.Entry()); err != nil {
			return err
		}
		if err := c.leave(r.Entry().Terminator()); err != nil {
			return err
		}
	}
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

// carry copies the tensors that a body yields to where the next iteration reads them, and yields the rest;
// the buffers that this iteration has been handed are freed. A tensor that the loop carries itself is copied
// away first, because its buffer may be written before it is read.
func (c *converter) carry(yield *ir.Op, place, moving []*ir.Value) {
	b := ir.At(yield)
	var rest []*ir.Value
	from := make([]*ir.Value, len(place))
	for i, v := range yield.Operands() {
		switch {
		case place[i] == nil && c.isTensor(v):
			rest = append(rest, c.given(yield, c.buffers[v], rest))
		case place[i] == nil:
			rest = append(rest, v)
		default:
			from[i] = c.buffers[v]
			if from[i] != place[i] && slices.Contains(place, viewed(from[i])) {
				from[i] = c.copyOf(b, from[i])
			}
		}
	}
	for i, v := range from {
		if v != nil {
			moveInto(b, v, place[i])
		}
	}
	for _, v := range moving {
		memref.NewDealloc(b, v)
	}
	yield.SetOperands(rest)
}

// viewed returns the buffer that a value is, or is a view of.
func viewed(v *ir.Value) *ir.Value {
	for op := v.DefiningOp(); op != nil && op.Def().View != nil; op = v.DefiningOp() {
		view, ok := op.Def().View(op)
		if !ok {
			break
		}
		v = view.Source
	}
	return v
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

// condition gives each tensor that a scf.if yields a buffer, which each branch fills. Where the extents of a
// tensor are not known in front of the condition, each branch makes the buffer, and yields it.
func (c *converter) condition(op *ir.Op) error {
	b := ir.At(op)
	results := []ir.Type{}
	place := make([]*ir.Value, op.NumResults())
	for i, v := range op.Results() {
		if !c.isTensor(v) {
			results = append(results, v.Type())
			continue
		}
		if t := c.bufferType(v); slices.Contains(t.Shape, ir.Dynamic) {
			results = append(results, t)
		} else {
			place[i] = c.allocSized(b, t, nil)
		}
	}
	made := op.Rebuild(op.Operands(), results)
	for _, r := range made.Regions() {
		if err := c.block(r.Entry()); err != nil {
			return err
		}
		c.fill(r.Entry().Terminator(), place)
	}
	values := places(place, made)
	for i, v := range op.Results() {
		if c.isTensor(v) && place[i] == nil {
			c.owned = append(c.owned, values[i])
		}
	}
	c.replace(op, values...)
	return nil
}

// fill copies the tensors that a branch yields to where they are expected, and yields the rest: tensors as
// buffers of their own.
func (c *converter) fill(yield *ir.Op, place []*ir.Value) {
	b := ir.At(yield)
	var rest []*ir.Value
	for i, v := range yield.Operands() {
		switch {
		case place[i] != nil:
			memref.NewCopy(b, c.buffers[v], place[i])
		case c.isTensor(v):
			rest = append(rest, c.given(yield, c.buffers[v], rest))
		default:
			rest = append(rest, v)
		}
	}
	yield.SetOperands(rest)
}
