package sim

import (
	"github.com/inflight-compiler/inflight/dialect/vector"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/value"
)

func init() {
	register(map[string]emitter{
		"vector.mask":          emitMask,
		"vector.yield":         (*compiler).exit,
		"vector.expandload":    emitPacked,
		"vector.compressstore": emitPacked,
	})
}

// emitMask emits the operation in a mask, whose emitter calls maskAround. Lanes of the result that the mask
// leaves out have the value of the passthru, if there is one.
func emitMask(c *compiler, op *ir.Op) error {
	passthru := op.OptionalOperand(1)
	return c.region(op.Region(0), func(yield *ir.Op) error {
		for i, v := range yield.Operands() {
			if passthru == nil {
				c.assign([]*ir.Value{op.Result(i)}, []*ir.Value{v})
				continue
			}
			c.emit(instr{
				exec: execBlend, a: c.slot(v), b: c.slot(passthru), c: c.maskOfResult(op),
				dst: c.result(op, i),
				imm: uint64(laneCount(v.Type())),
			})
		}
		return nil
	})
}

// maskOfResult returns the first register of a mask with a lane for each lane of the result. The mask of a
// transfer has dimensions in the order of the memory's, and one lane for an element of memory that is a
// vector.
func (c *compiler) maskOfResult(op *ir.Op) int32 {
	mask := c.operand(op, 0)
	v, ok := vector.TransferOf(op.Body().First())
	if !ok {
		return mask
	}
	shape := op.Result(0).Type().(*ir.VectorType).Shape
	outer := shape[:len(v.Map.Results)]
	x := lanes{shape: outer, mask: mask, dims: make([]int, len(outer)), skips: make([]bool, len(outer))}
	x.along(v)
	var from []int32
	at := make([]int64, len(outer))
	for range ir.NumElements(outer) {
		for range ir.NumElements(shape[len(outer):]) {
			from = append(from, x.maskAt(at))
		}
		value.Advance(at, outer)
	}
	ordered := c.vector(int32(len(from)))
	c.emit(instr{exec: execPick, dst: ordered, args: from})
	return ordered
}

// execBlend takes each lane from the first vector where the mask is set, else from the second.
func execBlend(t *thread, in *instr) {
	for e := range int32(in.imm) {
		from := in.a
		if t.regs[in.c+e] == 0 {
			from = in.b
		}
		t.regs[in.dst+e] = t.regs[from+e]
	}
	t.left -= int(in.imm) - 1
}

// maskAround returns the mask of the vector.mask around an operation, nil if there is none.
func maskAround(op *ir.Op) *ir.Value {
	if p := op.Parent(); p.Is(vector.Mask) {
		return p.Operand(0)
	}
	return nil
}

// maskOver returns the first register of the mask of the vector.mask around an operation, -1 if there is
// none.
func (c *compiler) maskOver(op *ir.Op) int32 {
	if m := maskAround(op); m != nil {
		return c.slot(m)
	}
	return -1
}

// bothMasks returns the first register of the lanes that two masks select. Either mask may be missing; if
// both are, it returns -1.
func (c *compiler) bothMasks(x, y *ir.Value) int32 {
	switch {
	case x == nil && y == nil:
		return -1
	case y == nil:
		return c.slot(x)
	case x == nil:
		return c.slot(y)
	}
	n := laneCount(x.Type())
	both := c.vector(n)
	c.emit(instr{exec: execAndLanes, a: c.slot(x), b: c.slot(y), dst: both, imm: uint64(n)})
	return both
}

func execAndLanes(t *thread, in *instr) {
	for e := range int32(in.imm) {
		t.regs[in.dst+e] = t.regs[in.a+e] & t.regs[in.b+e]
	}
	t.left -= int(in.imm) - 1
}

// emitPacked emits an access to memory in which the selected lanes are consecutive.
func emitPacked(c *compiler, op *ir.Op) error {
	a, _ := vector.PackedAccessOf(op)
	t := vectorOf(op, a.Vector)
	x, err := c.newLanes(op, a.Base.Type(), t)
	if err != nil {
		return err
	}
	if x.inner != 1 {
		return c.unsupported(op, "on memory of vectors")
	}
	x.setMask(c, a.Mask)
	x.packed = true
	if op.NumResults() == 0 {
		c.emitAccess(x, execStoreLanes,
			instr{a: c.slot(a.Base), b: c.slot(a.Vector), args: c.slotsOf(a.Offsets)})
		return nil
	}
	x.other, x.otherStep = c.slot(a.Vector), 1
	c.emitAccess(x, execLoadLanes, instr{a: c.slot(a.Base), dst: c.result(op, 0), args: c.slotsOf(a.Offsets)})
	return nil
}
