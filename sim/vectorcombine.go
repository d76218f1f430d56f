package sim

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/vector"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/value"
)

func init() {
	register(map[string]emitter{
		"vector.multi_reduction": emitMultiReduction,
		"vector.outerproduct":    emitOuterProduct,
		"vector.scan":            emitScan,
	})
}

// folding is the data of a reduction along some dimensions. to has, for each lane of the source, the lane of
// the result into which it is combined.
type folding struct {
	combine
	to   []int32
	mask int32 // first register of the mask, -1 without
}

// emitMultiReduction combines lanes in row-major order and begins with the accumulator.
func emitMultiReduction(c *compiler, op *ir.Op) error {
	f, err := c.combination(op, vector.Kind(op), elementType(op.Result(0).Type()))
	if err != nil {
		return err
	}
	t, dims := op.Operand(0).Type().(*ir.VectorType), op.Ints("reduction_dims")
	steps := make([]int32, len(t.Shape))
	step := int32(1)
	for d := len(t.Shape) - 1; d >= 0; d-- {
		if !slices.Contains(dims, int64(d)) {
			steps[d] = step
			step *= int32(t.Shape[d])
		}
	}
	x := &folding{combine: f, to: make([]int32, laneCount(t)), mask: c.maskOver(op)}
	at := make([]int64, len(t.Shape))
	for e := range x.to {
		for d, i := range at {
			x.to[e] += int32(i) * steps[d]
		}
		value.Advance(at, t.Shape)
	}
	c.emit(instr{
		exec: execMultiReduction, a: c.operand(op, 0), b: c.operand(op, 1), dst: c.result(op, 0),
		imm: uint64(step), data: x,
	})
	return nil
}

func execMultiReduction(t *thread, in *instr) {
	x := in.data.(*folding)
	copyLanes(t.regs, in.dst, t.regs, in.b, int32(in.imm))
	for e, to := range x.to {
		if x.mask < 0 || t.regs[x.mask+int32(e)] != 0 {
			x.apply(t, in.dst+to, in.dst+to, in.a+int32(e))
		}
	}
	t.left -= len(x.to) - 1
}

// outer is the data of an outer product of n lanes with m lanes, or with a scalar.
type outer struct {
	product, sum combine // sum combines the product with the accumulator
	fused        *instr  // replaces both: product and sum with one rounding
	n, m         int32
	scalar       bool
	acc, mask    int32 // first registers, -1 if there are none
	one          int32 // a register for products
}

// emitOuterProduct rounds the product and the sum of floats together, once, as MLIR's lowering does. Lanes
// that a mask leaves out have the accumulator.
func emitOuterProduct(c *compiler, op *ir.Op) error {
	t := op.Result(0).Type()
	x := &outer{n: laneCount(op.Operand(0).Type()), m: 1, scalar: true, acc: -1, mask: -1, one: c.temp(false)}
	if hasLanes(op.Operand(1).Type()) {
		x.m, x.scalar = laneCount(op.Operand(1).Type()), false
	}
	var err error
	if x.product, err = c.combination(op, vector.Mul, elementType(t)); err != nil {
		return err
	}
	if op.NumOperands() > 2 {
		x.acc, x.mask = c.operand(op, 2), c.maskOver(op)
		if x.sum, err = c.combination(op, vector.Kind(op), elementType(t)); err != nil {
			return err
		}
		if k, ok := floatKind(elementType(t)); ok && vector.Kind(op) == vector.Add {
			x.fused = &instr{exec: execFMA(k), site: c.site}
		}
	}
	c.emit(instr{exec: execOuterProduct, a: c.operand(op, 0), b: c.operand(op, 1), dst: c.result(op, 0),
		data: x})
	return nil
}

func execOuterProduct(t *thread, in *instr) {
	x := in.data.(*outer)
	for e := range x.n * x.m {
		a, b := in.a+e/x.m, in.b
		if !x.scalar {
			b += e % x.m
		}
		switch {
		case x.acc < 0:
			x.product.apply(t, in.dst+e, a, b)
		case x.mask >= 0 && t.regs[x.mask+e] == 0:
			t.regs[in.dst+e] = t.regs[x.acc+e]
		case x.fused != nil:
			one := &t.one
			*one = *x.fused
			one.a, one.b, one.c, one.dst = a, b, x.acc+e, in.dst+e
			one.exec(t, one)
		default:
			x.product.apply(t, x.one, a, b)
			x.sum.apply(t, in.dst+e, x.one, x.acc+e)
		}
	}
	t.left -= int(x.n*x.m) - 1
}

// scan is the data of a scan along a dimension of extent n, whose consecutive lanes are inner registers
// apart.
type scan struct {
	combine
	lanes, n, inner int32
	inclusive       bool
}

// emitScan combines along one dimension. An inclusive scan begins with the first lanes of the source, an
// exclusive scan with the initial value. The second result has the accumulated lanes of the last position.
func emitScan(c *compiler, op *ir.Op) error {
	t := op.Operand(0).Type().(*ir.VectorType)
	f, err := c.combination(op, vector.Kind(op), t.Elem)
	if err != nil {
		return err
	}
	dim, _ := op.IntAttr("reduction_dim")
	inclusive, _ := op.IntAttr("inclusive")
	x := &scan{
		combine: f, lanes: laneCount(t), n: int32(t.Shape[dim]),
		inner: int32(ir.NumElements(t.Shape[dim+1:])), inclusive: inclusive != 0,
	}
	c.emit(instr{
		exec: execScan, a: c.operand(op, 0), b: c.operand(op, 1), c: c.result(op, 1), dst: c.result(op, 0),
		data: x,
	})
	return nil
}

func execScan(t *thread, in *instr) {
	x := in.data.(*scan)
	for e := range x.lanes {
		row, column := e/(x.n*x.inner), e%x.inner
		at := row*x.inner + column // lane of the initial value and of the accumulator
		first := e/x.inner%x.n == 0
		switch {
		case first && x.inclusive:
			t.regs[in.dst+e] = t.regs[in.a+e]
		case first:
			t.regs[in.dst+e] = t.regs[in.b+at]
		case x.inclusive:
			x.apply(t, in.dst+e, in.dst+e-x.inner, in.a+e)
		default:
			x.apply(t, in.dst+e, in.dst+e-x.inner, in.a+e-x.inner)
		}
		t.regs[in.c+at] = t.regs[in.dst+e]
	}
	t.left -= int(x.lanes) - 1
}
