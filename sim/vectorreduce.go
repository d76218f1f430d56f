package sim

import (
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/vector"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/value"
)

func init() {
	register(map[string]emitter{
		"vector.reduction": emitReduction,
		"vector.contract":  emitContract,
	})
}

// intCombines and floatCombines have the instructions that combine two elements, by vector.CombiningKind.
var (
	intCombines = map[int64]func(t *thread, in *instr){
		vector.Add: execAddI, vector.Mul: execMulI, vector.And: execAndI, vector.Or: execOrI,
		vector.Xor:   execXorI,
		vector.MinUI: execMinUI, vector.MaxUI: execMaxUI, vector.MinSI: execMinSI, vector.MaxSI: execMaxSI,
	}
	floatCombines = map[int64]func(x, y float64) float64{
		vector.Add: func(x, y float64) float64 { return x + y }, vector.Mul: func(x, y float64) float64 {
			return x * y
		},
		vector.MinNumF: arith.MinNum, vector.MaxNumF: arith.MaxNum, vector.MinimumF: arith.Minimum,
		vector.MaximumF: arith.Maximum,
	}
)

// combination returns the instruction that combines two elements of a type, for a kind.
func (c *compiler) combination(op *ir.Op, kind int64, t ir.Type) (combine, error) {
	if k, ok := floatKind(t); ok {
		if f := floatCombines[kind]; f != nil {
			return combine{instr{exec: binaryFloat(k, f), site: c.site}}, nil
		}
		return combine{}, c.unsupported(op, "with this kind of combination")
	}
	exec := intCombines[kind]
	if exec == nil {
		return combine{}, c.unsupported(op, "with this kind of combination")
	}
	in := instr{exec: exec, imm: value.Mask(widthOf(t)), site: c.site}
	if kind == vector.MinSI || kind == vector.MaxSI {
		in.imm = 64 - uint64(widthOf(t))
	}
	return combine{in}, nil
}

// reduction is the data of a reduction. start is the register with which the first element is combined, and
// last the register with which the result of all elements is combined; each is -1 if there is none.
type reduction struct {
	combine
	n           int32
	start, last int32
	mask        int32 // first register of the mask, -1 without
}

// emitReduction combines elements from the first to the last. Sums and products of floats begin with the
// accumulator, as in LLVM, or with their neutral element. In other reductions the order makes no difference.
func emitReduction(c *compiler, op *ir.Op) error {
	t, kind := op.Result(0).Type(), vector.Kind(op)
	f, err := c.combination(op, kind, t)
	if err != nil {
		return err
	}
	r := &reduction{combine: f, n: laneCount(op.Operand(0).Type()), start: -1, last: -1, mask: c.maskOver(op)}
	_, isFloat := floatKind(t)
	acc := op.OptionalOperand(1)
	switch {
	case isFloat && kind == vector.Add:
		r.start = c.constant(constantBits(0)(t))
	case isFloat && kind == vector.Mul:
		r.start = c.constant(constantBits(1)(t))
	case r.mask >= 0:
		r.start = c.neutral(op.Context(), kind, t)
	}
	switch {
	case acc != nil && r.start >= 0:
		r.start = c.slot(acc)
	case acc != nil:
		r.last = c.slot(acc)
	}
	c.emit(instr{exec: execReduction, a: c.operand(op, 0), dst: c.result(op, 0), data: r})
	return nil
}

// neutral returns a register with the neutral element of a kind of combination.
func (c *compiler) neutral(ctx *ir.Context, kind int64, t ir.Type) int32 {
	switch a := vector.Neutral(ctx, kind, t).(type) {
	case *ir.IntegerAttr:
		return c.constant(uint64(a.Value) & value.Mask(widthOf(t)))
	case *ir.FloatAttr:
		return c.constant(a.Bits)
	}
	panic("sim: no number")
}

func execReduction(t *thread, in *instr) {
	r := in.data.(*reduction)
	lane, n := in.a, r.n
	if r.start >= 0 {
		t.regs[in.dst] = t.regs[r.start]
	} else {
		t.regs[in.dst] = t.regs[lane]
		lane, n = lane+1, n-1
	}
	for e := range n {
		if r.mask < 0 || t.regs[r.mask+e] != 0 {
			r.apply(t, in.dst, in.dst, lane)
		}
		lane++
	}
	if r.last >= 0 {
		r.apply(t, in.dst, in.dst, r.last)
	}
	t.left -= int(n)
}

// maxIterations is the size of the largest iteration space of a contraction that the simulator executes.
const maxIterations = 1 << 24

// contraction is the data of a contract: the extents of its iteration space, and the number of registers by
// which each operand advances along each dimension.
type contraction struct {
	product, sum combine
	extents      []int64
	steps        [3][]int32
	lanes        int32 // number of lanes of the result
	mask         int32 // first register of the mask of the iterations, -1 without
	one          int32 // a register for products
}

func emitContract(c *compiler, op *ir.Op) error {
	t := op.Result(0).Type()
	if elementType(op.Operand(0).Type()) != elementType(t) {
		return c.unsupported(op, "with an accumulator of another type than the factors")
	}
	d := vector.ContractionOf(op)
	if n := iterations(d.Extents); n > maxIterations {
		return c.unsupported(op, "with so many iterations")
	}
	x := &contraction{extents: d.Extents, lanes: laneCount(t), one: c.temp(false), mask: c.maskOver(op)}
	var err error
	if x.product, err = c.combination(op, vector.Mul, t); err != nil {
		return err
	}
	if x.sum, err = c.combination(op, vector.Kind(op), t); err != nil {
		return err
	}
	for i := range x.steps {
		x.steps[i] = make([]int32, len(d.Extents))
		step := int32(1)
		results := d.Maps[i].Results
		for r := len(results) - 1; r >= 0; r-- {
			x.steps[i][results[r].Value] = step
			step *= int32(d.Extents[results[r].Value])
		}
	}
	c.emit(instr{
		exec: execContract, a: c.operand(op, 0), b: c.operand(op, 1), c: c.operand(op, 2),
		dst: c.result(op, 0), data: x,
	})
	return nil
}

func elementType(t ir.Type) ir.Type {
	if v, ok := t.(*ir.VectorType); ok {
		return v.Elem
	}
	return t
}

// iterations returns the size of an iteration space. If the size exceeds the limit, the result is some number
// above it.
func iterations(extents []int64) int64 {
	n := int64(1)
	for _, extent := range extents {
		n = min(n*max(extent, 1), maxIterations+1)
	}
	return n
}

// execContract adds products in the row-major order of the iterations. Each product and each sum is rounded.
func execContract(t *thread, in *instr) {
	x := in.data.(*contraction)
	copyLanes(t.regs, in.dst, t.regs, in.c, x.lanes)
	at := make([]int64, len(x.extents))
	n := iterations(x.extents)
	for e := range n {
		if x.mask >= 0 && t.regs[x.mask+int32(e)] == 0 {
			value.Advance(at, x.extents)
			continue
		}
		a, b, dst := in.a, in.b, in.dst
		for d, i := range at {
			a += int32(i) * x.steps[0][d]
			b += int32(i) * x.steps[1][d]
			dst += int32(i) * x.steps[2][d]
		}
		x.product.apply(t, x.one, a, b)
		x.sum.apply(t, dst, dst, x.one)
		value.Advance(at, x.extents)
	}
	t.left -= int(n - 1)
}
