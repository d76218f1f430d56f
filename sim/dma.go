package sim

import (
	daffine "github.com/inflight-compiler/inflight/dialect/affine"
	dmemref "github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/sim/internal/hazard"
)

func init() {
	register(map[string]emitter{
		"memref.dma_start": emitDmaStart,
		"memref.dma_wait":  emitDmaWait,
		"affine.dma_start": emitAffineDmaStart,
		"affine.dma_wait":  emitAffineDmaWait,
	})
}

// The transfers of memref.dma_start and affine.dma_start are asynchronous operations. Each transfer is a
// group of its own; a wait names its tag instead of a count. The transfers are kept in a queue whose number
// no program can use.

// tagKey is the element of memory that identifies a transfer.
type tagKey struct {
	buf  *buffer
	addr int64
}

// transfer is the data of a dma_start: memrefs, and the registers of their indices.
type transfer struct {
	from, to, tag                      int32
	fromIndices, toIndices, tagIndices []int32
	count                              int32
}

func emitDmaStart(c *compiler, op *ir.Op) error {
	d, ok := dmemref.Dma(op)
	if !ok || d.Stride != nil {
		return c.unsupported(op, "with a stride")
	}
	return c.transfer(&transfer{
		from: c.slot(d.Source), to: c.slot(d.Target), tag: c.slot(d.Tag), count: c.slot(d.Elements),
		fromIndices: c.slotsOf(d.SourceIndices), toIndices: c.slotsOf(d.TargetIndices),
		tagIndices: c.slotsOf(d.TagIndices),
	}, d.Target)
}

func emitAffineDmaStart(c *compiler, op *ir.Op) error {
	d, ok := daffine.Dma(op)
	if !ok || d.Stride != nil {
		return c.unsupported(op, "with a stride")
	}
	var indices [3][]int32
	for i, name := range []string{"src_map", "dst_map", "tag_map"} {
		m, err := c.mapAttr(op, name)
		if err != nil {
			return err
		}
		indices[i] = c.results(m, d.Inputs[i])
	}
	return c.transfer(&transfer{
		from: c.slot(d.MemRefs[0]), to: c.slot(d.MemRefs[1]), tag: c.slot(d.MemRefs[2]),
		count:       c.slot(d.Elements),
		fromIndices: indices[0], toIndices: indices[1], tagIndices: indices[2],
	}, d.MemRefs[1])
}

// transfer emits the issue of a thread that executes the copy.
func (c *compiler) transfer(x *transfer, target *ir.Value) error {
	c.prog.sites[c.site].name = target.Name()
	return c.issueOne(instr{exec: execDmaStart, data: x, pauses: true}, func() instr {
		return instr{exec: execDma, touches: true, data: &transfer{
			from: c.captureOne(x.from, true), to: c.captureOne(x.to, true),
			count:       c.captureOne(x.count, false),
			fromIndices: c.captureEach(x.fromIndices), toIndices: c.captureEach(x.toIndices),
		}}
	})
}

// execDmaStart issues a transfer and commits it as a group of its own under its tag.
func execDmaStart(t *thread, in *instr) {
	x := in.data.(*transfer)
	tag := t.mems[x.tag]
	addr, ok := t.address(in, tag, x.tagIndices)
	if !ok {
		return
	}
	child := t.issue(in)
	if child == nil {
		return
	}
	t.sched().issued(t, child)
	g := t.commit(hazard.DMAQueue, []*thread{child})
	g.tag = tagKey{tag.buf, addr}
	t.sched().committed(t, g)
}

// execDma copies elements that are consecutive in both memories.
func execDma(t *thread, in *instr) {
	x := in.data.(*transfer)
	from, to := t.mems[x.from], t.mems[x.to]
	src, ok := t.address(in, from, x.fromIndices)
	if !ok {
		return
	}
	dst, ok := t.address(in, to, x.toIndices)
	if !ok {
		return
	}
	n := int64(t.regs[x.count])
	if n < 0 || from.size != to.size {
		t.fail(in, codeNegativeSize, "a transfer of %d elements of %d bytes to elements of %d bytes", n,
			from.size, to.size)
		return
	}
	t.charge(in.site, n)
	defer t.recordCopy(from, to, n)()
	for i := int64(0); i < n && t.m.err == nil; i++ {
		t.copyElement(in, from, to, src+i*from.size, dst+i*to.size)
		if i%chunk == chunk-1 {
			t.m.spend(t, chunk)
		}
	}
}

// copyElement copies one element between two byte offsets, which it checks.
func (t *thread) copyElement(in *instr, from, to *view, src, dst int64) {
	if src+from.size > from.buf.size || dst+to.size > to.buf.size {
		t.fail(in, codeOutOfBounds, "the transfer from %s to %s goes beyond the end", from.name(), to.name())
		return
	}
	t.move(in, from, to, src, dst)
}

func emitDmaWait(c *compiler, op *ir.Op) error {
	n := op.NumOperands()
	c.emit(instr{exec: execDmaWait, a: c.operand(op, 0), args: c.slotsOf(op.Operands()[1 : n-1])})
	return nil
}

func emitAffineDmaWait(c *compiler, op *ir.Op) error {
	m, err := c.mapAttr(op, "tag_map")
	if err != nil {
		return err
	}
	indices := c.results(m, op.Operands()[1:1+m.NumInputs()])
	c.emit(instr{exec: execDmaWait, a: c.operand(op, 0), args: indices})
	return nil
}

// execDmaWait waits for the transfers with a tag.
func execDmaWait(t *thread, in *instr) {
	v := t.mems[in.a]
	addr, ok := t.address(in, v, in.args)
	if !ok {
		return
	}
	q := t.strand.queue(hazard.DMAQueue)
	var forced, left []*group
	for _, g := range q.inFlight {
		if g.tag == (tagKey{v.buf, addr}) {
			forced = append(forced, g)
		} else {
			left = append(left, g)
		}
	}
	if t.awaitGroups(forced) {
		t.join(in, q, forced, left)
	}
}
