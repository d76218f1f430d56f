package sim

import (
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/value"
)

func init() {
	register(map[string]emitter{
		"cf.br":      emitBr,
		"cf.cond_br": emitCondBr,
		"cf.switch":  emitSwitch,
		"cf.assert":  emitAssert,
	})
}

func emitBr(c *compiler, op *ir.Op) error {
	c.branch(op.Successor(0), op.Operands())
	return nil
}

// branch emits the copies of the operands to a block's arguments, and the jump to the block. A jump backwards
// begins another iteration.
func (c *compiler) branch(to *ir.Block, operands []*ir.Value) {
	c.assign(to.Args(), operands)
	at := c.emit(instr{exec: execJumpAnew})
	c.patch(at, to)
}

func execJumpAnew(t *thread, in *instr) { t.pc, t.now = int(in.a), nil }

func emitCondBr(c *compiler, op *ir.Op) error {
	groups := segments(op, 3)
	if op.Attr("operandSegmentSizes") == nil {
		groups[0] = op.Operands()
	}
	at := c.emit(instr{exec: execBranchIfNot, b: c.slot(groups[0][0])})
	c.branch(op.Successor(0), groups[1])
	c.setTarget(at)
	c.branch(op.Successor(1), groups[2])
	return nil
}

// execBranchIfNot jumps to a if register b is false.
func execBranchIfNot(t *thread, in *instr) {
	if t.regs[in.b] == 0 {
		t.pc = int(in.a)
	}
}

// emitSwitch emits one comparison per case, and then the default.
func emitSwitch(c *compiler, op *ir.Op) error {
	groups := segments(op, 3)
	var sizes []int64
	if a := op.Attr("case_operand_segments"); a != nil {
		sizes = ints(a)
	}
	rest := groups[2]
	mask := value.Mask(widthOf(op.Operand(0).Type()))
	cases := map[uint64]int32{}
	at := c.emit(instr{exec: execSwitch, b: c.operand(op, 0), data: cases})
	for i, value := range ints(op.Attr("case_values")) {
		n := 0
		if i < len(sizes) {
			n = int(sizes[i])
		}
		c.beginCase(cases, uint64(value)&mask)
		c.branch(op.Successor(1+i), rest[:n])
		rest = rest[n:]
	}
	c.setTarget(at)
	c.branch(op.Successor(0), groups[1])
	return nil
}

// beginCase makes the next instruction the target of a case. If an earlier case has the same number, that one
// stays.
func (c *compiler) beginCase(cases map[uint64]int32, value uint64) {
	if _, ok := cases[value]; !ok {
		cases[value] = int32(c.here())
	}
}

// execSwitch jumps to the target that data has for the number in register b, or else to a.
func execSwitch(t *thread, in *instr) {
	to, ok := in.data.(map[uint64]int32)[t.regs[in.b]]
	if !ok {
		to = in.a
	}
	t.pc = int(to)
}

// execBranchUnless jumps to a unless register b equals imm.
func execBranchUnless(t *thread, in *instr) {
	if t.regs[in.b] != in.imm {
		t.pc = int(in.a)
	}
}

func emitAssert(c *compiler, op *ir.Op) error {
	c.emit(instr{exec: execAssert, a: c.operand(op, 0), data: op.StringAttr("msg")})
	return nil
}

func execAssert(t *thread, in *instr) {
	switch {
	case t.regs[in.a] != 0:
	case t.task != nil:
		t.failTask(in, t.errorf(in, codeAssert, "the assertion does not hold: %s", in.data.(string)))
	default:
		t.fail(in, codeAssert, "the assertion does not hold: %s", in.data.(string))
	}
}
