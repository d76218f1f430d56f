package sim

import (
	"fmt"
	"slices"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/dialect/coro"
	"github.com/inflight-compiler/inflight/dialect/dlti"
	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/dialect/llvm"
	"github.com/inflight-compiler/inflight/dialect/nvgpu"
	"github.com/inflight-compiler/inflight/dialect/pipeline"
	taskop "github.com/inflight-compiler/inflight/dialect/task"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/value"
)

// emitter emits the code of one operation.
type emitter func(c *compiler, op *ir.Op) error

// emitters is filled at init by the files of the dialects.
var emitters = map[string]emitter{}

// register adds the operations of a dialect.
func register(dialect map[string]emitter) {
	for name, e := range dialect {
		if emitters[name] != nil {
			panic("sim: operation registered twice: " + name)
		}
		emitters[name] = e
	}
}

// compiler turns one function into a register program. Every SSA value has a register of its own.
type compiler struct {
	prog     *Program
	symbols  *ir.SymbolTables
	delegate Delegate // nil if the simulator executes all operations
	known    map[*ir.Op]*function
	shown    origins
	queue    *[]*function // functions found by calls, to be compiled later

	*framed // the code that is being compiled
	op      *ir.Op
	site    int32
	charged bool // whether an instruction of op that costs time was emitted
	// exits emit the terminators of the regions being compiled, innermost last.
	exits []func(op *ir.Op) error
	// lanes is not 0 while the code of an operation on vectors is emitted element by element.
	lanes int32
	// instances counts the instances of statements of pipelined loops that contain the current operation.
	instances int
}

// jump is an instruction whose target is filled in when the position of its block is known.
type jump struct {
	at int
	to *ir.Block
}

// Compile prepares the function named entry of a verified module, and all functions that it can reach. An
// error is a diagnostic: there is no such function, or the simulator does not support an operation or a type.
func Compile(module *ir.Op, entry string) (prog *Program, err error) {
	return compile(module, entry, nil)
}

// compile is Compile or, if there is a delegate, CompileFor.
func compile(module *ir.Op, entry string, delegate Delegate) (prog *Program, err error) {
	defer func() {
		if r := recover(); r != nil {
			prog, err = nil, module.Errorf(codeInternal, "compiling for the simulator failed: %v", r)
		}
	}()
	if err := dlti.Layout(module); err != nil {
		return nil, err
	}
	symbols := ir.NewSymbolTables()
	op := symbols.Lookup(module, entry)
	if op == nil || op.Name() != "func.func" || isDeclaration(op) {
		return nil, module.Errorf(codeNoEntry, "there is no function @%s with a body", entry)
	}
	p := &Program{globals: map[string]*ir.Op{}, sharedGlobals: map[string]*allocation{},
		lazy: makesLazyTasks(module)}
	queue := []*function{}
	c := &compiler{prog: p, symbols: symbols, delegate: delegate, known: map[*ir.Op]*function{},
		shown: origins{}, queue: &queue}
	p.entry = c.function(op)
	if p.entry.vectors {
		return nil, op.Errorf(codeUnsupportedType,
			"@%s takes or returns a vector or a complex number, which a caller cannot give or receive",
			entry).
			Suggest("hand it over in memory, as a memref")
	}
	if slices.ContainsFunc(p.entry.types.Inputs, isObject) ||
		slices.ContainsFunc(p.entry.types.Results, isObject) {
		return nil, op.Errorf(codeUnsupportedType,
			"@%s takes or returns a token, which a caller cannot give or receive", entry)
	}
	for len(queue) > 0 {
		fn := queue[0]
		queue = queue[1:]
		each := &compiler{prog: p, symbols: symbols, delegate: delegate, known: c.known, shown: origins{},
			queue: &queue}
		if err := each.compile(fn); err != nil {
			return nil, err
		}
	}
	return p, nil
}

func isDeclaration(fn *ir.Op) bool { return fn.NumRegions() == 0 || fn.Region(0).Empty() }

// function returns the compiled form of a function. Its code is filled in later.
func (c *compiler) function(op *ir.Op) *function {
	if fn := c.known[op]; fn != nil {
		return fn
	}
	fn := &function{op: op, name: op.SymbolName(), loops: &scope{}, site: -1}
	if t, ok := op.Attr("function_type").(*ir.TypeAttr); ok {
		fn.types, _ = t.Type.(*ir.FunctionType)
	}
	if fn.types != nil {
		fn.returns = returned(op, fn.types)
		fn.vectors = slices.ContainsFunc(fn.types.Inputs, hasLanes) ||
			slices.ContainsFunc(fn.returns, hasLanes)
	}
	c.known[op] = fn
	c.prog.functions = append(c.prog.functions, fn)
	*c.queue = append(*c.queue, fn)
	return fn
}

// returned returns the types of the values that a function's terminators return. For an async.func these are
// the payloads of its values.
func returned(op *ir.Op, t *ir.FunctionType) []ir.Type {
	if op.Name() != "async.func" {
		return t.Results
	}
	var payloads []ir.Type
	for _, r := range t.Results {
		if p := async.Payload(r); p != nil {
			payloads = append(payloads, p)
		}
	}
	return payloads
}

// compile emits the body of a function.
func (c *compiler) compile(fn *function) error {
	c.framed = newFramed(fn)
	c.enter(fn.op)
	if isDeclaration(fn.op) {
		c.emit(instr{exec: execDeclaration})
		return nil
	}
	for _, a := range fn.op.Region(0).Entry().Args() {
		if err := c.checkType(a.Type()); err != nil {
			return err
		}
		fn.args = append(fn.args, c.slot(a))
	}
	if fn.op.Name() == "gpu.func" {
		c.attributions(gpu.WorkgroupMemory(fn.op), gpu.PrivateMemory(fn.op))
	}
	if err := c.region(fn.op.Region(0), nil); err != nil {
		return err
	}
	c.complete()
	return nil
}

// enter makes op the operation to which emitted instructions belong.
func (c *compiler) enter(op *ir.Op) {
	c.op, c.charged = op, false
	c.site = int32(len(c.prog.sites))
	c.prog.sites = append(c.prog.sites, site{op: op, scope: c.scope})
}

// region emits the blocks of a region in order. exit emits their terminators; it is nil if the terminators
// have emitters of their own (func.return). A jump out of a region must continue behind the region's
// code.
func (c *compiler) region(r *ir.Region, exit func(op *ir.Op) error) error {
	c.exits = append(c.exits, exit)
	defer func() { c.exits = c.exits[:len(c.exits)-1] }()
	for _, b := range r.Blocks() {
		if err := c.block(b); err != nil {
			return err
		}
	}
	return nil
}

// block emits the operations of a block.
func (c *compiler) block(b *ir.Block) error {
	c.labels[b] = c.here()
	for _, a := range b.Args() {
		if err := c.checkType(a.Type()); err != nil {
			return err
		}
	}
	for op := range b.Ops() {
		if err := c.operation(op); err != nil {
			return err
		}
	}
	return nil
}

// emitter returns the emitter of an operation, an error if neither the simulator nor the delegate supports
// it.
func (c *compiler) emitter(op *ir.Op) (emitter, error) {
	e := emitters[op.Name()]
	if c.delegate != nil {
		if how, err := c.delegate(op); err != nil {
			return nil, err
		} else if how != nil {
			e = emitDelegated(how)
		}
	}
	if e == nil {
		d := op.Errorf(codeUnsupportedOp, "the simulator does not execute '%s'", op.Name())
		switch op.Def().DialectName() {
		case "llvm":
			d.Suggest("the engine native executes operations of the llvm dialect: --engine native")
		case "mpi":
			d.Suggest("programs with MPI are judged and timed: inflight check --ranks=4 FILE, " +
				"inflight sim --ranks=4 FILE --mode timed")
		}
		return nil, d
	}
	if usesVectors(op) {
		if e = vectorForm(op, e); e == nil {
			return nil, c.unsupported(op, "on vectors")
		}
	}
	return e, nil
}

// operation emits one operation.
func (c *compiler) operation(op *ir.Op) error {
	e, err := c.emitter(op)
	if err != nil {
		return err
	}
	outer, outerSite, outerCharged := c.op, c.site, c.charged
	c.enter(op)
	for i := range op.NumResults() {
		if err := c.checkType(op.Result(i).Type()); err != nil {
			return err
		}
	}
	c.prog.sites[c.site].name = writtenName(op, c.shown)
	c.forced(op)
	if err := c.statement(op, e); err != nil {
		return err
	}
	c.op, c.site, c.charged = outer, outerSite, outerCharged
	return nil
}

// statement emits an operation. If the operation is an instance of a statement of a pipelined loop, it is
// marked for the timeline.
func (c *compiler) statement(op *ir.Op, e emitter) error {
	iteration, relative, ok := pipeline.IterationOf(op)
	if !ok {
		return e(c, op)
	}
	s := &c.prog.sites[c.site]
	s.instance, s.iteration, s.relative = true, int(iteration), relative
	c.instances++
	defer func() { c.instances-- }()
	if op.Def().DialectName() == pipeline.Dialect.Name {
		return e(c, op) // its own emitter marks it
	}
	s.name = label(op)
	site := c.site
	c.emitFree(instr{exec: execSpanBegin})
	if err := e(c, op); err != nil {
		return err
	}
	c.site = site
	c.emitFree(instr{exec: execSpanEnd, data: int64(-1)})
	return nil
}

// exit emits the terminator of the innermost region.
func (c *compiler) exit(op *ir.Op) error {
	f := c.exits[len(c.exits)-1]
	if f == nil {
		return c.unsupported(op, "here")
	}
	return f(op)
}

// unsupported returns an error about a form of an operation that the simulator does not support.
func (c *compiler) unsupported(op *ir.Op, what string) error { return Unsupported(op, what) }

// Unsupported returns an error about a form of an operation that is not supported where the simulator
// executes a program, or delegates operations of it.
func Unsupported(op *ir.Op, what string) error {
	return op.Errorf(codeUnsupportedOp, "the simulator does not execute '%s' %s", op.Name(), what)
}

// checkType returns an error unless the simulator supports values of the type.
func (c *compiler) checkType(t ir.Type) error {
	if m, ok := t.(*ir.MemRefType); ok {
		if t = m.Elem; isRef(t) {
			return c.op.Errorf(codeUnsupportedType, "the simulator has no memory of type %v", m)
		}
	}
	if v, ok := t.(*ir.VectorType); ok {
		return c.checkVector(v)
	}
	if _, ok := t.(*ir.FunctionType); ok {
		return nil
	}
	if m, ok := gpu.MMAMatrixOf(t); ok {
		return c.checkMatrix(t, m)
	}
	if p := async.Payload(t); p != nil {
		return c.checkType(p)
	}
	// pointers are to generators of random numbers: no other operation makes or takes one
	if isObject(t) || llvm.IsPointer(t) {
		return nil
	}
	part := t
	if number, ok := t.(*ir.ComplexType); ok {
		part = number.Elem
	}
	if _, ok := value.BitWidth(part); ok {
		return nil
	}
	return c.op.Errorf(codeUnsupportedType, "the simulator has no values of type %v", t)
}

// isMem reports whether the type is a type of memory.
func isMem(t ir.Type) bool {
	_, ok := t.(*ir.MemRefType)
	return ok
}

// isObject reports whether values of the type are objects of an asynchronous dialect.
func isObject(t ir.Type) bool {
	if p, ok := t.(*ir.ParametricType); ok && (p.Def == nvgpu.BarrierGroup || p.Def == nvgpu.TensorMap) {
		return true
	}
	return async.Any.Match(t) || async.IsCoro(t) || async.IsCoroToken(t) || coro.IsFrame(t) ||
		gpu.IsToken(t) || taskop.IsQueue(t) || taskop.IsResource(t)
}

// isRef reports whether values of the type live in the registers of references.
func isRef(t ir.Type) bool { return isMem(t) || isObject(t) }

// ---- registers ----

// slot returns the register of a value. The type decides the class of the register.
func (c *compiler) slot(v *ir.Value) int32 {
	if s, ok := c.slots[v]; ok {
		return s
	}
	m := move{mem: isRef(v.Type()), n: laneCount(v.Type())}
	var s int32
	if c.owns(v) {
		s = c.register(m)
	} else {
		m.src = c.outside(func() int32 { return c.slot(v) })
		s = c.capture(m)
	}
	c.slots[v] = s
	return s
}

// register returns the first of the new registers that are the destination of a move.
func (c *compiler) register(m move) int32 {
	if m.n > 1 {
		return c.vector(m.n)
	}
	return c.temp(m.mem)
}

// temp returns a new register.
func (c *compiler) temp(mem bool) int32 {
	if mem {
		c.numMems++
		return c.numMems - 1
	}
	c.fn.regs = append(c.fn.regs, 0)
	return int32(len(c.fn.regs) - 1)
}

// operand returns the register of operand i.
func (c *compiler) operand(op *ir.Op, i int) int32 { return c.slot(op.Operand(i)) }

// result returns the register of result i.
func (c *compiler) result(op *ir.Op, i int) int32 { return c.slot(op.Result(i)) }

// slotsOf returns the registers of values.
func (c *compiler) slotsOf(vs []*ir.Value) []int32 {
	rs := make([]int32, len(vs))
	for i, v := range vs {
		rs[i] = c.slot(v)
	}
	return rs
}

// constant returns a register that always holds bits. Constants cost no instruction.
func (c *compiler) constant(bits uint64) int32 {
	if r, ok := c.consts[bits]; ok {
		return r
	}
	r := c.temp(false)
	c.fn.regs[r] = bits
	c.consts[bits] = r
	return r
}

// alias makes a value use the register of another value. A value may have a register already, because its
// block stands earlier in the text but comes later in control flow; then it gets a copy.
func (c *compiler) alias(v, of *ir.Value) {
	if have, ok := c.slots[v]; ok {
		c.move(move{have, c.slot(of), isRef(v.Type()), laneCount(v.Type())})
		return
	}
	c.slots[v] = c.slot(of)
}

// setConstant makes a value the constant with some bits.
func (c *compiler) setConstant(v *ir.Value, bits uint64) {
	if have, ok := c.slots[v]; ok {
		c.fn.regs[have] = bits
		return
	}
	c.slots[v] = c.constant(bits)
}

// ---- code ----

// here returns the number of the next instruction.
func (c *compiler) here() int { return len(c.fn.code) }

// emit appends an instruction of the current operation and returns its number.
func (c *compiler) emit(in instr) int {
	in.site = c.site
	if c.lanes > 0 {
		in = c.perLane(in)
	}
	in.counted = !c.charged
	c.charged = true
	c.fn.code = append(c.fn.code, in)
	return len(c.fn.code) - 1
}

// emitFree appends an instruction of the current operation that costs no time, and returns its number.
func (c *compiler) emitFree(in instr) int {
	in.site = c.site
	c.fn.code = append(c.fn.code, in)
	return len(c.fn.code) - 1
}

// patch makes the position of a block field a of a jump.
func (c *compiler) patch(at int, to *ir.Block) { c.jumps = append(c.jumps, jump{at, to}) }

// setTarget makes the next instruction field a of a jump.
func (c *compiler) setTarget(at int) { c.fn.code[at].a = int32(c.here()) }

// move is a copy of n consecutive registers to n others of the same class.
type move struct {
	dst, src int32
	mem      bool
	n        int32
}

// assign emits a parallel assignment: every source is read before any destination is written.
func (c *compiler) assign(dsts, srcs []*ir.Value) {
	var moves []move
	for i, d := range dsts {
		m := move{c.slot(d), c.slot(srcs[i]), isRef(d.Type()), laneCount(d.Type())}
		if m.dst != m.src {
			moves = append(moves, m)
		}
	}
	if overlapping(moves) {
		for i, m := range moves {
			moves[i].src = c.register(m)
			c.move(move{moves[i].src, m.src, m.mem, m.n})
		}
	}
	for _, m := range moves {
		c.move(m)
	}
}

// overlapping reports whether a move would overwrite a source that a later one reads.
func overlapping(moves []move) bool {
	for i, m := range moves {
		for _, later := range moves[i+1:] {
			if later.src == m.dst && later.mem == m.mem {
				return true
			}
		}
	}
	return false
}

func (c *compiler) move(m move) {
	if m.mem {
		c.emitFree(instr{exec: execMoveMem, dst: m.dst, a: m.src})
		return
	}
	if m.n > 1 {
		c.emitFree(instr{exec: execMoveLanes, dst: m.dst, a: m.src, imm: uint64(m.n)})
		return
	}
	c.emitFree(instr{exec: execMove, dst: m.dst, a: m.src})
}

func execMove(t *thread, in *instr)    { t.regs[in.dst] = t.regs[in.a] }
func execMoveMem(t *thread, in *instr) { t.mems[in.dst] = t.mems[in.a] }
func execJump(t *thread, in *instr)    { t.pc = int(in.a) }

// ---- operands ----

// segments returns the operand groups of an operation with operandSegmentSizes. There must be exactly n
// groups.
func segments(op *ir.Op, n int) [][]*ir.Value {
	groups := make([][]*ir.Value, n)
	rest := op.Operands()
	for i, size := range op.Ints("operandSegmentSizes") {
		if i < n && int(size) <= len(rest) {
			groups[i], rest = rest[:size], rest[size:]
		}
	}
	return groups
}

// ints returns the elements of an attribute that is an array of integers, in any form of such attributes.
func ints(a ir.Attr) []int64 {
	switch a := a.(type) {
	case *ir.DenseArrayAttr:
		return a.Values
	case *ir.ArrayAttr:
		vs := make([]int64, 0, len(a.Elems))
		for _, e := range a.Elems {
			if i, ok := e.(*ir.IntegerAttr); ok {
				vs = append(vs, i.Value)
			}
		}
		return vs
	case *ir.DenseElementsAttr:
		vs := make([]int64, ir.NumElements(a.Type.Dims()))
		for i := range vs {
			vs[i] = int64(a.Element(i))
		}
		return vs
	}
	return nil
}

// valueName returns the name of a value in reports: %name, or what if the value has no name.
func valueName(v *ir.Value, what string) string {
	if n := v.Name(); n != "" {
		return "%" + n
	}
	return what
}

// loop enters a loop for the duration of body. The loop's induction variables are in the given registers.
func (c *compiler) loop(ivs []*ir.Value, regs []int32, body func() error) error {
	s := &scope{parent: c.scope, regs: regs}
	for i := range regs {
		name := fmt.Sprintf("iv%d", c.scope.depth()+i)
		if i < len(ivs) && ivs[i].Name() != "" {
			name = ivs[i].Name()
		}
		s.names = append(s.names, name)
	}
	outer := c.scope
	c.scope = s
	defer func() { c.scope = outer }()
	return body()
}

// errorf returns an error at the current operation.
func (c *compiler) errorf(code diag.Code, format string, args ...any) error {
	return c.op.Errorf(code, format, args...)
}
