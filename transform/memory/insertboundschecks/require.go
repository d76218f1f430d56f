package insertboundschecks

import (
	"math"

	"github.com/inflight-compiler/inflight/analysis/inequality"
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/dialect/vector"
	"github.com/inflight-compiler/inflight/ir"
)

// required finds what an operation requires, and keeps what is not certain.
func (c *checker) required(op *ir.Op, keep func(*demand)) {
	_, isTransfer := vector.TransferOf(op)
	access, isVector := vector.AccessOf(op)
	switch {
	case isTransfer:
		c.transfer(op, keep)
	case isVector && (access.Mask != nil || access.Indices != nil):
		c.lanes(op, access, keep)
	case isVector:
		c.vector(op, access, keep)
	case op.Is(memref.Alloc), op.Is(memref.Alloca), op.Is(memref.Realloc):
		c.allocation(op, keep)
	case op.Is(memref.Copy):
		c.sameShape(op, op.Operand(0), op.Operand(1), keep)
	case op.Is(memref.Dim):
		c.dimension(op, keep)
	case op.Def().View != nil:
		c.view(op, keep)
	case op.Def().Loop != nil:
		c.steps(op, keep)
	case op.Def().Effects != nil && op.NumRegions() == 0:
		op.Def().Effects(op, func(e ir.Effect) { c.effect(op, e, keep) })
	}
}

// effect requires the elements that an operation says to touch to be in bounds.
func (c *checker) effect(op *ir.Op, e ir.Effect, keep func(*demand)) {
	if e.Value == nil || e.Whole || e.Kind != ir.Read && e.Kind != ir.Write {
		return
	}
	t, ok := e.Value.Type().(*ir.MemRefType)
	switch {
	case !ok || !t.Ranked:
	case len(t.Shape) == 0:
	case len(e.Indices) < len(t.Shape) && e.Map == nil:
		c.refuse(op, "on elements that it does not tell")
	default:
		for d := range t.Shape {
			a := c.subscript(op, e, d)
			if d == len(t.Shape)-1 {
				a.up = max(e.Extent, 1) - 1
			}
			c.inBounds(a, keep)
		}
	}
}

// subscript returns a subscript of an effect.
func (c *checker) subscript(op *ir.Op, e ir.Effect, d int) access {
	a := access{op: op, memory: e.Value, dim: d}
	if e.Map != nil {
		a.exact, a.modular = c.env.ExactResult(e.Map, d, e.Indices), c.env.Result(e.Map, d, e.Indices)
		return a
	}
	a.exact, a.modular = c.env.Value(e.Indices[d]), c.env.Modular(e.Indices[d])
	return a
}

// vector requires what a load or store of a vector touches to be in bounds.
func (c *checker) vector(op *ir.Op, v vector.Access, keep func(*demand)) {
	t := vectorOf(op, v.Vector)
	memory, ok := v.Base.Type().(*ir.MemRefType)
	if !ok {
		return
	}
	shape := elements(t, memory)
	for d := range memory.Shape {
		a := access{op: op, memory: v.Base, dim: d, exact: c.env.Value(v.Offsets[d]),
			modular: c.env.Modular(v.Offsets[d])}
		if k := d - (len(memory.Shape) - len(shape)); k >= 0 {
			a.up = shape[k] - 1
		}
		c.inBounds(a, keep)
	}
}

// vectorOf returns the type of the vector that is loaded, or stored.
func vectorOf(op *ir.Op, stored *ir.Value) *ir.VectorType {
	if op.NumResults() > 0 {
		return op.Result(0).Type().(*ir.VectorType)
	}
	return stored.Type().(*ir.VectorType)
}

// elements returns the extents of a vector in elements of memory, which may be vectors.
func elements(t *ir.VectorType, memory *ir.MemRefType) []int64 {
	if e, ok := memory.Elem.(*ir.VectorType); ok {
		return t.Shape[:len(t.Shape)-len(e.Shape)]
	}
	return t.Shape
}

// number is a value that must lie in a range.
func (c *checker) number(op *ir.Op, v *ir.Value) access {
	return access{op: op, exact: c.env.Value(v), modular: c.env.Modular(v)}
}

// atLeast requires a value to be at least 0 or 1. No extent is the largest number.
func (c *checker) atLeast(op *ir.Op, v *ir.Value, least int64, keep func(*demand), message string) {
	a := c.number(op, v)
	a.exact, _ = a.exact.Plus(inequality.Const(least), -1)
	a.modular, _ = a.modular.Plus(inequality.Const(least), -1)
	c.within(a, inequality.Const(math.MaxInt64), keep, func() string { return message })
}

// steps requires the steps of a loop to be positive.
func (c *checker) steps(op *ir.Op, keep func(*demand)) {
	loop := op.Def().Loop
	for d := range loop.Dims(op) {
		step := loop.Bounds(op, d).Step
		switch {
		case step.Value != nil:
			if !c.env.AtLeast(c.env.Value(step.Value), 1) {
				c.positiveStep(op, step.Value, keep)
			}
		case step.Const <= 0:
			keep(&demand{
				op: op, anchor: op, message: BadStep.says("the step is %d", step.Const),
				holds: func(w *writer) *ir.Value { return arith.ConstBool(w.b, false) },
			})
		}
	}
}

func (c *checker) positiveStep(op *ir.Op, step *ir.Value, keep func(*demand)) {
	message := BadStep.says("the step is not positive")
	if step.Type() == op.Context().Index {
		c.atLeast(op, step, 1, keep, message)
		return
	}
	keep(&demand{op: op, anchor: op, message: message, holds: func(w *writer) *ir.Value {
		return arith.Cmp(w.b, arith.SGT, step, arith.ConstInt(w.b, step.Type(), 0))
	}})
	if f, exact := c.env.Value(step).Plus(inequality.Const(1), -1); exact {
		c.env.Assume(f)
	}
}

// dimension requires the number of a dimension to be one.
func (c *checker) dimension(op *ir.Op, keep func(*demand)) {
	t, ok := op.Operand(0).Type().(*ir.MemRefType)
	if !ok {
		return
	}
	message := func() string { return OutOfBounds.says("no such dimension of the memref") }
	if t.Ranked {
		c.within(c.number(op, op.Operand(1)), inequality.Const(int64(len(t.Shape))), keep, message)
		return
	}
	keep(&demand{op: op, anchor: op, message: message(), holds: func(w *writer) *ir.Value {
		return w.below(op.Operand(1), w.b.Op(memref.Rank, op.Operands()[:1]).Result(0))
	}})
}

// allocation requires extents not to be negative.
func (c *checker) allocation(op *ir.Op, keep func(*demand)) {
	for d, n := range extentsOf(op) {
		if n.Value != nil {
			c.atLeast(op, n.Value, 0, keep,
				NegativeSize.says("dimension %d of %s has a negative extent", d, nameOf(op.Result(0))))
		}
	}
}

// extentsOf returns the extents of an allocation, from the outermost to the innermost.
func extentsOf(op *ir.Op) []ir.OpFoldResult {
	sizes := op.OperandsOf(0)
	if op.Is(memref.Realloc) {
		sizes = op.OperandsOf(1)
	}
	return ir.MixedIndices(op.Result(0).Type().(*ir.MemRefType).Shape, sizes)
}

// sameShape requires two memrefs to have the same extents.
func (c *checker) sameShape(op *ir.Op, from, to *ir.Value, keep func(*demand)) {
	a, ok := from.Type().(*ir.MemRefType)
	b, okToo := to.Type().(*ir.MemRefType)
	if !ok || !okToo || !a.Ranked || !b.Ranked {
		c.refuse(op, "of memory of unknown rank")
		return
	}
	for d := range a.Shape {
		c.equal(op, c.env.Extent(from, d), c.env.Extent(to, d), keep, func() string {
			return ShapeMismatch.says("the source and the target differ in dimension %d", d)
		})
	}
}

// equal requires two numbers to be equal.
func (c *checker) equal(op *ir.Op, a, b inequality.Form, keep func(*demand), message func() string) {
	if c.env.Ordered(a, 0, b) && c.env.Ordered(b, 0, a) {
		c.proven++
		return
	}
	keep(&demand{op: op, anchor: op, message: message(), holds: func(w *writer) *ir.Value {
		return arith.Cmp(w.b, arith.EQ, w.form(a), w.form(b))
	}})
	if d, exact := a.Plus(b, -1); exact {
		c.env.Assume(d)
	}
	if d, exact := b.Plus(a, -1); exact {
		c.env.Assume(d)
	}
}
