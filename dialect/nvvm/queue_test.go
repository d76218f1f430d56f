package nvvm_test

import (
	"testing"

	"github.com/inflight-compiler/inflight/dialect/builtin"
	"github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/dialect/internal/dialecttest"
	"github.com/inflight-compiler/inflight/dialect/llvm"
	"github.com/inflight-compiler/inflight/dialect/nvvm"
	"github.com/inflight-compiler/inflight/ir"
)

// TestOperations proves what asynchronous operations touch, and what operations do to which queue.
func TestOperations(t *testing.T) {
	const args = "%s: !llvm.ptr<3>, %g: !llvm.ptr<1>, %p: !llvm.ptr, %c: !llvm.ptr<7>, %n: i32"
	const copies = "read any of %g; write any of %s; write something else"
	const machine = "write something else"
	bulk := ir.QueueEffect{Kind: ir.QueueIssue, Unit: "cp.async.bulk"}
	for _, c := range []struct {
		def     *ir.OpDef
		body    string
		effects string
		async   bool
		queue   ir.QueueEffect
	}{
		{nvvm.CpAsync, "nvvm.cp.async.shared.global %s, %g, 16, cache = ca : !llvm.ptr<3>, !llvm.ptr<1>",
			copies, true,
			ir.QueueEffect{Kind: ir.QueueIssue, Unit: "cp.async"}},
		{nvvm.CpAsyncCommitGroup, "nvvm.cp.async.commit.group", machine, false,
			ir.QueueEffect{Kind: ir.QueueCommit, Unit: "cp.async", Queue: ir.Queue{Engine: "cp.async"}}},
		{nvvm.CpAsyncWaitGroup, "nvvm.cp.async.wait.group 2", machine, false,
			ir.QueueEffect{Kind: ir.QueueWait, Queue: ir.Queue{Engine: "cp.async"}, Count: 2}},
		{nvvm.BulkLoad, "nvvm.cp.async.bulk.shared.cluster.global %s, %g, %s, %n : !llvm.ptr<3>, <1>", copies,
			true, ir.QueueEffect{}},
		{nvvm.BulkStore, "nvvm.cp.async.bulk.global.shared.cta %g, %s, %n : <1>, <3>",
			"read any of %s; write any of %g; write something else", true, bulk},
		{nvvm.TensorLoad,
			"nvvm.cp.async.bulk.tensor.shared.cluster.global %c, %p, %s, box[%n] : !llvm.ptr<7>, !llvm.ptr",
			"read any of %p; write any of %c; write something else", true, ir.QueueEffect{}},
		{nvvm.TensorStore, "nvvm.cp.async.bulk.tensor.global.shared.cta %p, %s, box[%n] : !llvm.ptr, <3>",
			"read any of %s; write any of %p; write something else", true, bulk},
		{nvvm.BulkCommitGroup, "nvvm.cp.async.bulk.commit.group", machine, false,
			ir.QueueEffect{Kind: ir.QueueCommit, Unit: "cp.async.bulk",
				Queue: ir.Queue{Engine: "cp.async.bulk"}}},
		{nvvm.BulkWaitGroup, "nvvm.cp.async.bulk.wait_group 1", machine, false,
			ir.QueueEffect{Kind: ir.QueueWait, Queue: ir.Queue{Engine: "cp.async.bulk"}, Count: 1}},
		{nvvm.BulkWaitGroup, "nvvm.cp.async.bulk.wait_group 1 {read}", machine, false, ir.QueueEffect{}},
		{nvvm.WarpgroupWait, "nvvm.wgmma.wait.group.sync.aligned 1", machine, false,
			ir.QueueEffect{Kind: ir.QueueWait, Queue: ir.Queue{Engine: "wgmma"}, Count: 1}},
	} {
		ctx := ir.NewContext(builtin.Dialect, function.Dialect, llvm.Dialect, nvvm.Dialect)
		op := dialecttest.FirstOf(t, ctx, c.def, args, c.body)
		if got := dialecttest.Effects(op, func(ir.Effect) string { return "" }); got != c.effects {
			t.Errorf("%s\n got %s\nwant %s", c.body, got, c.effects)
		}
		if op.IsAsync() != c.async || op.QueueEffect() != c.queue {
			t.Errorf("%s: asynchronous %t, queue %+v", c.body, op.IsAsync(), op.QueueEffect())
		}
	}
}
