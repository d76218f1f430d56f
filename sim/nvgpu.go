package sim

import (
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/nvgpu"
	"github.com/inflight-compiler/inflight/ir"
)

func init() {
	register(map[string]emitter{
		"nvgpu.device_async_copy":         emitAsyncCopy,
		"nvgpu.device_async_create_group": emitCreateGroup,
		"nvgpu.device_async_wait":         emitAsyncWait,
		"nvvm.cp.async.commit.group":      emitCopyCommit,
		"nvvm.cp.async.wait.group":        emitCopyWait,
	})
}

// The copies of cp.async are asynchronous operations of one queue per thread of control. Only the commits of
// that queue commit them, and those commit nothing else. A commit of another queue leaves the copies pending,
// as the hardware does.
//
// The bits of a token are the number of a group plus one, or 0 for the token of a copy. A wait for the token
// of a copy that is in no group waits for nothing.

var (
	codeMisaligned = diag.Register("sim-misaligned-copy",
		"a cp.async copies from or to an address that is no multiple of its size",
		"The hardware copies 8 or 16 bytes only between addresses that are multiples of 8 or 16. Copy "+
			"fewer bytes at a time, or "+
			"change subscripts and strides so that both addresses are aligned. Allocations and arguments "+
			"begin at multiples of 16.")
	codeCopySize = diag.Register("sim-copy-elements", "a cp.async is to read more elements than it writes",
		"The number of elements to read lies between 0 and the number of elements of the destination; the "+
			"rest is filled with zeros.")
)

// asyncCopy is the data of a device_async_copy: memrefs and registers of their subscripts.
type asyncCopy struct {
	src, dst               int32
	srcIndices, dstIndices []int32
	elements               int64
	count                  int32 // register of the number of elements to read, -1 for all
}

func emitAsyncCopy(c *compiler, op *ir.Op) error {
	parts := nvgpu.CopyOf(op)
	c.prog.sites[c.site].name = parts.Dst.Name()
	return c.issueOne(instr{exec: execAsyncCopyIssue, pauses: true, dst: c.result(op, 0)}, func() instr {
		x := &asyncCopy{
			src: c.slot(parts.Src), dst: c.slot(parts.Dst), elements: parts.Elements, count: -1,
			srcIndices: c.slotsOf(parts.SrcIndices), dstIndices: c.slotsOf(parts.DstIndices),
		}
		if parts.SrcElements != nil {
			x.count = c.slot(parts.SrcElements)
		}
		return instr{exec: execAsyncCopy, data: x, touches: true}
	})
}

// execAsyncCopyIssue issues a copy that the next commit of the queue commits.
func execAsyncCopyIssue(t *thread, in *instr) {
	t.regs[in.dst] = 0
	if child := t.issue(in); child != nil {
		t.strand.copies = append(t.strand.copies, child)
		t.sched().issued(t, child)
	}
}

// execAsyncCopy copies consecutive elements and fills the rest with zeros. If it reads no element, the
// subscripts of the source need not be in bounds, as in a predicated copy.
func execAsyncCopy(t *thread, in *instr) {
	x := in.data.(*asyncCopy)
	from, to := t.mems[x.src], t.mems[x.dst]
	n := x.elements
	if x.count >= 0 {
		n = int64(t.regs[x.count])
	}
	if n < 0 || n > x.elements {
		t.fail(in, codeCopySize, "%d elements are to be read, and %d to be written", n, x.elements)
		return
	}
	src := int64(0)
	if n > 0 {
		at, ok := t.aligned(in, from, x.srcIndices, n, x.elements)
		if !ok {
			return
		}
		src = at
	}
	dst, ok := t.aligned(in, to, x.dstIndices, x.elements, x.elements)
	if !ok {
		return
	}
	t.charge(in.site, x.elements)
	for i := int64(0); i < x.elements && t.m.err == nil; i++ {
		if i < n {
			t.copyElement(in, from, to, src+i*from.size, dst+i*to.size)
		} else {
			t.store(in, to, dst+i*to.size, 0)
		}
	}
}

// aligned returns the address of n elements along the last dimension, which must be in bounds. For a copy of
// that many elements the address must be aligned. It returns false after stopping the machine.
func (t *thread) aligned(in *instr, v *view, indices []int32, n, elements int64) (int64, bool) {
	addr, ok := t.address(in, v, indices)
	if !ok {
		return 0, false
	}
	if last := len(indices) - 1; last >= 0 && int64(t.regs[indices[last]])+n > v.sizes[last] ||
		last < 0 && n > 1 {
		t.fail(in, codeOutOfBounds, "%d elements from %s reach beyond its last dimension", n, v.name())
		return 0, false
	}
	if size := elements * v.size; addr%size != 0 {
		t.fail(in, codeMisaligned, "%d bytes at offset %d of %s are not aligned", size, addr, v.name())
		return 0, false
	}
	return addr, true
}

func emitCopyCommit(c *compiler, _ *ir.Op) error {
	c.emit(instr{exec: func(t *thread, _ *instr) { t.commitCopies() }, pauses: true})
	return nil
}

func emitCreateGroup(c *compiler, op *ir.Op) error {
	c.emit(instr{exec: execCreateGroup, pauses: true, dst: c.result(op, 0)})
	return nil
}

func execCreateGroup(t *thread, in *instr) { t.regs[in.dst] = uint64(t.commitCopies().number) + 1 }

// commitCopies commits the pending copies to the queue, as one group.
func (t *thread) commitCopies() *group {
	copies := t.strand.copies
	t.strand.copies = nil
	g := t.commit(CpAsyncQueue, copies)
	t.sched().committed(t, g)
	return g
}

func emitCopyWait(c *compiler, op *ir.Op) error {
	n, _ := op.IntAttr("n")
	c.waitForCopies(n)
	return nil
}

func (c *compiler) waitForCopies(n int64) {
	queue := int64(CpAsyncQueue)
	c.emit(instr{exec: execWait, imm: uint64(queue), a: -1, b: int32(max(n, 0))})
}

// emitAsyncWait emits a wait for the group of a token, or, with numGroups, for all groups but the youngest
// numGroups.
func emitAsyncWait(c *compiler, op *ir.Op) error {
	if n, ok := op.IntAttr("numGroups"); ok {
		c.waitForCopies(n)
		return nil
	}
	c.emit(instr{exec: execTokenWait, a: c.operand(op, 0)})
	return nil
}

// execTokenWait waits for the group of a token and for all older groups, because groups of a queue complete
// in order.
func execTokenWait(t *thread, in *instr) {
	number := int(t.regs[in.a]) - 1
	q := t.strand.queue(CpAsyncQueue)
	count := 0
	for count < len(q.inFlight) && q.inFlight[count].number <= number {
		count++
	}
	if t.awaitGroups(q.inFlight[:count]) {
		t.join(in, q, q.inFlight[:count], q.inFlight[count:])
	}
}
