package nvvm

import (
	"github.com/inflight-compiler/inflight/dialect/llvm"
	"github.com/inflight-compiler/inflight/ir"
)

// Bulk copies: PTX ISA, "cp.async.bulk" and "cp.async.bulk.tensor". An mbarrier tells the completion of
// copies to shared memory. Copies from shared memory complete with the group in which they were committed.

// BulkCommitGroup is nvvm.cp.async.bulk.commit.group: it commits the bulk copies from shared memory that this
// thread has issued and not yet committed, as one group. The group may be empty.
var BulkCommitGroup = &ir.OpDef{
	Name:    "nvvm.cp.async.bulk.commit.group",
	Summary: "commits the pending bulk copies as a group",
	Format:  "attr-dict",
	Effects: touchesMachine,
	QueueEffect: func(*ir.Op) ir.QueueEffect {
		return ir.QueueEffect{Kind: ir.QueueCommit, Unit: BulkQueue.Engine, Queue: BulkQueue}
	},
}

// BulkWaitGroup is nvvm.cp.async.bulk.wait_group: it waits until at most that many of the youngest groups are
// incomplete. With read, only the reads of the sources of the other groups must be complete.
var BulkWaitGroup = &ir.OpDef{
	Name:    "nvvm.cp.async.bulk.wait_group",
	Summary: "waits until at most so many groups of bulk copies are in flight",
	Attrs:   []ir.AttrDef{{Name: "group", Type: natural}, unitAttr("read")},
	Format:  "$group attr-dict",
	Effects: touchesMachine,
	QueueEffect: func(op *ir.Op) ir.QueueEffect {
		if op.Attr("read") != nil {
			// groups whose sources have been read may still be writing: no group is known complete
			return ir.QueueEffect{}
		}
		n, _ := op.IntAttr("group")
		return ir.QueueEffect{Kind: ir.QueueWait, Queue: BulkQueue, Count: max(n, 0)}
	},
	SetQueueCount: func(op *ir.Op, n int64) { op.SetAttr("group", op.Context().Int(op.Context().I32, n)) },
}

// issuesBulk is the effect on queues of a copy that completes with its group.
func issuesBulk(*ir.Op) ir.QueueEffect {
	return ir.QueueEffect{Kind: ir.QueueIssue, Unit: BulkQueue.Engine}
}

var (
	size      = operand("size", i32)
	mbar      = operand("mbar", shared)
	cacheHint = optional("l2CacheHint", i64)
	multicast = optional("multicastMask", i16)
	offsets   = variadic("im2colOffsets", i16)
	box       = variadic("coordinates", i32)
	loadMode  = defaultEnum("mode", LoadMode, "tile")
	storeMode = defaultEnum("mode", StoreMode, "tile")
)

const hintFormat = "(`l2_cache_hint` `=` $l2CacheHint^)? "

// BulkLoad is nvvm.cp.async.bulk.shared.cluster.global: it copies size bytes to shared memory, and completes
// on the mbarrier mbar.
var BulkLoad = &ir.OpDef{
	Name:    "nvvm.cp.async.bulk.shared.cluster.global",
	Summary: "bulk copy from global to shared memory",
	Operands: []ir.OperandDef{operand("dstMem", sharedOrCluster), operand("srcMem", global), mbar, size,
		multicast, cacheHint},
	Attrs:  []ir.AttrDef{sizes},
	Traits: ir.AttrSizedOperands,
	Format: "$dstMem `,` $srcMem `,` $mbar `,` $size (`multicast_mask` `=` $multicastMask^)? " + hintFormat +
		"attr-dict `:` type($dstMem) `,` type($srcMem)",
	Verify: func(op *ir.Op) error {
		if isShared(op.Operand(0)) && op.OptionalOperand(4) != nil {
			return op.Errorf(codeNVVM, "Multicast is not supported with shared::cta mode.")
		}
		return nil
	},
	Effects: copyEffects(0, 1),
	Async:   isAsync,
}

// isShared reports whether a value points into the shared memory of the block itself.
func isShared(v *ir.Value) bool {
	space, ok := llvm.AddressSpace(v.Type())
	return ok && space == llvm.Shared
}

// BulkCopyCluster is nvvm.cp.async.bulk.shared.cluster.shared.cta: it copies to the shared memory of another
// block of the cluster, and completes on the mbarrier mbar.
var BulkCopyCluster = &ir.OpDef{
	Name:     "nvvm.cp.async.bulk.shared.cluster.shared.cta",
	Summary:  "bulk copy to shared memory of the cluster",
	Operands: []ir.OperandDef{operand("dstMem", sharedCluster), operand("srcMem", shared), mbar, size},
	Format:   "$dstMem `,` $srcMem `,` $mbar `,` $size attr-dict `:` type($dstMem) `,` type($srcMem)",
	Effects:  copyEffects(0, 1),
	Async:    isAsync,
}

// BulkStore is nvvm.cp.async.bulk.global.shared.cta: it copies size bytes from shared memory. The copy
// belongs to the next group.
var BulkStore = &ir.OpDef{
	Name:    "nvvm.cp.async.bulk.global.shared.cta",
	Summary: "bulk copy from shared to global memory",
	Operands: []ir.OperandDef{
		operand("dstMem", global), operand("srcMem", shared), size, cacheHint, optional("byteMask", i16),
	},
	Attrs:  []ir.AttrDef{sizes},
	Traits: ir.AttrSizedOperands,
	Format: "$dstMem `,` $srcMem `,` $size " + hintFormat + "(`byte_mask` `=` $byteMask^)? " +
		"attr-dict `:` type($dstMem) `,` type($srcMem)",
	Effects:     copyEffects(0, 1),
	Async:       isAsync,
	QueueEffect: issuesBulk,
}

// BulkPrefetch is nvvm.cp.async.bulk.prefetch: it brings size bytes into the second-level cache.
var BulkPrefetch = &ir.OpDef{
	Name:     "nvvm.cp.async.bulk.prefetch",
	Summary:  "bulk prefetch into the cache",
	Operands: []ir.OperandDef{operand("srcMem", global), size, cacheHint},
	Format:   "$srcMem `,` $size " + hintFormat + "attr-dict `:` type($srcMem)",
	Effects:  touchesMachine,
}

// TensorLoad is nvvm.cp.async.bulk.tensor.shared.cluster.global: it copies the tile at the coordinates to
// shared memory, and completes on the mbarrier mbar.
var TensorLoad = &ir.OpDef{
	Name:    "nvvm.cp.async.bulk.tensor.shared.cluster.global",
	Summary: "bulk copy of a tile from global to shared memory",
	Operands: []ir.OperandDef{
		operand("dstMem", sharedOrCluster), operand("tmaDescriptor", generic), box, mbar, offsets, multicast,
		cacheHint, predicate,
	},
	Attrs:  []ir.AttrDef{loadMode, falseAttr("isCTAOnly"), optionalAttr(enumAttr("group", CTAGroup)), sizes},
	Traits: ir.AttrSizedOperands,
	Format: "$dstMem `,` $tmaDescriptor `,` $mbar `,` `box` `[` $coordinates `]` (`im2col` `[` " +
		"$im2colOffsets^ `]`)? " +
		"(`multicast_mask` `=` $multicastMask^)? " + hintFormat + "(`predicate` `=` $predicate^)? " +
		"attr-dict `:` type($dstMem) `,` type($tmaDescriptor)",
	Verify:  verifyTensorLoad,
	Effects: copyEffects(0, 1),
	Async:   isAsync,
}

func verifyTensorLoad(op *ir.Op) error {
	if err := verifyLoadMode(op, len(op.OperandsOf(2)), len(op.OperandsOf(4))); err != nil {
		return err
	}
	onlyBlock, _ := op.IntAttr("isCTAOnly")
	if onlyBlock == 0 {
		if isShared(op.Operand(0)) {
			return op.Errorf(codeNVVM, "Shared::cluster destination requires address-space 7.")
		}
		return nil
	}
	switch {
	case !isShared(op.Operand(0)):
		return op.Errorf(codeNVVM, "Shared::cta destination requires address-space 3.")
	case op.OptionalOperand(5) != nil:
		return op.Errorf(codeNVVM, "Multicast is not supported with shared::cta mode.")
	case op.Attr("group") != nil:
		return op.Errorf(codeNVVM, "CTAGroup is not supported with shared::cta mode.")
	}
	return nil
}

// verifyLoadMode checks the numbers of coordinates and of offsets within a window.
func verifyLoadMode(op *ir.Op, coordinates, given int) error {
	mode := op.Attr("mode")
	expected := 0
	switch {
	case coordinates < 1 || coordinates > 5:
		return op.Errorf(codeNVVM, "expects coordinates between 1 to 5 dimension")
	case isCase(mode, "tile"):
	case isCase(mode, "tile_gather4"):
		if coordinates != 5 {
			return op.Errorf(codeNVVM, "Gather4 mode expects 5 coordinates")
		}
	case coordinates < 3:
		return op.Errorf(codeNVVM, "to use im2col mode, the tensor has to be at least 3-dimensional")
	case isCase(mode, "im2col"):
		expected = coordinates - 2
	default:
		expected = 2
	}
	if given != expected {
		return op.Errorf(codeNVVM, " im2col offsets expected %d (provided %d)", expected, given)
	}
	return nil
}

// TensorStore is nvvm.cp.async.bulk.tensor.global.shared.cta: it copies a tile from shared memory to the
// coordinates. The copy belongs to the next group.
var TensorStore = &ir.OpDef{
	Name:    "nvvm.cp.async.bulk.tensor.global.shared.cta",
	Summary: "bulk copy of a tile from shared to global memory",
	Operands: []ir.OperandDef{operand("tmaDescriptor", generic), operand("srcMem", shared), box, cacheHint,
		predicate},
	Attrs:  []ir.AttrDef{storeMode, sizes},
	Traits: ir.AttrSizedOperands,
	Format: "$tmaDescriptor `,` $srcMem `,` `box` `[` $coordinates `]` " + hintFormat +
		"(`,` `predicate` `=` $predicate^)? " +
		"attr-dict `:` type($tmaDescriptor) `,` type($srcMem)",
	Verify:      verifyTensorStore,
	Effects:     copyEffects(0, 1),
	Async:       isAsync,
	QueueEffect: issuesBulk,
}

func verifyTensorStore(op *ir.Op) error {
	mode := op.Attr("mode")
	coordinates := len(op.OperandsOf(2))
	switch {
	case op.OptionalOperand(4) != nil && !isCase(mode, "tile"):
		return op.Errorf(codeNVVM, "Inline-ptx lowering supported only for Tile mode.")
	case op.OptionalOperand(4) != nil && op.OptionalOperand(3) != nil:
		return op.Errorf(codeNVVM, "Inline-ptx lowering unsupported with L2 cache-hint.")
	}
	return verifyStoreMode(op, coordinates)
}

func verifyStoreMode(op *ir.Op, coordinates int) error {
	mode := op.Attr("mode")
	switch {
	case isCase(mode, "tile_scatter4"):
		if coordinates != 5 {
			return op.Errorf(codeNVVM, "Scatter4 mode expects 5 coordinates")
		}
	case coordinates < 1 || coordinates > 5:
		return op.Errorf(codeNVVM, "expects coordinates between 1 to 5 dimension")
	case isCase(mode, "im2col") && coordinates < 3:
		return op.Errorf(codeNVVM, "to use im2col mode, the tensor has to be at least 3-dimensional")
	}
	return nil
}

// TensorPrefetch is nvvm.cp.async.bulk.tensor.prefetch: it brings a tile into the second-level cache.
var TensorPrefetch = &ir.OpDef{
	Name:     "nvvm.cp.async.bulk.tensor.prefetch",
	Summary:  "bulk prefetch of a tile into the cache",
	Operands: []ir.OperandDef{operand("tmaDescriptor", generic), box, offsets, cacheHint},
	Attrs:    []ir.AttrDef{loadMode, sizes},
	Traits:   ir.AttrSizedOperands,
	Format: "$tmaDescriptor `,` `box` `[` $coordinates `]` (`im2col` `[` $im2colOffsets^ `]`)? " +
		hintFormat +
		"attr-dict `:` type($tmaDescriptor)",
	Verify: func(op *ir.Op) error {
		return verifyLoadMode(op, len(op.OperandsOf(1)), len(op.OperandsOf(2)))
	},
	Effects: touchesMachine,
}

// TensorReduce is nvvm.cp.async.bulk.tensor.reduce: it combines a tile in shared memory with the one at the
// coordinates.
var TensorReduce = &ir.OpDef{
	Name:    "nvvm.cp.async.bulk.tensor.reduce",
	Summary: "bulk reduction of a tile in shared memory into global memory",
	Operands: []ir.OperandDef{operand("tmaDescriptor", anyPointer), operand("srcMem", shared), box,
		cacheHint},
	Attrs:  []ir.AttrDef{enumAttr("redKind", BulkReduction), storeMode, sizes},
	Traits: ir.AttrSizedOperands,
	Format: "$tmaDescriptor `,` $srcMem `,` `box` `[` $coordinates `]` " + hintFormat +
		"attr-dict `:` type($tmaDescriptor) `,` type($srcMem)",
	Verify: func(op *ir.Op) error {
		if isCase(op.Attr("mode"), "tile_scatter4") {
			return op.Errorf(codeNVVM, "Scatter mode unsupported for CpAsyncBulkTensorReduceOp")
		}
		return verifyStoreMode(op, len(op.OperandsOf(2)))
	},
	Effects: func(op *ir.Op, add func(ir.Effect)) {
		add(ir.Effect{Kind: ir.Read, Value: op.Operand(0)})
		copyEffects(0, 1)(op, add)
	},
	Async:       isAsync,
	QueueEffect: issuesBulk,
}
