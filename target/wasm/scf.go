package wasm

import (
	"math"
	"math/bits"

	"github.com/inflight-compiler/inflight/ir"
)

func init() {
	leave := func(f *function, op *ir.Op) { f.exit(op) }
	registerStatements(map[string]func(*function, *ir.Op){
		"scf.for": compileFor, "scf.if": compileIf, "scf.while": compileWhile,
		"scf.index_switch":   compileIndexSwitch,
		"scf.execute_region": compileExecuteRegion, "scf.parallel": compileParallel,
		"scf.forall": compileForall,
		"scf.yield":  leave, "scf.condition": leave, "scf.reduce": leave, "scf.reduce.return": leave,
		"scf.forall.in_parallel": leave, "func.return": leave,
	})
}

// counted is a counting loop.
type counted struct {
	op                 *ir.Op
	iv                 *ir.Value
	lower, upper, step bound
	unsigned           bool
}

// bound is a bound or the step of a loop: a value or, if that is nil, a constant.
type bound struct {
	value    *ir.Value
	constant int64
}

func (b bound) known() (int64, bool) {
	if b.value == nil {
		return b.constant, true
	}
	return ir.ConstInt(b.value)
}

// counter is a counting loop during its compilation.
type counter struct {
	*function
	counted
	width uint32
	wide  bool
	local uint32 // the induction variable, or the number of iterations that are left
	down  bool   // whether the local is the number of iterations
}

func (c *counter) push(b bound) {
	if n, ok := b.known(); ok {
		c.intConst(zeroExtended(n, c.width), c.wide)
		return
	}
	c.function.pushPart(b.value, 0)
}

// pushSigned pushes a bound or the step in the form that comparisons need.
func (c *counter) pushSigned(b bound) {
	c.push(b)
	if !c.unsigned {
		c.signExtend(c.width)
	}
}

// compare emits one of two comparisons: the signed or the unsigned one.
func (c *counter) compare(signed, unsigned opcode) {
	if c.unsigned {
		signed = unsigned
	}
	c.integer(signed, c.wide)
}

// loop compiles a loop. body compiles its body, once. The loop ends if the next value does not fit the type.
func (f *function) loop(l counted, body func()) {
	c := &counter{function: f, counted: l, width: widthOf(l.iv.Type())}
	c.wide = c.width > 32
	f.settleBounds(l)
	c.checkStep()
	c.local = f.make(l.iv, borrowed).local
	c.push(l.lower)
	f.set(c.local)
	entered := c.entered()
	if !entered {
		c.pushSigned(bound{value: l.iv})
		c.pushSigned(l.upper)
		c.compare(opI32LtS, opI32LtU)
		f.open(opIf)
	}
	if c.down = c.countsDown(); c.down {
		c.pushTrips()
		f.set(c.local)
	}
	again := f.open(opLoop)
	body()
	c.next()
	f.branchIf(again)
	f.close()
	if !entered {
		f.close()
	}
}

// checkStep stops the program if the step is not positive.
func (c *counter) checkStep() {
	if n, ok := c.step.known(); ok && n > 0 {
		return
	}
	c.push(c.step)
	c.signExtend(c.width)
	c.intConst(0, c.wide)
	c.integer(opI32LeS, c.wide)
	c.trapIf(c.counted.op, BadStep, "")
}

// entered reports whether the body is executed at least once.
func (c *counter) entered() bool {
	lower, ok := c.lower.known()
	upper, ok2 := c.upper.known()
	return ok && ok2 && lower < upper && lower >= 0
}

// countsDown reports whether the loop counts the iterations that are left, which needs one local instead of
// two. The induction variable must have no uses: addresses are pointers that the loop carries. A shift must
// give the number of iterations.
func (c *counter) countsDown() bool {
	_, lower := c.lower.known()
	_, upper := c.upper.known()
	step, ok := c.step.known()
	whole := c.width == 32 || c.width == 64
	return whole && !c.iv.HasUses() && !(lower && upper) && ok && step > 0 && step&(step-1) == 0
}

// pushTrips pushes the number of iterations of a loop, which has at least one. The distance of the bounds is
// unsigned.
func (c *counter) pushTrips() {
	step, _ := c.step.known()
	c.push(c.upper)
	c.get(c.local)
	c.integer(opI32Sub, c.wide)
	if step == 1 {
		return
	}
	c.intConst(1, c.wide)
	c.integer(opI32Sub, c.wide)
	c.intConst(int64(bits.TrailingZeros64(uint64(step))), c.wide)
	c.integer(opI32ShrU, c.wide)
	c.intConst(1, c.wide)
	c.integer(opI32Add, c.wide)
}

// next advances the induction variable and pushes whether the loop goes on: the distance to the upper bound
// must be larger than the step. The distance needs one bit more than the bounds. It fits because it is
// unsigned.
func (c *counter) next() {
	if c.down {
		c.get(c.local)
		c.intConst(1, c.wide)
		c.integer(opI32Sub, c.wide)
		c.tee(c.local)
		c.intConst(0, c.wide)
		c.integer(opI32Ne, c.wide)
		return
	}
	step, _ := c.step.known()
	upper, ok := c.upper.known()
	whole := c.width == 32 || c.width == 64
	if whole && (step == 1 || ok && step > 0 && upper >= 0 && upper <= c.largest()-step) {
		c.get(c.local)
		c.push(c.step)
		c.integer(opI32Add, c.wide)
		c.tee(c.local)
		c.push(c.upper)
		c.compare(opI32LtS, opI32LtU)
		return
	}
	c.pushSigned(c.upper)
	c.pushSigned(bound{value: c.iv})
	c.integer(opI32Sub, c.wide)
	c.push(c.step)
	c.integer(opI32GtU, c.wide)
	c.get(c.local)
	c.push(c.step)
	c.integer(opI32Add, c.wide)
	c.truncate(c.width)
	c.set(c.local)
}

// largest returns the largest number of the type.
func (c *counter) largest() int64 {
	if c.wide {
		return math.MaxInt64
	}
	return math.MaxInt32
}

// compileFor compiles a counting loop. The values that it carries are in the places of its results.
func compileFor(f *function, op *ir.Op) {
	body := op.Body()
	carried := body.Args()[1:]
	f.initialize(op.Results(), op.Operands()[3:])
	f.share(carried, op.Results())
	l := counted{
		op: op, iv: body.Arg(0), lower: bound{value: op.Operand(0)}, upper: bound{value: op.Operand(1)},
		step: bound{value: op.Operand(2)}, unsigned: op.Attr("unsignedCmp") != nil,
	}
	f.loop(l, func() {
		f.region(op.Region(0), func(yield *ir.Op) { f.assign(carried, yield.Operands()) })
	})
}

// initialize makes the places of results, and gives them their first values.
func (f *function) initialize(results, inits []*ir.Value) {
	for _, v := range inits {
		f.pushAll(v)
	}
	for i := len(inits) - 1; i >= 0; i-- {
		f.setAll(f.place(results[i]))
	}
}

// share gives arguments the places of results.
func (f *function) share(args, results []*ir.Value) {
	for i, v := range results {
		p := f.place(v)
		p.kind = borrowed
		f.setPlace(args[i], p)
	}
}

func compileIf(f *function, op *ir.Op) {
	for _, v := range op.Results() {
		f.place(v)
	}
	yield := func(y *ir.Op) { f.assign(op.Results(), y.Operands()) }
	f.pushPart(op.Operand(0), 0)
	f.open(opIf)
	f.region(op.Region(0), yield)
	if op.NumRegions() > 1 && !op.Region(1).Empty() {
		f.otherwise()
		f.region(op.Region(1), yield)
	}
	f.close()
}

// compileWhile compiles a loop with a condition. The arguments of its second region are in the places of its
// results.
func compileWhile(f *function, op *ir.Op) {
	before, after := op.Region(0), op.Region(1)
	for _, v := range before.Entry().Args() {
		f.make(v, borrowed)
	}
	f.share(after.Entry().Args(), op.Results())
	f.assign(before.Entry().Args(), op.Operands())
	again := f.open(opLoop)
	f.region(before, func(condition *ir.Op) {
		f.settle(condition.Operand(0))
		f.assign(after.Entry().Args(), condition.Operands()[1:])
		f.push(condition.Operand(0))
	})
	f.open(opIf)
	f.region(after, func(yield *ir.Op) { f.assign(before.Entry().Args(), yield.Operands()) })
	f.branch(opBr, again)
	f.close()
	f.close()
}

// compileExecuteRegion compiles a region of any number of blocks.
func compileExecuteRegion(f *function, op *ir.Op) {
	f.regionTo(op.Region(0), op.Results())
}

// regionTo compiles a region. The operands of its terminators become the results.
func (f *function) regionTo(r *ir.Region, results []*ir.Value) {
	for _, v := range results {
		f.place(v)
	}
	if len(r.Blocks()) == 1 {
		f.region(r, func(yield *ir.Op) { f.assign(results, yield.Operands()) })
		return
	}
	end := f.open(opBlock)
	f.region(r, func(yield *ir.Op) {
		f.assign(results, yield.Operands())
		f.branch(opBr, end)
	})
	f.close()
}

// compileIndexSwitch compiles one comparison for each case. Region 0 is the default.
func compileIndexSwitch(f *function, op *ir.Op) {
	for _, v := range op.Results() {
		f.place(v)
	}
	f.settle(op.Operand(0))
	end := f.open(opBlock)
	yield := func(y *ir.Op) { f.assign(op.Results(), y.Operands()) }
	for i, v := range integers(op, "cases") {
		f.push(op.Operand(0))
		f.i64Const(v)
		f.integer(opI32Eq, true)
		f.open(opIf)
		f.region(op.Region(1+i), yield)
		f.branch(opBr, end)
		f.close()
	}
	f.region(op.Region(0), yield)
	f.close()
}

// settleBounds computes the bounds of a loop in front of the loop.
func (f *function) settleBounds(l counted) {
	for _, b := range []bound{l.lower, l.upper, l.step} {
		if b.value != nil {
			f.settle(b.value)
		}
	}
}

// parallel compiles the loops of one operation, outermost first, around body. The bounds are computed once,
// in front of all loops.
func (f *function) parallel(loops []counted, body func()) {
	for _, l := range loops {
		f.settleBounds(l)
	}
	f.nest(loops, body)
}

// nest compiles loops, outermost first, around body.
func (f *function) nest(loops []counted, body func()) {
	if len(loops) == 0 {
		body()
		return
	}
	f.loop(loops[0], func() { f.nest(loops[1:], body) })
}

// compileParallel compiles a parallel loop as a sequential one. Its results accumulate.
func compileParallel(f *function, op *ir.Op) {
	n := op.Body().NumArgs()
	operands := op.Operands()
	f.initialize(op.Results(), operands[3*n:])
	var loops []counted
	for d, iv := range op.Body().Args() {
		loops = append(loops, counted{
			op: op, iv: iv, lower: bound{value: operands[d]}, upper: bound{value: operands[n+d]},
			step: bound{value: operands[2*n+d]},
		})
	}
	f.parallel(loops, func() { f.region(op.Region(0), func(end *ir.Op) { f.reduce(op, end) }) })
}

// reduce compiles the reductions at the end of an iteration.
func (f *function) reduce(loop, end *ir.Op) {
	for i, r := range end.Regions() {
		args := r.Entry().Args()
		f.share(args[:1], loop.Results()[i:i+1])
		f.make(args[1], borrowed)
		f.assign(args[1:], []*ir.Value{end.Operand(i)})
		f.region(r, func(ret *ir.Op) { f.assign(args[:1], ret.Operands()) })
	}
}

// compileForall compiles a forall loop on memory as a sequential one.
func compileForall(f *function, op *ir.Op) {
	if op.NumResults() > 0 {
		f.fail(op, codeOp, "with results cannot be compiled to WebAssembly")
		return
	}
	var loops []counted
	lower := bounds(integers(op, "staticLowerBound"), op.OperandsOf(0))
	upper := bounds(integers(op, "staticUpperBound"), op.OperandsOf(1))
	step := bounds(integers(op, "staticStep"), op.OperandsOf(2))
	for d, iv := range op.Body().Args() {
		loops = append(loops, counted{op: op, iv: iv, lower: lower[d], upper: upper[d], step: step[d]})
	}
	f.parallel(loops, func() { f.region(op.Region(0), func(*ir.Op) {}) })
}

// bounds returns a list of constants and values. An entry of static that is ir.Dynamic is the next entry of
// dynamic.
func bounds(static []int64, dynamic []*ir.Value) []bound {
	all := make([]bound, len(static))
	for i, n := range static {
		if all[i].constant = n; n == ir.Dynamic {
			all[i].value, dynamic = dynamic[0], dynamic[1:]
		}
	}
	return all
}
