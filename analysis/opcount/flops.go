package opcount

import (
	"math"
	"math/bits"

	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/dialect/linalg"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/affine"
)

// Inputs holds the sizes with which a function is called.
type Inputs struct {
	// Integers are the values of integer and index arguments.
	Integers map[*ir.Value]int64
	// Shapes are the extents of memref arguments.
	Shapes map[*ir.Value][]int64
}

// FLOPs returns the number of floating-point operations that a call of the function executes. ok is false if
// the number is not known, because of a loop without a known count, a condition on data, or an operation of
// another machine.
func FLOPs(module, fn *ir.Op, in Inputs) (n int64, ok bool) {
	c := newCounter(module, in)
	n = c.region(fn.Region(0))
	return n, !c.unknown
}

// FLOPsOf returns the number of floating-point operations that an operation within a function executes, with
// all operations in it. The inputs are what is known of values that are defined outside of it.
func FLOPsOf(module, op *ir.Op, in Inputs) (n int64, ok bool) {
	c := newCounter(module, in)
	n = c.op(op)
	return n, !c.unknown
}

func newCounter(module *ir.Op, in Inputs) *counter {
	c := &counter{
		module: module, tables: ir.NewSymbolTables(), ints: map[*ir.Value]int64{},
		shapes: map[*ir.Value][]int64{},
		asked:  map[*ir.Value]bool{}, left: maxIterations,
	}
	for v, n := range in.Integers {
		c.ints[v] = n
	}
	for v, shape := range in.Shapes {
		c.shapes[v] = shape
	}
	c.eval.Bind = c.bind
	return c
}

const (
	maxIterations = 1 << 18 // iterations that are enumerated
	maxCalls      = 16      // nested calls
)

// counter counts one function with the functions that it calls.
type counter struct {
	module  *ir.Op
	tables  *ir.SymbolTables
	eval    analysis.Evaluator
	ints    map[*ir.Value]int64   // integer arguments, and the induction variables of loops around
	shapes  map[*ir.Value][]int64 // of memref arguments
	asked   map[*ir.Value]bool    // the induction variables on which a count has depended
	left    int                   // iterations that may still be enumerated
	calls   int                   // the depth of nested calls
	unknown bool
}

// bind returns the form of a value that the counter knows, for the evaluator.
func (c *counter) bind(v *ir.Value) (analysis.Linear, bool) {
	if n, ok := c.ints[v]; ok {
		c.asked[v] = true
		return analysis.Const(n), true
	}
	op := v.DefiningOp()
	if op == nil || op.Name() != "memref.dim" {
		return analysis.Linear{}, false
	}
	d, ok := ir.ConstInt(op.Operand(1))
	if shape := c.shapes[op.Operand(0)]; ok && d >= 0 && d < int64(len(shape)) && shape[d] >= 0 {
		return analysis.Const(shape[d]), true
	}
	return analysis.Linear{}, false
}

// number evaluates an integer. If the integer is not constant, the count becomes unknown.
func (c *counter) number(v *ir.Value) int64 {
	l := c.eval.Eval(v)
	c.unknown = c.unknown || !l.IsConst()
	return l.Const
}

// giveUp makes the count unknown and returns 0.
func (c *counter) giveUp() int64 {
	c.unknown = true
	return 0
}

// region counts a region that is executed once.
func (c *counter) region(r *ir.Region) int64 {
	if r.Empty() {
		return 0
	}
	if len(r.Blocks()) > 1 {
		if computes(r) {
			return c.giveUp()
		}
		return 0
	}
	return c.block(r.Blocks()[0])
}

func (c *counter) block(b *ir.Block) (n int64) {
	for op := range b.Ops() {
		n = c.sum(n, c.op(op))
		if c.unknown {
			return 0
		}
	}
	return n
}

// op counts an operation with all operations in it.
func (c *counter) op(op *ir.Op) int64 {
	switch def := op.Def(); {
	case def.Callee != nil:
		return c.call(op)
	case linalg.IsStructured(def):
		return c.structured(op)
	case op.NumRegions() == 0:
		n, ok := flops(op)
		if !ok {
			return c.giveUp()
		}
		return n
	case !holdsWork(op):
		return 0
	case def.Loop != nil:
		return c.loop(op, 0)
	}
	switch op.Name() {
	case "scf.if", "affine.if", "scf.index_switch":
		return c.choice(op)
	case "pipeline.block", "pipeline.async_scope", "pipeline.async_wait_queue", "async.execute",
		"scf.execute_region", "scf.reduce",
		"memref.alloca_scope", "memref.generic_atomic_rmw":
		return c.regions(op)
	}
	return c.giveUp()
}

// regions counts all regions of an operation.
func (c *counter) regions(op *ir.Op) (n int64) {
	for i := range op.NumRegions() {
		n = c.sum(n, c.region(op.Region(i)))
	}
	return n
}

// choice counts a condition: the branch that is taken if that is known, otherwise any branch if all have the
// same count.
func (c *counter) choice(op *ir.Op) int64 {
	if op.Name() == "scf.if" {
		if l := c.eval.Eval(op.Operand(0)); l.IsConst() {
			if l.Const != 0 {
				return c.region(op.Region(0))
			}
			return c.region(op.Region(1))
		}
	}
	n := c.region(op.Region(0))
	for i := range op.NumRegions() - 1 {
		if c.region(op.Region(i+1)) != n {
			return c.giveUp()
		}
	}
	return n
}

// loop counts a loop, its dimensions from d on.
func (c *counter) loop(op *ir.Op, d int) int64 {
	loop := op.Def().Loop
	if d == loop.Dims(op) {
		return c.block(op.Body())
	}
	bounds, iv := loop.Bounds(op, d), loop.InductionVar(op, d)
	from, to, step := c.bound(bounds.Lower, bounds.LowerOperands, 1),
		c.bound(bounds.Upper, bounds.UpperOperands, -1), bounds.Step.Const
	if bounds.Step.Value != nil {
		step = c.number(bounds.Step.Value)
	}
	if c.unknown || step <= 0 || bounds.Unsigned && min(from, to) < 0 {
		return c.giveUp()
	}
	if from >= to {
		return 0
	}
	return c.iterations(iv, from, to, step, func() int64 { return c.loop(op, d+1) })
}

// iterations adds up the counts of a body. If the first count does not depend on the iteration, it multiplies
// it.
func (c *counter) iterations(iv *ir.Value, from, to, step int64, body func() int64) (n int64) {
	trips := int64((uint64(to) - uint64(from) + uint64(step) - 1) / uint64(step))
	outside := c.asked[iv]
	defer func() {
		delete(c.ints, iv)
		if c.asked[iv] = outside; !outside {
			delete(c.asked, iv)
		}
	}()
	delete(c.asked, iv)
	for i := range trips {
		c.ints[iv] = from + i*step
		n = c.sum(n, body())
		if i == 0 && !c.asked[iv] {
			return c.product(n, trips)
		}
		if c.left--; c.left < 0 || c.unknown {
			return c.giveUp()
		}
	}
	return n
}

// bound evaluates a bound: the largest result of its map if sign is 1, the smallest if sign is -1.
func (c *counter) bound(m *affine.Map, operands []*ir.Value, sign int64) int64 {
	if len(operands) != m.NumInputs() || len(m.Results) == 0 {
		return c.giveUp()
	}
	inputs := make([]int64, len(operands))
	for i, v := range operands {
		inputs[i] = c.number(v)
	}
	var best int64
	for i, e := range m.Results {
		n, ok := e.Eval(inputs[:m.NumDims], inputs[m.NumDims:])
		if !ok {
			return c.giveUp()
		}
		if i == 0 || sign*n > sign*best {
			best = n
		}
	}
	return best
}

// structured counts a structured operation on buffers: its body, times the number of points.
func (c *counter) structured(op *ir.Op) int64 {
	s := linalg.StructuredOf(op)
	extents, ok := s.Extents()
	if !ok || !s.OnBuffers() {
		return c.giveUp()
	}
	n := c.block(s.Body)
	for _, e := range extents {
		v := op.Operand(e.Operand)
		n = c.product(n, c.extent(v, e.Dim))
	}
	return n
}

// extent returns an extent of a memref.
func (c *counter) extent(v *ir.Value, d int) int64 {
	shape := c.shapeOf(v)
	if d >= len(shape) || shape[d] < 0 {
		return c.giveUp()
	}
	return shape[d]
}

// shapeOf returns the extents of a memref, negative ones if they are not known.
func (c *counter) shapeOf(v *ir.Value) []int64 {
	if shape, ok := c.shapes[v]; ok {
		return shape
	}
	t, ok := v.Type().(*ir.MemRefType)
	if !ok || !t.Ranked {
		return nil
	}
	shape, sizes := append([]int64(nil), t.Shape...), dynamicSizes(v)
	for d, n := range shape {
		if n != ir.Dynamic {
			continue
		}
		shape[d] = -1
		if len(sizes) > 0 {
			if l := c.eval.Eval(sizes[0]); l.IsConst() {
				shape[d] = l.Const
			}
			sizes = sizes[1:]
		}
	}
	return shape
}

// dynamicSizes returns the operands that are the dynamic extents of allocated memory, in their order.
func dynamicSizes(v *ir.Value) []*ir.Value {
	if op := v.DefiningOp(); op != nil && (op.Name() == "memref.alloc" || op.Name() == "memref.alloca") {
		return op.OperandsOf(0)
	}
	return nil
}

// call counts the operations that a call of a function with a body executes.
func (c *counter) call(op *ir.Op) int64 {
	symbol := op.Def().Callee(op)
	if symbol == nil {
		return c.giveUp()
	}
	fn := c.tables.Lookup(c.module, symbol.Root)
	if fn == nil || fn.NumRegions() == 0 || fn.Region(0).Empty() || c.calls == maxCalls ||
		fn.Body().NumArgs() != op.NumOperands() {
		return c.giveUp()
	}
	c.pass(op, fn)
	c.calls++
	n := c.region(fn.Region(0))
	c.calls--
	for _, v := range fn.Body().Args() {
		delete(c.ints, v)
		delete(c.shapes, v)
	}
	return n
}

// pass records the known arguments of a call. A recursive function makes the count unknown.
func (c *counter) pass(op, fn *ir.Op) {
	for i, v := range fn.Body().Args() {
		given := op.Operand(i)
		_, again := c.ints[v]
		if _, isMemory := v.Type().(*ir.MemRefType); isMemory {
			_, again = c.shapes[v]
			c.shapes[v] = c.shapeOf(given)
		} else if isInteger(v.Type()) {
			if l := c.eval.Eval(given); l.IsConst() {
				c.ints[v] = l.Const
			}
		}
		c.unknown = c.unknown || again
	}
}

func isInteger(t ir.Type) bool {
	switch t.(type) {
	case *ir.IntegerType, *ir.IndexType:
		return true
	}
	return false
}

// sum and product make the count unknown if it does not fit in 64 bits.
func (c *counter) sum(a, b int64) int64 {
	if a > math.MaxInt64-b {
		return c.giveUp()
	}
	return a + b
}

func (c *counter) product(a, b int64) int64 {
	high, low := bits.Mul64(uint64(a), uint64(b))
	if high != 0 || low > math.MaxInt64 {
		return c.giveUp()
	}
	return int64(low)
}
