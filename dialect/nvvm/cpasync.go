package nvvm

import (
	"github.com/inflight-compiler/inflight/ir"
)

// Dialect is the nvvm dialect.
var Dialect = &ir.Dialect{
	Name: "nvvm",
	Ops:  []*ir.OpDef{CpAsyncCommitGroup, CpAsyncWaitGroup},
}

// CpAsyncCommitGroup is nvvm.cp.async.commit.group: commits the copies that this thread has issued and not committed, as
// one group that may be empty.
var CpAsyncCommitGroup = &ir.OpDef{
	Name:    "nvvm.cp.async.commit.group",
	Summary: "commits the pending cp.async operations as a group",
	Format:  "attr-dict",
	Effects: touchesQueue,
	QueueEffect: func(*ir.Op) ir.QueueEffect {
		return ir.QueueEffect{Kind: ir.QueueCommit, Unit: CpAsync.Engine, Queue: CpAsync}
	},
}

// CpAsyncWaitGroup is nvvm.cp.async.wait.group: waits until at most the N youngest groups are incomplete.
var CpAsyncWaitGroup = &ir.OpDef{
	Name:    "nvvm.cp.async.wait.group",
	Summary: "waits until at most N groups of cp.async are in flight",
	Attrs: []ir.AttrDef{{Name: "n", Type: ir.AttrConstraint{
		Summary: "32-bit signless integer attribute", Match: isI32, ValueType: func(c *ir.Context) ir.Type { return c.I32 },
	}}},
	Format:  "$n attr-dict",
	Effects: touchesQueue,
	QueueEffect: func(op *ir.Op) ir.QueueEffect {
		n, _ := op.IntAttr("n")
		return ir.QueueEffect{Kind: ir.QueueWait, Queue: CpAsync, Count: max(n, 0)}
	},
}

// CpAsync is the queue of cp.async: a thread has one, whose groups complete in the order of their commits (PTX ISA,
// cp.async.wait_group).
var CpAsync = ir.Queue{Engine: "cp.async"}

// CpAsyncBulk is the queue of bulk copies, cp.async.bulk (PTX ISA, cp.async.bulk.wait_group).
var CpAsyncBulk = ir.Queue{Engine: "cp.async.bulk"}

// touchesQueue reports an effect on the state of the queue, which is no memref.
func touchesQueue(_ *ir.Op, add func(ir.Effect)) { add(ir.Effect{Kind: ir.Write}) }

func isI32(a ir.Attr) bool {
	i, ok := a.(*ir.IntegerAttr)
	if !ok {
		return false
	}
	t, ok := i.Type.(*ir.IntegerType)
	return ok && t.Width == 32 && t.Sign == ir.Signless
}

// NewCpAsyncCommitGroup makes a CpAsyncCommitGroup.
func NewCpAsyncCommitGroup(b *ir.Builder) *ir.Op { return b.Op(CpAsyncCommitGroup, nil) }

// NewCpAsyncWaitGroup makes a CpAsyncWaitGroup.
func NewCpAsyncWaitGroup(b *ir.Builder, n int64) *ir.Op {
	return b.Op(CpAsyncWaitGroup, nil, ir.NamedAttr{Name: "n", Value: b.Ctx.Int(b.Ctx.I32, n)})
}
