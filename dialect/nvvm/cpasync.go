package nvvm

import (
	"github.com/inflight-compiler/inflight/ir"
)

// CpAsync is nvvm.cp.async.shared.global: an asynchronous copy of size bytes, 4, 8 or 16, from global to
// shared memory. With cpSize only that many bytes are read, and the rest of the destination becomes zero.
var CpAsync = &ir.OpDef{
	Name:     "nvvm.cp.async.shared.global",
	Summary:  "asynchronous copy from global to shared memory",
	Operands: []ir.OperandDef{operand("dst", shared), operand("src", global), optional("cpSize", i32)},
	Attrs:    []ir.AttrDef{{Name: "size", Type: i32Attr}, enumAttr("modifier", CacheModifier)},
	Format: "$dst `,` $src `,` $size `,` `cache` `=` $modifier (`,` $cpSize^)? attr-dict `:` " +
		"type(operands)",
	Verify:  verifyCpAsync,
	Effects: copyEffects(0, 1),
	Async:   isAsync,
	QueueEffect: func(*ir.Op) ir.QueueEffect {
		return ir.QueueEffect{Kind: ir.QueueIssue, Unit: CpAsyncQueue.Engine}
	},
}

func isAsync(*ir.Op) bool { return true }

// copyEffects returns the effects of a copy between the memory that two operands point into. The effects do
// not say which part of that memory.
func copyEffects(dst, src int) func(*ir.Op, func(ir.Effect)) {
	return func(op *ir.Op, add func(ir.Effect)) {
		add(ir.Effect{Kind: ir.Read, Value: op.Operand(src)})
		add(ir.Effect{Kind: ir.Write, Value: op.Operand(dst)})
		touchesMachine(op, add)
	}
}

func verifyCpAsync(op *ir.Op) error {
	modifier := op.Attr("modifier")
	size, _ := op.IntAttr("size")
	switch {
	case !isCase(modifier, "cg") && !isCase(modifier, "ca"):
		return op.Errorf(codeNVVM, "Only CG and CA cache modifiers are supported.")
	case size != 4 && size != 8 && size != 16:
		return op.Errorf(codeNVVM, "expected byte size to be either 4, 8 or 16.")
	case isCase(modifier, "cg") && size != 16:
		return op.Errorf(codeNVVM, "CG cache modifier is only support for 16 bytes copy.")
	}
	return nil
}

// CpAsyncMBarrierArrive is nvvm.cp.async.mbarrier.arrive: it makes the thread arrive at an mbarrier when the
// thread's copies are complete.
var CpAsyncMBarrierArrive = &ir.OpDef{
	Name:     "nvvm.cp.async.mbarrier.arrive",
	Summary:  "arrive at a barrier when the pending copies are complete",
	Operands: []ir.OperandDef{operand("addr", genericOrShared)},
	Attrs: []ir.AttrDef{
		{Name: "noinc", Type: i1Attr, Default: func(c *ir.Context) ir.Attr { return c.Bool(false) }}},
	Format:  addrFormat,
	Effects: touchesMachine,
	Async:   isAsync,
}

// CpAsyncCommitGroup is nvvm.cp.async.commit.group: it commits the copies that this thread has issued and not
// yet committed, as one group. The group may be empty.
var CpAsyncCommitGroup = &ir.OpDef{
	Name:    "nvvm.cp.async.commit.group",
	Summary: "commits the pending cp.async operations as a group",
	Format:  "attr-dict",
	Effects: touchesMachine,
	QueueEffect: func(*ir.Op) ir.QueueEffect {
		return ir.QueueEffect{Kind: ir.QueueCommit, Unit: CpAsyncQueue.Engine, Queue: CpAsyncQueue}
	},
}

// CpAsyncWaitGroup is nvvm.cp.async.wait.group: it waits until at most the N youngest groups are incomplete.
var CpAsyncWaitGroup = &ir.OpDef{
	Name:    "nvvm.cp.async.wait.group",
	Summary: "waits until at most N groups of cp.async are in flight",
	Attrs:   []ir.AttrDef{{Name: "n", Type: i32Attr}},
	Format:  "$n attr-dict",
	Effects: touchesMachine,
	QueueEffect: func(op *ir.Op) ir.QueueEffect {
		n, _ := op.IntAttr("n")
		return ir.QueueEffect{Kind: ir.QueueWait, Queue: CpAsyncQueue, Count: max(n, 0)}
	},
	SetQueueCount: func(op *ir.Op, n int64) { op.SetAttr("n", op.Context().Int(op.Context().I32, n)) },
}

// CpAsyncQueue is the queue of cp.async. Each thread has one, whose groups complete in the order of their
// commits (PTX ISA, cp.async.wait_group).
var CpAsyncQueue = ir.Queue{Engine: "cp.async"}

// BulkQueue is the queue of bulk copies, cp.async.bulk (PTX ISA, cp.async.bulk.wait_group).
var BulkQueue = ir.Queue{Engine: "cp.async.bulk"}

// NewCpAsyncCommitGroup makes a CpAsyncCommitGroup.
func NewCpAsyncCommitGroup(b *ir.Builder) *ir.Op { return b.Op(CpAsyncCommitGroup, nil) }

// NewCpAsyncWaitGroup makes a CpAsyncWaitGroup.
func NewCpAsyncWaitGroup(b *ir.Builder, n int64) *ir.Op {
	return b.Op(CpAsyncWaitGroup, nil, ir.NamedAttr{Name: "n", Value: b.Ctx.Int(b.Ctx.I32, n)})
}
