package exporter

import (
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/dialect/nvgpu"
	"github.com/inflight-compiler/inflight/dialect/pipeline"
	"github.com/inflight-compiler/inflight/ir"
)

// asyncCopy prints an nvgpu.device_async_copy. If only some of the elements are read, and the rest becomes
// zero, the last argument is the number of bytes read.
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

// bytesRead writes the number of bytes that a copy reads. elements is an operand of 32 bits, and size the
// size of an element.
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

// choiceOfConstants returns the two constants that a condition chooses between. ok is false if v is no such
// choice.
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

// dmaCopy prints a copy of a block of bytes. TVM's copy has a number of bytes and no shape, so that the
// elements of both sides must be contiguous.
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

// isContiguous reports whether the elements of a memref are contiguous in memory.
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

// dmaGroup prints the copies of one group, between the beginning and the end of the group.
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
