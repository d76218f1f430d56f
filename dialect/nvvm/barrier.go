package nvvm

import "github.com/inflight-compiler/inflight/ir"

// Barriers between the threads of a block or a cluster, and fences: PTX ISA, "Parallel Synchronization and
// Communication Instructions".

// The barriers.
var (
	Barrier0 = wholeBlock(bareOp("barrier0", "wait for all threads of the block"))
	Barrier  = &ir.OpDef{
		Name:    "nvvm.barrier",
		Summary: "wait for the threads of the block, and reduce a predicate over them",
		Operands: []ir.OperandDef{
			optional("barrierId", i32), optional("numberOfThreads", i32), optional("reductionPredicate", i32),
		},
		Results: optionalResult(i32),
		Attrs:   []ir.AttrDef{optionalAttr(enumAttr("reductionOp", BarrierReduction)), sizes},
		Traits:  ir.AttrSizedOperands,
		Format: "(`id` `=` $barrierId^)? (`number_of_threads` `=` $numberOfThreads^)? " +
			"(qualified($reductionOp)^ $reductionPredicate)? (`->` type($res)^)? attr-dict",
		Verify:  verifyBarrier,
		Effects: touchesMachine,
		// without a number of threads it is a barrier of all
		Barrier: func(op *ir.Op) bool { return op.OptionalOperand(1) == nil },
	}
	BarrierArrive = &ir.OpDef{
		Name:     "nvvm.barrier.arrive",
		Summary:  "arrive at a barrier without waiting",
		Operands: []ir.OperandDef{optional("barrierId", i32), operand("numberOfThreads", i32)},
		Format:   "(`id` `=` $barrierId^)? `number_of_threads` `=` $numberOfThreads attr-dict",
		Effects:  touchesMachine,
	}
	WarpSync = &ir.OpDef{
		Name:     "nvvm.bar.warp.sync",
		Summary:  "wait for the threads of the warp that the mask has",
		Operands: []ir.OperandDef{operand("mask", i32)},
		Format:   "$mask attr-dict `:` type($mask)",
		Effects:  touchesMachine,
	}
	ClusterArrive = bareOp("cluster.arrive", "arrive at the barrier of the cluster",
		unitAttr("aligned"))
	ClusterArriveRelaxed = bareOp("cluster.arrive.relaxed",
		"arrive at the barrier of the cluster, ordering no memory", unitAttr("aligned"))
	ClusterWait = bareOp("cluster.wait", "wait at the barrier of the cluster", unitAttr("aligned"))
)

// wholeBlock marks an operation as a barrier of all threads of the block.
func wholeBlock(def *ir.OpDef) *ir.OpDef {
	def.Barrier = ir.Always
	return def
}

func verifyBarrier(op *ir.Op) error {
	id, threads, reduced := op.OptionalOperand(0), op.OptionalOperand(1), op.OptionalOperand(2)
	switch {
	case threads != nil && id == nil:
		return op.OpErrorf(codeNVVM, "barrier id is missing, it should be set between 0 to 15")
	case (reduced != nil) != (op.Attr("reductionOp") != nil):
		return op.OpErrorf(codeNVVM, "reduction predicate and reduction operation must be specified together")
	}
	return nil
}

var (
	scope     = enumAttr("scope", MemScope)
	order     = enumAttr("order", MemOrder)
	fromProxy = defaultEnum("fromProxy", ProxyKind, "generic")
	toProxy   = defaultEnum("toProxy", ProxyKind, "tensormap")
)

// The fences. Threads of the scope see the thread's accesses before a fence before they see those after it. A
// proxy fence also orders accesses by different ways to memory.
var (
	MemoryBarrier = &ir.OpDef{
		Name: "nvvm.memory.barrier", Summary: "order memory accesses within a scope",
		Attrs:  []ir.AttrDef{scope},
		Format: "$scope attr-dict", Effects: touchesMachine,
	}
	FenceCluster = bareOp("fence.sc.cluster",
		"order memory accesses within the cluster, sequentially consistent")
	FenceSyncRestrict = verified(bareOp("fence.sync_restrict", "order accesses to one kind of memory", order),
		verifyOrder)
	FenceMBarrierInit = bareOp("fence.mbarrier.init", "what initialized barriers is seen by the cluster")
	FenceProxy        = verified(bareOp("fence.proxy", "order accesses through different proxies",
		enumAttr("kind", ProxyKind), optionalAttr(enumAttr("space", SharedSpace))), verifyProxy)
	FenceProxyAcquire = &ir.OpDef{
		Name:     "nvvm.fence.proxy.acquire",
		Summary:  "see what was written through another proxy",
		Operands: []ir.OperandDef{operand("addr", generic), operand("size", i32)},
		Attrs:    []ir.AttrDef{scope, fromProxy, toProxy},
		Format: "$scope $addr `,` $size (`from_proxy` `=` $fromProxy^)? (`to_proxy` `=` $toProxy^)? " +
			"attr-dict",
		Verify:  verifyOneWay,
		Effects: touchesMachine,
	}
	FenceProxyRelease = &ir.OpDef{
		Name:    "nvvm.fence.proxy.release",
		Summary: "let other proxies see what was written",
		Attrs:   []ir.AttrDef{scope, fromProxy, toProxy},
		Format:  "$scope (`from_proxy` `=` $fromProxy^)? (`to_proxy` `=` $toProxy^)? attr-dict",
		Verify:  verifyOneWay,
		Effects: touchesMachine,
	}
	FenceProxySyncRestrict = verified(bareOp("fence.proxy.sync_restrict", "order accesses to one kind of "+
		"memory through proxies",
		order, fromProxy, defaultEnum("toProxy", ProxyKind, "async")), verifyProxyRestrict)
)

func verified(def *ir.OpDef, verify func(*ir.Op) error) *ir.OpDef {
	def.Verify = verify
	return def
}

func verifyOrder(op *ir.Op) error {
	if o := op.Attr("order"); !isCase(o, "acquire") && !isCase(o, "release") {
		return op.OpErrorf(codeNVVM, "only acquire and release semantics are supported")
	}
	return nil
}

func verifyProxyRestrict(op *ir.Op) error {
	if err := verifyOrder(op); err != nil {
		return err
	}
	switch {
	case !isCase(op.Attr("fromProxy"), "generic"):
		return op.OpErrorf(codeNVVM, "only generic is support for from_proxy attribute")
	case !isCase(op.Attr("toProxy"), "async"):
		return op.OpErrorf(codeNVVM, "only async is supported for to_proxy attribute")
	}
	return nil
}

func verifyProxy(op *ir.Op) error {
	kind, space := op.Attr("kind"), op.Attr("space") != nil
	switch {
	case isCase(kind, "tensormap"):
		return op.OpErrorf(codeNVVM, "tensormap proxy is not a supported proxy kind")
	case isCase(kind, "generic"):
		return op.OpErrorf(codeNVVM, "generic proxy not a supported proxy kind")
	case isCase(kind, "async.shared") && !space:
		return op.OpErrorf(codeNVVM, "async_shared fence requires space attribute")
	case !isCase(kind, "async.shared") && space:
		return op.OpErrorf(codeNVVM, "only async_shared fence can have space attribute")
	}
	return nil
}

func verifyOneWay(op *ir.Op) error {
	switch {
	case !isCase(op.Attr("fromProxy"), "generic"):
		return op.OpErrorf(codeNVVM, "uni-directional proxies only support generic for from_proxy attribute")
	case !isCase(op.Attr("toProxy"), "tensormap"):
		return op.OpErrorf(codeNVVM, "uni-directional proxies only support tensormap for to_proxy attribute")
	}
	return nil
}
