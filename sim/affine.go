package sim

import (
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/affine"
)

func init() {
	register(map[string]emitter{
		"affine.apply":             emitApply,
		"affine.min":               emitApply,
		"affine.max":               emitApply,
		"affine.load":              emitAffineLoad,
		"affine.store":             emitAffineStore,
		"affine.prefetch":          emitNothing,
		"affine.for":               emitAffineFor,
		"affine.parallel":          emitAffineParallel,
		"affine.if":                emitAffineIf,
		"affine.yield":             (*compiler).exit,
		"affine.linearize_index":   emitLinearize,
		"affine.delinearize_index": emitDelinearize,
	})
}

func emitNothing(*compiler, *ir.Op) error { return nil }

// mapAttr returns an affine map attribute, or an error.
func (c *compiler) mapAttr(op *ir.Op, name string) (*affine.Map, error) {
	a, ok := op.Attr(name).(*ir.AffineMapAttr)
	if !ok {
		return nil, c.unsupported(op, "without the attribute "+name)
	}
	return a.Map, nil
}

// expr emits the computation of an affine expression and returns the register of its value.
func (c *compiler) expr(e *affine.Expr, dims, syms []int32) int32 {
	switch e.Kind {
	case affine.Constant:
		return c.constant(uint64(e.Value))
	case affine.Dim:
		return dims[e.Value]
	case affine.Symbol:
		return syms[e.Value]
	}
	exec := map[affine.Kind]func(*thread, *instr){
		affine.Add: execAddI, affine.Mul: execMulI,
		affine.Mod: execAffineMod, affine.FloorDiv: execFloorDivSI, affine.CeilDiv: execCeilDivSI,
	}[e.Kind]
	in := instr{exec: exec, a: c.expr(e.LHS, dims, syms), b: c.expr(e.RHS, dims, syms), dst: c.temp(false)}
	if e.Kind == affine.Add || e.Kind == affine.Mul {
		in.imm = ^uint64(0)
	}
	c.emit(in)
	return in.dst
}

// execAffineMod computes the remainder of a division that rounds down: it is never negative.
func execAffineMod(t *thread, in *instr) {
	x, y := int64(t.regs[in.a]), int64(t.regs[in.b])
	if y <= 0 {
		t.fail(in, codeDivByZero, "%d mod %d is not defined", x, y)
		return
	}
	r := x % y
	if r < 0 {
		r += y
	}
	t.regs[in.dst] = uint64(r)
}

// results emits the computation of all results of a map. The operands are the dimensions, then the symbols.
func (c *compiler) results(m *affine.Map, operands []*ir.Value) []int32 {
	regs := c.slotsOf(operands)
	out := make([]int32, len(m.Results))
	for i, e := range m.Results {
		out[i] = c.expr(e, regs[:m.NumDims], regs[m.NumDims:])
	}
	return out
}

// fold emits the maximum or minimum of registers.
func (c *compiler) fold(regs []int32, exec func(*thread, *instr)) int32 {
	acc := regs[0]
	for _, r := range regs[1:] {
		dst := c.temp(false)
		c.emit(instr{exec: exec, a: acc, b: r, dst: dst})
		acc = dst
	}
	return acc
}

func emitApply(c *compiler, op *ir.Op) error {
	m, err := c.mapAttr(op, "map")
	if err != nil {
		return err
	}
	regs, r := c.results(m, op.Operands()), int32(0)
	switch op.Name() {
	case "affine.min":
		r = c.fold(regs, execMinSI)
	case "affine.max":
		r = c.fold(regs, execMaxSI)
	default:
		r = regs[0]
	}
	c.emit(instr{exec: execMove, a: r, dst: c.result(op, 0)})
	return nil
}

func emitAffineLoad(c *compiler, op *ir.Op) error {
	m, err := c.mapAttr(op, "map")
	if err != nil {
		return err
	}
	indices := c.results(m, op.Operands()[1:])
	c.emitAgain(loadOf(op.Result(0).Type(), instr{a: c.operand(op, 0), dst: c.result(op, 0), args: indices}))
	return nil
}

func emitAffineStore(c *compiler, op *ir.Op) error {
	m, err := c.mapAttr(op, "map")
	if err != nil {
		return err
	}
	indices := c.results(m, op.Operands()[2:])
	c.emitAgain(instr{exec: execStore, b: c.operand(op, 0), a: c.operand(op, 1), args: indices,
		touches: true})
	return nil
}

func emitAffineFor(c *compiler, op *ir.Op) error {
	lower, err := c.mapAttr(op, "lowerBoundMap")
	if err != nil {
		return err
	}
	upper, err := c.mapAttr(op, "upperBoundMap")
	if err != nil {
		return err
	}
	step, ok := op.IntAttr("step")
	if !ok || step <= 0 {
		return c.errorf(codeStep, "the step is %d", step)
	}
	groups := segments(op, 3)
	loop := counted{
		lower: c.fold(c.results(lower, groups[0]), execMaxSI),
		upper: c.fold(c.results(upper, groups[1]), execMinSI),
		step:  c.constant(uint64(step)), iv: c.slot(op.Body().Arg(0)),
	}
	carried := op.Body().Args()[1:]
	c.assign(carried, groups[2])
	err = c.counted(loop, op.Body().Args()[:1], func() error {
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

// emitAffineParallel emits the loops and, if there are results, the reductions of the values that the
// iterations yield.
func emitAffineParallel(c *compiler, op *ir.Op) error {
	lower, err := c.mapAttr(op, "lowerBoundsMap")
	if err != nil {
		return err
	}
	upper, err := c.mapAttr(op, "upperBoundsMap")
	if err != nil {
		return err
	}
	body := op.Body()
	lows := c.grouped(lower, op.Operands()[:lower.NumInputs()], ints(op.Attr("lowerBoundsGroups")), execMaxSI)
	highs := c.grouped(upper, op.Operands()[lower.NumInputs():], ints(op.Attr("upperBoundsGroups")),
		execMinSI)
	var loops []counted
	for d, step := range ints(op.Attr("steps")) {
		loop := counted{iv: c.slot(body.Arg(d)), lower: lows[d], upper: highs[d],
			step: c.constant(uint64(step))}
		loops = append(loops, loop)
	}
	reductions, err := c.reductions(op)
	if err != nil {
		return err
	}
	return c.parallel(loops, body.Args(), func() error {
		return c.scoped(op.Region(0), func(yield *ir.Op) error {
			for i, r := range reductions {
				r.a, r.b, r.dst = c.result(op, i), c.operand(yield, i), c.result(op, i)
				c.emit(r)
			}
			return nil
		})
	})
}

// grouped emits the bounds of several loops. groups has the number of map results for each loop; the bound of
// the loop is the extreme of these results.
func (c *compiler) grouped(m *affine.Map, operands []*ir.Value, groups []int64,
	exec func(*thread, *instr)) []int32 {
	all := c.results(m, operands)
	var bounds []int32
	for _, n := range groups {
		bounds = append(bounds, c.fold(all[:n], exec))
		all = all[n:]
	}
	return bounds
}

func emitAffineIf(c *compiler, op *ir.Op) error {
	a, ok := op.Attr("condition").(*ir.IntegerSetAttr)
	if !ok {
		return c.unsupported(op, "without a condition")
	}
	regs := c.slotsOf(op.Operands())
	var fails []int
	for _, constraint := range a.Set.Constraints {
		v := c.expr(constraint.Expr, regs[:a.Set.NumDims], regs[a.Set.NumDims:])
		exec := execBranchIfNegative
		if constraint.Eq {
			exec = execBranchUnless
		}
		fails = append(fails, c.emit(instr{exec: exec, b: v}))
	}
	yield := func(y *ir.Op) error {
		c.assign(op.Results(), y.Operands())
		return nil
	}
	if err := c.region(op.Region(0), yield); err != nil {
		return err
	}
	end := c.emitFree(instr{exec: execJump})
	for _, at := range fails {
		c.setTarget(at)
	}
	if op.NumRegions() > 1 {
		if err := c.region(op.Region(1), yield); err != nil {
			return err
		}
	}
	c.setTarget(end)
	return nil
}

// execBranchIfNegative jumps to a if register b is negative.
func execBranchIfNegative(t *thread, in *instr) {
	if int64(t.regs[in.b]) < 0 {
		t.pc = int(in.a)
	}
}

// basis returns the registers of the static and dynamic elements of an index computation's basis.
func (c *compiler) basis(op *ir.Op, attr string, dynamic []*ir.Value) []int32 {
	return c.mixed(ints(op.Attr(attr)), dynamic)
}

// emitLinearize emits Horner's scheme. The basis may lack the outermost extent, which the computation does
// not need.
func emitLinearize(c *compiler, op *ir.Op) error {
	groups := segments(op, 2)
	basis := c.basis(op, "static_basis", groups[1])
	skip := len(basis) - len(groups[0])
	acc := c.constant(0)
	for i, v := range groups[0] {
		if i > 0 {
			acc = c.infix(execMulI, acc, basis[i+skip])
		}
		acc = c.infix(execAddI, acc, c.slot(v))
	}
	c.emit(instr{exec: execMove, a: acc, dst: c.result(op, 0)})
	return nil
}

// infix emits a 64-bit operation into a new register.
func (c *compiler) infix(exec func(*thread, *instr), a, b int32) int32 {
	in := instr{exec: exec, a: a, b: b, dst: c.temp(false), imm: ^uint64(0)}
	c.emit(in)
	return in.dst
}

// emitDelinearize emits the quotients and remainders, from the innermost extent outwards.
func emitDelinearize(c *compiler, op *ir.Op) error {
	basis := c.basis(op, "static_basis", op.Operands()[1:])
	rest := c.operand(op, 0)
	n := op.NumResults()
	skip := len(basis) - n
	for i := n - 1; i > 0; i-- {
		extent := basis[i+skip]
		c.emit(instr{exec: execAffineMod, a: rest, b: extent, dst: c.result(op, i)})
		next := c.temp(false)
		c.emit(instr{exec: execFloorDivSI, a: rest, b: extent, dst: next})
		rest = next
	}
	c.emit(instr{exec: execMove, a: rest, dst: c.result(op, 0)})
	return nil
}
