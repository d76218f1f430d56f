package sim

import (
	"github.com/inflight-compiler/inflight/dialect/vector"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/value"
)

func init() {
	register(map[string]emitter{
		"vector.broadcast":     emitBroadcast,
		"vector.extract":       emitExtract,
		"vector.insert":        emitInsert,
		"vector.shuffle":       emitShuffle,
		"vector.step":          emitStep,
		"vector.shape_cast":    emitShapeCast,
		"vector.bitcast":       emitBitCast,
		"vector.to_elements":   emitToElements,
		"vector.from_elements": emitFromElements,
		"vector.constant_mask": emitConstantMask,
		"vector.create_mask":   emitCreateMask,
		"vector.fma":           emitFMA,
	})
}

// denseConstant puts the elements of a constant into the initial frame.
func (c *compiler) denseConstant(op *ir.Op, a *ir.DenseElementsAttr) error {
	t, ok := op.Result(0).Type().(*ir.VectorType)
	if !ok {
		return c.unsupported(op, "with this value")
	}
	mask := value.Mask(widthOf(t))
	return c.setLanes(op, func(i int64) uint64 { return a.Element(int(i)) & mask })
}

// setLanes puts the elements of the result into the initial frame, so that they cost no instruction.
func (c *compiler) setLanes(op *ir.Op, element func(i int64) uint64) error {
	first := c.result(op, 0)
	for i := range int64(laneCount(op.Result(0).Type())) {
		c.fn.regs[int64(first)+i] = element(i)
	}
	return nil
}

func emitStep(c *compiler, op *ir.Op) error {
	return c.setLanes(op, func(i int64) uint64 { return uint64(i) })
}

// pick emits an instruction that copies a register into each lane of the result.
func (c *compiler) pick(op *ir.Op, from []int32) error {
	c.emit(instr{exec: execPick, dst: c.result(op, 0), args: from})
	return nil
}

func execPick(t *thread, in *instr) {
	for i, r := range in.args {
		t.regs[in.dst+int32(i)] = t.regs[r]
	}
	t.left -= len(in.args) - 1
}

// laneRange returns n consecutive registers from the first on.
func laneRange(first, n int32) []int32 {
	rs := make([]int32, n)
	for i := range rs {
		rs[i] = first + int32(i)
	}
	return rs
}

// emitBroadcast repeats the operand along new dimensions, and along dimensions where it has one element.
func emitBroadcast(c *compiler, op *ir.Op) error {
	to := op.Result(0).Type().(*ir.VectorType)
	from, source := make([]int32, laneCount(to)), c.operand(op, 0)
	var shape []int64
	if t, ok := op.Operand(0).Type().(*ir.VectorType); ok {
		shape = t.Shape
	}
	at := make([]int64, len(to.Shape))
	for i := range from {
		lane := int64(0)
		for d, n := range shape {
			lane *= n
			if n > 1 {
				lane += at[len(to.Shape)-len(shape)+d]
			}
		}
		from[i] = source + int32(lane)
		value.Advance(at, to.Shape)
	}
	return c.pick(op, from)
}

// part is the data of an extract or insert: the lanes of a vector that its position selects.
type part struct {
	t        *ir.VectorType
	position []int32 // registers
	n        int32   // lanes selected
}

// partOf returns the part of a vector that the position of op selects. It returns false if that part does not
// exist.
func (c *compiler) partOf(op *ir.Op, t *ir.VectorType) (*part, bool) {
	p := &part{t: t, n: laneCount(t)}
	for d, at := range vector.Position(op) {
		p.n /= int32(t.Shape[d])
		switch {
		case at.Value != nil:
			p.position = append(p.position, c.slot(at.Value))
		case at.Const == vector.Poison:
			return p, false
		default:
			p.position = append(p.position, c.constant(uint64(at.Const)))
		}
	}
	return p, true
}

// first returns the number of the first selected lane. If it does not exist, first stops the machine and
// returns false.
func (p *part) first(t *thread, in *instr) (int32, bool) {
	lane, size := int64(0), int64(laneCount(p.t))
	for d, r := range p.position {
		i, n := t.regs[r], p.t.Shape[d]
		if i >= uint64(n) {
			t.fail(in, codeOutOfBounds,
				"position %d is outside of dimension %d of the vector, which has extent %d", int64(i), d, n)
			return 0, false
		}
		size /= n
		lane += int64(i) * size
	}
	return int32(lane), true
}

// poison returns the register that stands for a value that does not exist. All its bits are set, as in memory
// that was never written.
func (c *compiler) poison(t ir.Type) int32 { return c.constant(value.Mask(widthOf(t))) }

// setPoison makes all lanes of the result values that do not exist.
func (c *compiler) setPoison(op *ir.Op) error {
	from := make([]int32, laneCount(op.Result(0).Type()))
	for i := range from {
		from[i] = c.poison(op.Result(0).Type())
	}
	return c.pick(op, from)
}

func emitExtract(c *compiler, op *ir.Op) error {
	p, ok := c.partOf(op, op.Operand(0).Type().(*ir.VectorType))
	if !ok {
		return c.setPoison(op)
	}
	c.emit(instr{exec: execExtract, a: c.operand(op, 0), dst: c.result(op, 0), data: p})
	return nil
}

func execExtract(t *thread, in *instr) {
	p := in.data.(*part)
	if lane, ok := p.first(t, in); ok {
		copyLanes(t.regs, in.dst, t.regs, in.a+lane, p.n)
		t.left -= int(p.n - 1)
	}
}

func emitInsert(c *compiler, op *ir.Op) error {
	p, ok := c.partOf(op, op.Operand(1).Type().(*ir.VectorType))
	if !ok {
		return c.setPoison(op)
	}
	c.emit(instr{exec: execInsert, a: c.operand(op, 0), b: c.operand(op, 1), dst: c.result(op, 0), data: p})
	return nil
}

func execInsert(t *thread, in *instr) {
	p := in.data.(*part)
	if lane, ok := p.first(t, in); ok {
		n := laneCount(p.t)
		copyLanes(t.regs, in.dst, t.regs, in.b, n)
		copyLanes(t.regs, in.dst+lane, t.regs, in.a, p.n)
		t.left -= int(n - 1)
	}
}

func emitShuffle(c *compiler, op *ir.Op) error {
	to := op.Result(0).Type().(*ir.VectorType)
	row := laneCount(to) / int32(to.Shape[0])
	rows := int64(laneCount(op.Operand(0).Type()) / row) // of the first operand
	var from []int32
	for _, m := range op.Ints("mask") {
		first := c.poison(to)
		switch {
		case m >= rows:
			first = c.operand(op, 1) + int32(m-rows)*row
		case m >= 0:
			first = c.operand(op, 0) + int32(m)*row
		default:
			for range row {
				from = append(from, first)
			}
			continue
		}
		from = append(from, laneRange(first, row)...)
	}
	return c.pick(op, from)
}

// emitShapeCast makes the result another name of the operand, because both have their lanes in the same
// order.
func emitShapeCast(c *compiler, op *ir.Op) error {
	c.alias(op.Result(0), op.Operand(0))
	return nil
}

// bitCast is the data of a cast between vectors with elements of other widths.
type bitCast struct {
	from, to uint // widths
	n        int32
}

// emitBitCast emits a copy of bits. The first element has the lowest bits.
func emitBitCast(c *compiler, op *ir.Op) error {
	from, to := op.Operand(0).Type(), op.Result(0).Type()
	b := &bitCast{from: uint(widthOf(from)), to: uint(widthOf(to)), n: laneCount(to)}
	c.emit(instr{exec: execBitCast, a: c.operand(op, 0), dst: c.result(op, 0), data: b})
	return nil
}

func execBitCast(t *thread, in *instr) {
	b := in.data.(*bitCast)
	at := uint(0) // in all bits of the operand
	for i := range b.n {
		v := uint64(0)
		for have := uint(0); have < b.to; {
			low := at % b.from
			n := min(b.from-low, b.to-have)
			bits := t.regs[in.a+int32(at/b.from)] >> low & value.Mask(uint32(n))
			v |= bits << have
			have, at = have+n, at+n
		}
		t.regs[in.dst+i] = v
	}
	t.left -= int(b.n - 1)
}

func emitToElements(c *compiler, op *ir.Op) error {
	for i := range op.NumResults() {
		c.emit(instr{exec: execMove, a: c.operand(op, 0) + int32(i), dst: c.result(op, i)})
	}
	return nil
}

func emitFromElements(c *compiler, op *ir.Op) error { return c.pick(op, c.slotsOf(op.Operands())) }

func emitConstantMask(c *compiler, op *ir.Op) error {
	shape, sizes := maskShape(op), op.Ints("mask_dim_sizes")
	at := make([]int64, len(shape))
	return c.setLanes(op, func(int64) uint64 {
		set := uint64(1)
		for d, n := range sizes {
			if at[d] >= n {
				set = 0
			}
		}
		value.Advance(at, shape)
		return set
	})
}

// maskShape returns the shape of a mask, with one size per dimension, or the size 1 if the mask has no
// dimensions.
func maskShape(op *ir.Op) []int64 {
	if shape := op.Result(0).Type().(*ir.VectorType).Shape; len(shape) > 0 {
		return shape
	}
	return []int64{1}
}

func emitCreateMask(c *compiler, op *ir.Op) error {
	c.emit(instr{exec: execCreateMask, dst: c.result(op, 0), args: c.slotsOf(op.Operands()),
		data: maskShape(op)})
	return nil
}

func execCreateMask(t *thread, in *instr) {
	shape := in.data.([]int64)
	at := make([]int64, len(shape))
	n := ir.NumElements(shape)
	for i := range n {
		set := true
		for d, r := range in.args {
			set = set && at[d] < int64(t.regs[r])
		}
		t.setBool(in.dst+int32(i), set)
		value.Advance(at, shape)
	}
	t.left -= int(n - 1)
}
