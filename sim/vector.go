package sim

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/value"
)

// A vector is stored in as many consecutive scalar registers as it has elements, in row-major order. One such
// register is a lane. A complex number has two lanes, the real part and the imaginary part. So code that
// copies, captures or hashes registers needs no case for vectors. An operation that works on every element by
// itself is the instruction for scalars, executed once per lane.

// maxRegisters is the largest number of registers of a function that the simulator supports. Every operation
// on vectors has registers of its own.
const maxRegisters = 1 << 22

// laneCount returns the number of registers that a value of the type takes.
func laneCount(t ir.Type) int32 {
	if v, ok := t.(*ir.VectorType); ok {
		return int32(ir.NumElements(v.Shape))
	}
	if _, ok := t.(*ir.ComplexType); ok {
		return 2
	}
	if m, ok := gpu.MMAMatrixOf(t); ok {
		return matrixLanes(m)
	}
	return 1
}

// hasLanes reports whether values of a type are vectors or complex numbers.
func hasLanes(t ir.Type) bool {
	switch t.(type) {
	case *ir.VectorType, *ir.ComplexType:
		return true
	}
	return false
}

// checkVector returns an error unless the simulator supports vectors of the type.
func (c *compiler) checkVector(t *ir.VectorType) error {
	_, ok := value.BitWidth(t.Elem)
	switch {
	case !ok || t.Scalable != nil:
		return c.op.Errorf(codeUnsupportedType, "the simulator has no values of type %v", t)
	case value.Lanes(t) > value.MaxLanes || len(c.fn.regs) > maxRegisters:
		return c.op.Errorf(codeUnsupportedType, "values of type %v are too large for the simulator", t).
			Suggest(
				"use vectors of at most %d elements, and not more than %d elements in all vectors of a "+
					"function",
				value.MaxLanes, maxRegisters)
	}
	return nil
}

// vector returns the first of n new consecutive registers.
func (c *compiler) vector(n int32) int32 {
	first := c.temp(false)
	c.fn.regs = append(c.fn.regs, make([]uint64, n-1)...)
	c.wide[first] = n
	return first
}

func execMoveLanes(t *thread, in *instr) { copyLanes(t.regs, in.dst, t.regs, in.a, int32(in.imm)) }

func copyLanes(to []uint64, dst int32, from []uint64, src, n int32) {
	copy(to[dst:dst+n], from[src:src+n])
}

// usesVectors reports whether an operand or a result is a vector or a complex number.
func usesVectors(op *ir.Op) bool {
	for i := range op.NumOperands() {
		if hasLanes(op.Operand(i).Type()) {
			return true
		}
	}
	for i := range op.NumResults() {
		if hasLanes(op.Result(i).Type()) {
			return true
		}
	}
	return false
}

// passesVectors has the operations that only pass values on, and so treat all types alike.
var passesVectors = map[string]bool{
	"scf.for": true, "scf.if": true, "scf.while": true, "scf.execute_region": true, "scf.index_switch": true,
	"scf.parallel": true, "scf.yield": true, "scf.condition": true, "scf.reduce": true,
	"scf.reduce.return": true,
	"cf.br":             true, "cf.cond_br": true, "cf.switch": true, "affine.for": true, "affine.if": true,
	"affine.yield": true,
	"func.return":  true, "func.call": true, "func.call_indirect": true, "memref.alloca_scope": true,
	"memref.alloca_scope.return": true, "arith.constant": true,
}

// vectorForm returns the emitter of an operation on vectors whose emitter for scalars is e, nil if there is
// none. The dialects that are not named here have emitters for vectors, which handle the lanes themselves.
func vectorForm(op *ir.Op, e emitter) emitter {
	name := op.Name()
	if form := vectorForms[name]; form != nil {
		return form
	}
	switch dialect := op.Def().DialectName(); {
	case passesVectors[name]:
		return e
	case dialect == "arith", dialect == "math", name == "vector.fma":
		return elementwise(e)
	case slices.Contains([]string{"affine", "builtin", "cf", "func", "memref", "pipeline", "scf"}, dialect):
		return nil
	}
	return e
}

// vectorForms has the operations of other dialects that have an emitter of their own for vectors.
var vectorForms = map[string]emitter{
	"memref.load": emitLoadElement, "memref.store": emitStoreElement,
	"affine.load": emitAffineLoadVector, "affine.store": emitAffineStoreVector,
	"affine.vector_load": emitAffineLoadVector, "affine.vector_store": emitAffineStoreVector,
}

func init() {
	// These operations always have a vector, so that vectorForms applies.
	register(map[string]emitter{"affine.vector_load": emitNothing, "affine.vector_store": emitNothing})
}

// elementwise makes an emitter for vectors from an emitter for scalars.
func elementwise(e emitter) emitter {
	return func(c *compiler, op *ir.Op) error {
		for i := range op.NumResults() {
			c.lanes = max(c.lanes, laneCount(op.Result(i).Type()))
		}
		err := e(c, op)
		c.lanes = 0
		return err
	}
}

// perLane is the data of an instruction that executes another instruction for every lane. It has the number
// of registers by which each operand advances per lane.
type perLane struct {
	in           instr
	n            int32
	dst, a, b, c int32
}

// perLane returns an instruction that executes an instruction for scalars on every lane. A register advances
// if it is the first register of a vector. Other registers hold scalars for all lanes.
func (c *compiler) perLane(in instr) instr {
	l := &perLane{in: in, n: c.lanes, dst: c.stride(in.dst), a: c.stride(in.a), b: c.stride(in.b),
		c: c.stride(in.c)}
	return instr{exec: execPerLane, data: l, site: in.site, touches: in.touches}
}

func (c *compiler) stride(r int32) int32 {
	if c.wide[r] > 0 {
		return 1
	}
	return 0
}

func execPerLane(t *thread, in *instr) {
	l := in.data.(*perLane)
	one := &t.one
	*one = l.in
	for range l.n {
		one.exec(t, one)
		one.dst += l.dst
		one.a += l.a
		one.b += l.b
		one.c += l.c
	}
	t.left -= int(l.n - 1)
}

// combine is an instruction that combines two elements. Each execution names its registers.
type combine struct{ in instr }

// apply computes regs[dst] = regs[a] op regs[b].
func (f *combine) apply(t *thread, dst, a, b int32) {
	one := &t.one
	*one = f.in
	one.dst, one.a, one.b = dst, a, b
	one.exec(t, one)
}

// ---- timing ----

// vectorAccesses has the operations that access memory once per lane; the value is true if they write.
var vectorAccesses = map[string]bool{
	"vector.load": false, "vector.maskedload": false, "vector.gather": false, "vector.transfer_read": false,
	"affine.vector_load": false, "vector.expandload": false, "vector.compressstore": true,
	"vector.store": true, "vector.maskedstore": true, "vector.scatter": true,
	"vector.transfer_write": true, "affine.vector_store": true,
}

// vectorAccess returns the number of elements of memory that an operation on vectors accesses, and whether it
// writes them. For other operations the number is 0.
func vectorAccess(op *ir.Op) (lanes int64, writes bool) {
	writes, ok := vectorAccesses[op.Name()]
	if !ok {
		return 0, false
	}
	for i := range op.NumOperands() {
		if t := op.Operand(i).Type(); hasLanes(t) {
			lanes = max(lanes, int64(laneCount(t)))
		}
	}
	for i := range op.NumResults() {
		lanes = max(lanes, int64(laneCount(op.Result(i).Type())))
	}
	return lanes, writes
}

// grainOf returns the bytes of a scalar of an element of memory, and how many scalars the element has.
func grainOf(elem ir.Type) (grain, lanes int64) {
	if v, ok := elem.(*ir.VectorType); ok {
		return value.ElementSize(v.Elem), int64(laneCount(v))
	}
	if number, ok := elem.(*ir.ComplexType); ok {
		return value.ElementSize(number.Elem), 2
	}
	return value.ElementSize(elem), 1
}
