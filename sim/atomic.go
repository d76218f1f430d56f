package sim

import (
	"math"

	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/sim/internal/shadow"
	"github.com/inflight-compiler/inflight/value"
)

// rmwKind is one of the kinds of atomic read-modify-write operations of MLIR.
type rmwKind struct {
	float   func(x, y float64) float64 // kinds on floats
	exec    func(t *thread, in *instr) // kinds on integers
	signed  bool                       // whether exec takes a shift instead of a mask
	neutral func(t ir.Type) uint64     // the value that leaves memory unchanged
}

func constantBits(v float64) func(ir.Type) uint64 {
	return func(t ir.Type) uint64 {
		if ft, ok := t.(*ir.FloatType); ok {
			return value.EncodeFloat(ft.Kind, v)
		}
		return uint64(int64(v)) & value.Mask(widthOf(t))
	}
}

func leastSigned(t ir.Type) uint64    { return 1 << (widthOf(t) - 1) }
func greatestSigned(t ir.Type) uint64 { return value.Mask(widthOf(t)) >> 1 }
func allOnes(t ir.Type) uint64        { return value.Mask(widthOf(t)) }

// rmwKinds is indexed by the number of the kind in arith's enumeration AtomicRMWKind.
var rmwKinds = [...]rmwKind{
	0: {float: func(x, y float64) float64 { return x + y }, neutral: constantBits(0)},
	1: {exec: execAddI, neutral: constantBits(0)},
	2: {exec: execAndI, neutral: allOnes},
	// assign
	3:  {exec: func(t *thread, in *instr) { t.regs[in.dst] = t.regs[in.b] }, neutral: constantBits(0)},
	4:  {float: arith.Maximum, neutral: constantBits(math.Inf(-1))},
	5:  {float: arith.MaxNum, neutral: constantBits(math.Inf(-1))},
	6:  {exec: execMaxSI, signed: true, neutral: leastSigned},
	7:  {exec: execMaxUI, neutral: constantBits(0)},
	8:  {float: arith.Minimum, neutral: constantBits(math.Inf(1))},
	9:  {float: arith.MinNum, neutral: constantBits(math.Inf(1))},
	10: {exec: execMinSI, signed: true, neutral: greatestSigned},
	11: {exec: execMinUI, neutral: allOnes},
	12: {float: func(x, y float64) float64 { return x * y }, neutral: constantBits(1)},
	13: {exec: execMulI, neutral: constantBits(1)},
	14: {exec: execOrI, neutral: constantBits(0)},
	15: {exec: execXorI, neutral: constantBits(0)},
}

// rmw returns the instruction that combines registers a and b as an atomic kind does, and the neutral value.
func (c *compiler) rmw(op *ir.Op, kind ir.Attr, t ir.Type) (instr, uint64, error) {
	a, ok := kind.(*ir.IntegerAttr)
	if !ok || a.Value < 0 || a.Value >= int64(len(rmwKinds)) {
		return instr{}, 0, c.unsupported(op, "with this kind of update")
	}
	k := rmwKinds[a.Value]
	if k.float == nil {
		in := instr{exec: k.exec, imm: value.Mask(widthOf(t))}
		if k.signed {
			in.imm = 64 - uint64(widthOf(t))
		}
		return in, k.neutral(t), nil
	}
	format, ok := floatKind(t)
	if !ok {
		return instr{}, 0, c.unsupported(op, "with this kind of update")
	}
	return instr{exec: binaryFloat(format, k.float)}, k.neutral(t), nil
}

// reductions returns the instructions that accumulate the results of an affine.parallel. It emits the neutral
// values with which the results start.
func (c *compiler) reductions(op *ir.Op) ([]instr, error) {
	kinds, ok := op.Attr("reductions").(*ir.ArrayAttr)
	if !ok {
		return nil, nil
	}
	var all []instr
	for i, kind := range kinds.Elems {
		if i >= op.NumResults() {
			break
		}
		in, neutral, err := c.rmw(op, kind, op.Result(i).Type())
		if err != nil {
			return nil, err
		}
		c.emitFree(instr{exec: execMove, a: c.constant(neutral), dst: c.result(op, i)})
		all = append(all, in)
	}
	return all, nil
}

// emitAtomicRMW emits a load, the combination and a store. No other access can come between them.
func emitAtomicRMW(c *compiler, op *ir.Op) error {
	combine, _, err := c.rmw(op, op.Attr("kind"), op.Result(0).Type())
	if err != nil {
		return err
	}
	old, sum := c.result(op, 0), c.temp(false)
	combine.a, combine.b, combine.dst = old, c.operand(op, 0), sum
	c.emit(instr{
		exec: execAtomicRMW, a: c.operand(op, 1), dst: old, b: sum,
		args: c.slotsOf(op.Operands()[2:]), data: combine, touches: true,
	})
	return nil
}

// execAtomicRMW updates an element of memory and yields its old value, as LLVM's atomicrmw does, to which
// memref.atomic_rmw is lowered.
func execAtomicRMW(t *thread, in *instr) {
	v := t.mems[in.a]
	addr, ok := t.address(in, v, in.args)
	if !ok || !t.atomicAccess(in, v, addr) {
		return
	}
	t.regs[in.dst] = value.Load(v.buf.data, addr, v.size)
	combine := in.data.(instr)
	combine.exec(t, &combine)
	value.Store(v.buf.data, addr, v.size, t.regs[in.b])
}

// atomicAccess records an atomic update. It returns false after stopping the machine.
func (t *thread) atomicAccess(in *instr, v *view, addr int64) bool {
	b := v.buf
	if b.barred && !t.mayUse(in, b, addr, shadow.Atomic) {
		return false
	}
	if t.tracked {
		if b.born.At != nil {
			t.checkBorn(in, b, addr, shadow.Atomic)
		}
		if !b.written.Has(b.elements(addr, v.size)) {
			t.uninitialized(in, b, addr, v.size)
		}
		t.onWrite(in, b, addr, v.size, shadow.Atomic)
	}
	return true
}

// emitGenericAtomicRMW emits a load, the region and a store. The simulator switches to no other thread in
// between; the region must not access other memory. The result is the old value, as that of
// memref.atomic_rmw.
func emitGenericAtomicRMW(c *compiler, op *ir.Op) error {
	cell, old := c.operand(op, 0), c.slot(op.Body().Arg(0))
	indices := c.slotsOf(op.Operands()[1:])
	c.emit(instr{exec: execAtomicLoad, a: cell, dst: old, args: indices, touches: true})
	return c.region(op.Region(0), func(yield *ir.Op) error {
		c.emitFree(instr{exec: execAtomicStore, a: cell, b: c.operand(yield, 0), args: indices})
		c.assign(op.Results(), op.Body().Args())
		return nil
	})
}

func execAtomicLoad(t *thread, in *instr) {
	v := t.mems[in.a]
	if addr, ok := t.address(in, v, in.args); ok && t.atomicAccess(in, v, addr) {
		t.regs[in.dst] = value.Load(v.buf.data, addr, v.size)
	}
}

func execAtomicStore(t *thread, in *instr) {
	v := t.mems[in.a]
	if addr, ok := t.address(in, v, in.args); ok {
		value.Store(v.buf.data, addr, v.size, t.regs[in.b])
	}
}
