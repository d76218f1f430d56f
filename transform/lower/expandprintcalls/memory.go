package expandprintcalls

import (
	"strings"

	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/complex"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/dialect/scf"
	"github.com/inflight-compiler/inflight/ir"
)

// dropCasts removes casts of memory that nothing uses.
func dropCasts(v *ir.Value) {
	for op := v.DefiningOp(); op != nil && op.Is(memref.Cast) && !v.HasUses(); op = v.DefiningOp() {
		v = op.Operand(0)
		op.Erase()
	}
}

// memory prints the shape of memory, and with elements what is in it.
func (w *writer) memory(m *ir.Value, unranked, elements bool) {
	t := m.Type().(*ir.MemRefType)
	rank := len(t.Shape)
	if unranked {
		w.text("Unranked ")
	}
	described := w.described(m)
	w.text("Memref ")
	w.description(m, described)
	if !elements {
		w.text("\n")
		return
	}
	w.text(" data = \n")
	w.dimension(m, described[2:2+rank], nil)
	w.text("\n")
}

// description prints the address, the rank, the offset, the sizes and the strides of memory.
func (w *writer) description(m *ir.Value, described []*ir.Value) {
	rank := rankOf(m)
	w.text("base@ = 0x")
	w.host("inflight_print_hex", nil, arith.Cast(w.Builder, arith.IndexCast, w.address(m), w.Ctx.I64))
	w.text(" rank = ")
	w.signed(arith.ConstIndex(w.Builder, int64(rank)))
	w.text(" offset = ")
	w.signed(described[1])
	w.text(" sizes = ")
	w.list(described[2 : 2+rank])
	w.text(" strides = ")
	w.list(described[2+rank:])
}

func rankOf(m *ir.Value) int { return len(m.Type().(*ir.MemRefType).Shape) }

func isComplex(m *ir.Value) bool {
	_, is := m.Type().(*ir.MemRefType).Elem.(*ir.ComplexType)
	return is
}

// described returns the base, the offset, the sizes and the strides of memory.
func (w *writer) described(m *ir.Value) []*ir.Value {
	t := m.Type().(*ir.MemRefType)
	results := []ir.Type{w.Ctx.MemRef(nil, t.Elem, nil, t.MemorySpace), w.Ctx.Index}
	for range 2 * len(t.Shape) {
		results = append(results, w.Ctx.Index)
	}
	return w.Make(memref.ExtractStridedMetadata, []*ir.Value{m}, results).Results()
}

func (w *writer) address(m *ir.Value) *ir.Value {
	return w.Make(memref.ExtractAlignedPointerAsIndex, []*ir.Value{m}, []ir.Type{w.Ctx.Index}).Result(0)
}

// signed prints an index as a number with a sign.
func (w *writer) signed(v *ir.Value) { w.number(arith.Cast(w.Builder, arith.IndexCast, v, w.Ctx.I64)) }

func (w *writer) list(vs []*ir.Value) {
	w.text("[")
	for i, v := range vs {
		if i > 0 {
			w.text(", ")
		}
		w.signed(v)
	}
	w.text("]")
}

// dimension prints the elements at some subscripts of the first dimensions, by a loop over the next one.
func (w *writer) dimension(m *ir.Value, sizes, at []*ir.Value) {
	w.text("[")
	d, rank := len(at), len(sizes)
	if rank == 0 {
		w.element(m, nil)
		w.text("]")
		return
	}
	between := ", \n" + strings.Repeat(" ", d+1)
	if d == rank-1 {
		between = "," + strings.Repeat(" ", rank+1)
	}
	zero, one := arith.ConstIndex(w.Builder, 0), arith.ConstIndex(w.Builder, 1)
	scf.NewFor(w.Builder, zero, sizes[d], one, func(b *ir.Builder, i *ir.Value) {
		inner := &writer{b, w.x}
		scf.NewIf(b, arith.Cmp(b, arith.NE, i, zero), func(b *ir.Builder) {
			(&writer{b, w.x}).text(between)
		}, nil)
		here := append(at[:d:d], i)
		if d == rank-1 {
			inner.element(m, here)
		} else {
			inner.dimension(m, sizes, here)
		}
	})
	w.text("]")
}

// element prints an element: one of type i8 as a character.
func (w *writer) element(m *ir.Value, at []*ir.Value) { w.loaded(memref.NewLoad(w.Builder, m, at...)) }

// loaded prints what has been an element.
func (w *writer) loaded(v *ir.Value) {
	if t, ok := v.Type().(*ir.IntegerType); ok && t.Width == 8 {
		w.host("inflight_print_char", nil, arith.Cast(w.Builder, arith.ExtUI, v, w.Ctx.I32))
		return
	}
	if t, ok := v.Type().(*ir.ComplexType); ok {
		w.text("(")
		w.number(w.Make(complex.Re, []*ir.Value{v}, []ir.Type{t.Elem}).Result(0))
		w.text(",")
		w.number(w.Make(complex.Im, []*ir.Value{v}, []ir.Type{t.Elem}).Result(0))
		w.text(")")
		return
	}
	w.number(v)
}
