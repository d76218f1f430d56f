package exporter

import (
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/dialect/nvgpu"
	"github.com/inflight-compiler/inflight/dialect/pipeline"
	"github.com/inflight-compiler/inflight/ir"
)

// asyncCopy prints an nvgpu.device_async_copy. Only some of the elements may be read, the rest is zero: that
// is the last argument, which says how many bytes are read.
func (p *printer) asyncCopy(op *ir.Op) {
	c := nvgpu.CopyOf(op)
	if op.Result(0).HasUses() {
		p.noForm(op, "commit with nvvm.cp.async.commit.group instead of using the token")
		return
	}
	cache := "ca"
	if op.Attr("bypassL1") != nil {
		cache = "cg"
	}
	p.text("T.ptx.cp.async_." + cache + ".shared.global_(T.address_of(")
	p.element(c.Dst, valueSubscripts(c.DstIndices), 0, op)
	p.text("), T.address_of(")
	p.element(c.Src, valueSubscripts(c.SrcIndices), 0, op)
	p.text("), ")
	size := int64(ir.ElemBytes(c.Dst.Type().(*ir.MemRefType).Elem))
	p.int(c.Elements * size)
	if c.SrcElements != nil {
		p.text(", ")
		p.bytesRead(c.SrcElements, size)
	}
	p.text(")")
	p.end()
}

// bytesRead writes how many bytes a copy reads of elements of a size, an operand of 32 bits.
func (p *printer) bytesRead(elements *ir.Value, size int64) {
	if n, ok := ir.ConstInt(elements); ok {
		p.text("T.uint32(")
		p.int(n * size)
		p.text(")")
		return
	}
	p.text(`T.Cast("uint32", `)
	yes, no, isChoice := choiceOfConstants(elements)
	switch {
	case isChoice:
		p.text("T.Select(")
		p.condition(elements.DefiningOp().Operand(0), anything)
		p.text(", ")
		p.int(yes * size)
		p.text(", ")
		p.int(no * size)
		p.text(")")
	case size == 1:
		p.value(elements, anything, plain)
	default:
		p.value(elements, productLevel, plain)
		p.text(" * ")
		p.int(size)
	}
	p.text(")")
}

// choiceOfConstants reports whether a value is one of two constants, by a condition, and returns them.
func choiceOfConstants(v *ir.Value) (yes, no int64, ok bool) {
	sel := v.DefiningOp()
	if sel == nil || sel.Name() != "arith.select" {
		return 0, 0, false
	}
	yes, ok1 := ir.ConstInt(sel.Operand(1))
	no, ok2 := ir.ConstInt(sel.Operand(2))
	return yes, no, ok1 && ok2
}

func valueSubscripts(vs []*ir.Value) []subscript {
	subs := make([]subscript, len(vs))
	for i, v := range vs {
		subs[i] = valueSubscript(v)
	}
	return subs
}

func (p *printer) commitGroup(*ir.Op) { p.statement("T.ptx.cp.async_.commit_group()") }

func (p *printer) waitGroup(op *ir.Op) {
	n, _ := op.IntAttr("n")
	p.text("T.ptx.cp.async_.wait_group(")
	p.int(n)
	p.text(")")
	p.end()
}

// dmaCopy prints a copy of a block of bytes. TVM says how many there are, not in which shape, so that the
// elements of both sides must lie next to each other.
func (p *printer) dmaCopy(op *ir.Op) {
	t, ok := op.Operand(0).Type().(*ir.MemRefType)
	if !ok || !isContiguous(op.Operand(0)) || !isContiguous(op.Operand(1)) {
		p.fail(op.Errorf(codeOp,
			"a copy of elements that do not lie next to each other has no form in TVMScript").
			Suggest("copy row by row"))
		return
	}
	p.text("T.dma_copy(")
	p.int(pipeline.Queue(op))
	for i := range 2 {
		p.text(", T.address_of(")
		p.beginning(op.Operand(i), op)
		p.text(")")
	}
	p.text(", ")
	p.int(ir.NumElements(t.Shape) * int64(ir.ElemBytes(t.Elem)))
	p.text(", 0)")
	p.end()
}

// beginning writes the first element of a memref.
func (p *printer) beginning(m *ir.Value, op *ir.Op) {
	t := m.Type().(*ir.MemRefType)
	p.element(m, make([]subscript, len(t.Shape)), 0, op)
}

// isContiguous reports whether the elements of a memref lie next to each other.
func isContiguous(m *ir.Value) bool {
	t, ok := m.Type().(*ir.MemRefType)
	if !ok || !t.Ranked || !isStatic(t) {
		return false
	}
	strides, _, ok := memref.Strides(t)
	next := int64(1)
	for d := len(t.Shape) - 1; d >= 0 && ok; d-- {
		if t.Shape[d] == 1 {
			continue
		}
		ok = strides[d] == next
		next *= t.Shape[d]
	}
	return ok
}

func (p *printer) dmaWait(op *ir.Op) {
	p.text("T.dma_wait(")
	p.int(pipeline.Queue(op))
	p.text(", ")
	p.count(op)
	p.text(")")
	p.end()
}

// dmaGroup prints copies that are one group, between its beginning and its end.
func (p *printer) dmaGroup(op *ir.Op) {
	p.text("T.dma_start_group(")
	p.int(pipeline.Queue(op))
	p.text(")")
	p.end()
	if !p.isEmpty(op.Body()) {
		p.ops(op.Body().First())
	}
	p.text("T.dma_end_group(")
	p.int(pipeline.Queue(op))
	p.text(")")
	p.end()
}
