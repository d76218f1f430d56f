package sim

import (
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/value"
)

func init() {
	register(map[string]emitter{
		"scf.for":                emitFor,
		"scf.if":                 emitIf,
		"scf.while":              emitWhile,
		"scf.execute_region":     emitExecuteRegion,
		"scf.index_switch":       emitIndexSwitch,
		"scf.parallel":           emitParallel,
		"scf.forall":             emitForall,
		"scf.yield":              (*compiler).exit,
		"scf.condition":          (*compiler).exit,
		"scf.reduce":             (*compiler).exit,
		"scf.reduce.return":      (*compiler).exit,
		"scf.forall.in_parallel": (*compiler).exit,
	})
}

// none is the exit of regions whose terminator passes no values.
func none(*ir.Op) error { return nil }

// emitFor emits a counted loop. The results use the registers of the carried values.
func emitFor(c *compiler, op *ir.Op) error {
	body := op.Body()
	if _, ok := value.BitWidth(body.Arg(0).Type()); !ok {
		return c.unsupported(op, "with these bounds")
	}
	c.emit(instr{exec: execCheckStep, a: c.operand(op, 2), imm: 64 - uint64(widthOf(body.Arg(0).Type()))})
	inits, carried := op.Operands()[3:], body.Args()[1:]
	c.assign(carried, inits)
	loop := counted{
		iv: c.slot(body.Arg(0)), lower: c.operand(op, 0), upper: c.operand(op, 1), step: c.operand(op, 2),
		shift: 64 - uint64(widthOf(body.Arg(0).Type())), unsigned: op.Attr("unsignedCmp") != nil,
	}
	err := c.counted(loop, body.Args()[:1], func() error {
		return c.scoped(op.Region(0), func(yield *ir.Op) error {
			c.assign(carried, yield.Operands())
			return nil
		})
	})
	for i := range op.NumResults() {
		c.alias(op.Result(i), carried[i])
	}
	return err
}

// counted is a counted loop over registers.
type counted struct {
	iv, lower, upper, step int32
	shift                  uint64 // 64 - width of the induction variable
	unsigned               bool
}

// counted emits a loop around body. The step must have been checked before.
func (c *compiler) counted(l counted, ivs []*ir.Value, body func() error) error {
	enter, next := execLoopEnter, execLoopNext
	switch {
	case l.unsigned:
		enter, next = execLoopEnterUnsigned, execLoopNextUnsigned
	case l.shift != 0:
		enter, next = execLoopEnterNarrow, execLoopNextNarrow
	}
	c.emitFree(instr{exec: execMove, dst: l.iv, a: l.lower})
	head := c.emit(instr{exec: enter, dst: l.iv, b: l.upper, imm: l.shift})
	start := c.here()
	if err := c.loop(ivs, []int32{l.iv}, body); err != nil {
		return err
	}
	c.emitAgain(instr{exec: next, pauses: true, dst: l.iv, a: int32(start), b: l.upper, c: l.step,
		imm: l.shift})
	c.setTarget(head)
	return nil
}

// emitAgain appends an instruction that costs time each time it is executed.
func (c *compiler) emitAgain(in instr) {
	c.charged = false
	c.emit(in)
}

// scoped emits a region that is entered once per iteration. The memory of an alloca in it lives until the end
// of the iteration.
func (c *compiler) scoped(r *ir.Region, exit func(op *ir.Op) error) error {
	stack := allocatesStack(r)
	if stack {
		c.emitFree(instr{exec: execMark})
	}
	if err := c.region(r, exit); err != nil {
		return err
	}
	if stack {
		c.enter(c.op) // the site of the end of an iteration lies in the loop
		c.emitFree(instr{exec: execUnmark})
	}
	return nil
}

// scopes has the operations at whose end the life of memory from memref.alloca ends.
var scopes = map[string]bool{
	"scf.for": true, "scf.parallel": true, "scf.forall": true, "affine.for": true, "affine.parallel": true,
	"func.func":           true,
	"memref.alloca_scope": true, "scf.execute_region": true, "pipeline.async_scope": true,
}

// allocatesStack reports whether the region has an alloca that belongs to it and not to a scope inside it.
func allocatesStack(r *ir.Region) bool {
	for _, b := range r.Blocks() {
		for op := range b.Ops() {
			if op.Has(ir.StackAllocation) {
				return true
			}
			if scopes[op.Name()] {
				continue
			}
			for _, inner := range op.Regions() {
				if allocatesStack(inner) {
					return true
				}
			}
		}
	}
	return false
}

func execMark(t *thread, _ *instr) { t.marks = append(t.marks, len(t.allocas)) }

func execUnmark(t *thread, _ *instr) {
	n := t.marks[len(t.marks)-1]
	t.marks = t.marks[:len(t.marks)-1]
	t.freeAllocas(n)
}

func execCheckStep(t *thread, in *instr) {
	if step := value.Signed(t.regs[in.a], in.imm); step <= 0 {
		t.fail(in, codeStep, "the step is %d", step)
	}
}

func execLoopEnter(t *thread, in *instr) {
	t.now = nil
	if int64(t.regs[in.dst]) >= int64(t.regs[in.b]) {
		t.pc = int(in.a)
	}
}

// execLoopNext advances to the next iteration. If the sum of induction variable and step wraps around, the
// loop ends.
func execLoopNext(t *thread, in *instr) {
	t.now = nil
	iv := int64(t.regs[in.dst])
	next := iv + int64(t.regs[in.c])
	t.regs[in.dst] = uint64(next)
	if next < int64(t.regs[in.b]) && next > iv {
		t.pc = int(in.a)
	}
}

func execLoopEnterNarrow(t *thread, in *instr) {
	t.now = nil
	if value.Signed(t.regs[in.dst], in.imm) >= value.Signed(t.regs[in.b], in.imm) {
		t.pc = int(in.a)
	}
}

func execLoopNextNarrow(t *thread, in *instr) {
	t.now = nil
	next := value.Signed(t.regs[in.dst], in.imm) + value.Signed(t.regs[in.c], in.imm)
	t.regs[in.dst] = uint64(next) & (^uint64(0) >> in.imm)
	if next < value.Signed(t.regs[in.b], in.imm) {
		t.pc = int(in.a)
	}
}

func execLoopEnterUnsigned(t *thread, in *instr) {
	t.now = nil
	if t.regs[in.dst] >= t.regs[in.b] {
		t.pc = int(in.a)
	}
}

func execLoopNextUnsigned(t *thread, in *instr) {
	t.now = nil
	iv := t.regs[in.dst]
	next := (iv + t.regs[in.c]) & (^uint64(0) >> in.imm)
	t.regs[in.dst] = next
	if next < t.regs[in.b] && next > iv {
		t.pc = int(in.a)
	}
}

func emitIf(c *compiler, op *ir.Op) error {
	yield := func(y *ir.Op) error {
		c.assign(op.Results(), y.Operands())
		return nil
	}
	skip := c.emit(instr{exec: execBranchIfNot, b: c.operand(op, 0)})
	if err := c.region(op.Region(0), yield); err != nil {
		return err
	}
	if op.NumRegions() < 2 || op.Region(1).Empty() {
		c.setTarget(skip)
		return nil
	}
	end := c.emitFree(instr{exec: execJump})
	c.setTarget(skip)
	if err := c.region(op.Region(1), yield); err != nil {
		return err
	}
	c.setTarget(end)
	return nil
}

// emitWhile emits a loop. Its iterations are counted for reports.
func emitWhile(c *compiler, op *ir.Op) error {
	before, after := op.Region(0), op.Region(1)
	count := c.temp(false)
	c.emitFree(instr{exec: execMove, dst: count, a: c.constant(0)})
	c.assign(before.Entry().Args(), op.Operands())
	start, leave := c.here(), 0
	err := c.loop(nil, []int32{count}, func() error {
		err := c.region(before, func(cond *ir.Op) error {
			leave = c.emit(instr{exec: execLeave, b: c.operand(cond, 0)})
			c.assign(after.Entry().Args(), cond.Operands()[1:])
			skip := c.emitFree(instr{exec: execJump})
			c.setTarget(leave)
			c.assign(op.Results(), cond.Operands()[1:])
			leave = c.emitFree(instr{exec: execJump})
			c.setTarget(skip)
			return nil
		})
		if err != nil {
			return err
		}
		return c.region(after, func(yield *ir.Op) error {
			c.assign(before.Entry().Args(), yield.Operands())
			c.emitFree(instr{exec: execAgain, a: int32(start), dst: count})
			return nil
		})
	})
	c.setTarget(leave)
	return err
}

// execLeave jumps to a, out of the loop, if register b is false.
func execLeave(t *thread, in *instr) {
	if t.regs[in.b] == 0 {
		t.pc, t.now = int(in.a), nil
	}
}

func execAgain(t *thread, in *instr) {
	t.regs[in.dst]++
	t.pc, t.now = int(in.a), nil
}

// emitExecuteRegion emits a region of any number of blocks. Every yield jumps behind the region.
func emitExecuteRegion(c *compiler, op *ir.Op) error {
	var ends []int
	stack := allocatesStack(op.Region(0))
	if stack {
		c.emitFree(instr{exec: execMark})
	}
	err := c.region(op.Region(0), func(yield *ir.Op) error {
		c.assign(op.Results(), yield.Operands())
		ends = append(ends, c.emitFree(instr{exec: execJump}))
		return nil
	})
	for _, at := range ends {
		c.setTarget(at)
	}
	if stack {
		c.emitFree(instr{exec: execUnmark})
	}
	return err
}

// emitIndexSwitch emits the cases and then the default, which is region 0.
func emitIndexSwitch(c *compiler, op *ir.Op) error {
	yield := func(y *ir.Op) error {
		c.assign(op.Results(), y.Operands())
		return nil
	}
	var ends []int
	cases := map[uint64]int32{}
	at := c.emit(instr{exec: execSwitch, b: c.operand(op, 0), data: cases})
	for i, value := range ints(op.Attr("cases")) {
		c.beginCase(cases, uint64(value))
		if err := c.region(op.Region(1+i), yield); err != nil {
			return err
		}
		ends = append(ends, c.emitFree(instr{exec: execJump}))
	}
	c.setTarget(at)
	err := c.region(op.Region(0), yield)
	for _, at := range ends {
		c.setTarget(at)
	}
	return err
}

// parallel emits loops, outermost first, whose iterations are concurrent strands. body emits the code of one
// iteration.
func (c *compiler) parallel(loops []counted, ivs []*ir.Value, body func() error) error {
	c.emitFree(instr{exec: execFork})
	var nest func(d int) error
	nest = func(d int) error {
		if d < len(loops) {
			return c.counted(loops[d], ivs[d:d+1], func() error { return nest(d + 1) })
		}
		c.enter(c.op) // the site of the iteration lies in all loops
		c.emitFree(instr{exec: execIteration})
		if err := body(); err != nil {
			return err
		}
		c.emitFree(instr{exec: execIterationEnd})
		return nil
	}
	if err := nest(0); err != nil {
		return err
	}
	c.emitFree(instr{exec: execJoin})
	return nil
}

func emitParallel(c *compiler, op *ir.Op) error {
	groups := segments(op, 4)
	body := op.Body()
	var loops []counted
	for d := range groups[0] {
		step := c.slot(groups[2][d])
		c.emit(instr{exec: execCheckStep, a: step})
		loops = append(loops, counted{
			iv: c.slot(body.Arg(d)), lower: c.slot(groups[0][d]), upper: c.slot(groups[1][d]), step: step,
		})
	}
	c.assign(op.Results(), groups[3])
	return c.parallel(loops, body.Args(), func() error {
		return c.scoped(op.Region(0), func(end *ir.Op) error { return c.reduce(op, end) })
	})
}

// reduce emits the reductions at the end of an iteration. They accumulate in the registers of the loop's
// results.
func (c *compiler) reduce(loop, end *ir.Op) error {
	if end.Name() != "scf.reduce" {
		return nil // scf.yield, as older versions of MLIR have it
	}
	for i, r := range end.Regions() {
		acc := loop.Result(i)
		c.assign(r.Entry().Args(), []*ir.Value{acc, end.Operand(i)})
		err := c.region(r, func(ret *ir.Op) error {
			c.assign([]*ir.Value{acc}, ret.Operands())
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func emitForall(c *compiler, op *ir.Op) error {
	if op.NumResults() > 0 {
		return c.unsupported(op, "with results")
	}
	groups := segments(op, 4)
	lower := c.mixed(ints(op.Attr("staticLowerBound")), groups[0])
	upper := c.mixed(ints(op.Attr("staticUpperBound")), groups[1])
	steps := c.mixed(ints(op.Attr("staticStep")), groups[2])
	body := op.Body()
	var loops []counted
	for d := range lower {
		c.emit(instr{exec: execCheckStep, a: steps[d]})
		loops = append(loops,
			counted{iv: c.slot(body.Arg(d)), lower: lower[d], upper: upper[d], step: steps[d]})
	}
	return c.parallel(loops, body.Args(), func() error {
		return c.scoped(op.Region(0), func(end *ir.Op) error {
			if end.NumRegions() > 0 && !end.Region(0).Empty() && !end.Region(0).Entry().Empty() {
				return c.unsupported(end, "with contents")
			}
			return nil
		})
	})
}

// mixed returns registers of integers, some of them static: where the static value is ir.Dynamic, the
// register is that of the next operand.
func (c *compiler) mixed(static []int64, dynamic []*ir.Value) []int32 {
	regs := make([]int32, len(static))
	for i, v := range static {
		if v == ir.Dynamic && len(dynamic) > 0 {
			regs[i], dynamic = c.slot(dynamic[0]), dynamic[1:]
		} else {
			regs[i] = c.constant(uint64(v))
		}
	}
	return regs
}
