package sim

import (
	"github.com/inflight-compiler/inflight/dialect/linalg"
	"github.com/inflight-compiler/inflight/ir"
)

func init() {
	emits := map[string]emitter{"linalg.yield": (*compiler).exit, "linalg.index": emitNothing}
	for _, def := range linalg.Dialect.Ops {
		if linalg.IsStructured(def) {
			emits[def.Name] = emitStructured
		}
	}
	register(emits)
}

// structure is a structured operation being emitted.
type structure struct {
	*linalg.Structured
	extents, ivs []int32 // registers of the extents and induction variables of the loops
}

// emitStructured emits the loops of a structured operation, the first outermost, around its body. The thread
// that executes the operation visits the points in order.
func emitStructured(c *compiler, op *ir.Op) error {
	s := &structure{Structured: linalg.StructuredOf(op)}
	if !s.OnBuffers() {
		return c.unsupported(op, "on tensors")
	}
	for _, v := range op.Operands() {
		if m, ok := v.Type().(*ir.MemRefType); ok {
			if _, isVector := m.Elem.(*ir.VectorType); isVector {
				return c.unsupported(op, "on vectors")
			}
		}
	}
	from, _ := s.Extents() // a verified operation has them
	for _, e := range from {
		s.extents, s.ivs = append(s.extents, c.extent(op.Operand(e.Operand), e.Dim)),
			append(s.ivs, c.temp(false))
	}
	for inner := range s.Body.Ops() {
		if d, ok := inner.IntAttr("dim"); ok && inner.Is(linalg.Index) {
			c.slots[inner.Result(0)] = s.ivs[d]
		}
	}
	return s.nest(c, 0)
}

// extent returns the register of extent d of memory.
func (c *compiler) extent(v *ir.Value, d int) int32 {
	if n := v.Type().(*ir.MemRefType).Shape[d]; n != ir.Dynamic {
		return c.constant(uint64(n))
	}
	dst := c.temp(false)
	c.emit(instr{exec: execDim, a: c.slot(v), b: c.constant(uint64(d)), dst: dst})
	return dst
}

// nest emits the loops from loop d inwards.
func (s *structure) nest(c *compiler, d int) error {
	if d == s.NumLoops() {
		return s.point(c)
	}
	l := counted{iv: s.ivs[d], lower: c.constant(0), upper: s.extents[d], step: c.constant(1)}
	return c.counted(l, nil, func() error { return s.nest(c, d+1) })
}

// point emits the loads of the elements that the body uses, the body, and the stores of its results.
func (s *structure) point(c *compiler) error {
	c.enter(c.op) // the site of an access lies in the loops
	for i, arg := range s.Body.Args() {
		switch {
		case s.IsScalar(i):
			c.alias(arg, s.Op.Operand(i))
		case s.Uses(i):
			c.emitLoadOf(arg.Type(), instr{a: c.operand(s.Op, i), dst: c.slot(arg), args: s.subscripts(c, i)})
		}
	}
	return c.region(s.Op.Region(0), func(yield *ir.Op) error {
		c.enter(s.Op)
		for k, v := range yield.Operands() {
			i := len(s.Inputs) + k
			c.emitStoreOf(v.Type(), instr{a: c.operand(s.Op, i), b: c.slot(v), args: s.subscripts(c, i)})
		}
		return nil
	})
}

// subscripts emits the subscripts of operand i.
func (s *structure) subscripts(c *compiler, i int) []int32 {
	m := s.Maps[i]
	regs := make([]int32, len(m.Results))
	for d, e := range m.Results {
		regs[d] = c.expr(e, s.ivs, nil)
	}
	return regs
}
