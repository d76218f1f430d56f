package exporter

import (
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/dialect/nvgpu"
	"github.com/inflight-compiler/inflight/dialect/pipeline"
	"github.com/inflight-compiler/inflight/ir"
)

// asyncCopy prints an nvgpu.device_async_copy. Only some of the elements may be read, the rest is zero: that is the last
// argument, a predicate, which says whether there are any.
func (p *printer) asyncCopy(op *ir.Op) {
	c := nvgpu.CopyOf(op)
	if op.Result(0).HasUses() {
		p.noForm(op, "commit with nvvm.cp.async.commit.group instead of using the token")
		return
	}
	p.text(`T.ptx_cp_async("` + p.bufferDtype(c.Dst).String() + `", T.address_of(`)
	p.element(c.Dst, valueSubscripts(c.DstIndices), 0, op)
	p.text("), 0, T.address_of(")
	p.element(c.Src, valueSubscripts(c.SrcIndices), 0, op)
	p.text("), 0, ")
	p.int(c.Elements * int64(ir.ElemBytes(c.Dst.Type().(*ir.MemRefType).Elem)))
	p.predicate(op, &c)
	p.text(")")
	p.end()
}

// predicate writes the condition under which a copy reads: srcElements is all of them, or 0.
func (p *printer) predicate(op *ir.Op, c *nvgpu.Copy) {
	if c.SrcElements == nil {
		return
	}
	sel := c.SrcElements.DefiningOp()
	if sel != nil && sel.Name() == "arith.select" {
		yes, ok1 := ir.ConstInt(sel.Operand(1))
		no, ok2 := ir.ConstInt(sel.Operand(2))
		if ok1 && ok2 && yes == c.Elements && no == 0 {
			p.text(", ")
			p.condition(sel.Operand(0), anything)
			return
		}
	}
	if n, ok := ir.ConstInt(c.SrcElements); ok && (n == c.Elements || n == 0) {
		p.text(", " + truth(n > 0))
		return
	}
	p.fail(op.Errorf(codeOp, "a copy of a part of the elements has no form in TVMScript").
		Suggest("select all elements or none: arith.select %%condition, %%all, %%zero"))
}

func valueSubscripts(vs []*ir.Value) []subscript {
	subs := make([]subscript, len(vs))
	for i, v := range vs {
		subs[i] = valueSubscript(v)
	}
	return subs
}

func (p *printer) commitGroup(*ir.Op) { p.statement("T.ptx_commit_group()") }

func (p *printer) waitGroup(op *ir.Op) {
	n, _ := op.IntAttr("n")
	p.text("T.ptx_wait_group(")
	p.int(n)
	p.text(")")
	p.end()
}

// dmaCopy prints a copy of a block of bytes. TVM says how many there are, not in which shape, so that the elements of both
// sides must lie next to each other.
func (p *printer) dmaCopy(op *ir.Op) {
	t, ok := op.Operand(0).Type().(*ir.MemRefType)
	if !ok || !isContiguous(op.Operand(0)) || !isContiguous(op.Operand(1)) {
		p.fail(op.Errorf(codeOp, "a copy of elements that do not lie next to each other has no form in TVMScript").
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
