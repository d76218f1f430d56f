// Package pipeline is the table of Inflight's own dialect: statements with their accesses, asynchronous
// operations, and the queues that track them. It is the implicit form of synchronization: a wait names a
// queue and how many of its youngest groups may stay in flight.
//
// The scope form (async_scope, commit_queue, wait_queue) is that of TVM's RFC 77, "Asynchronous stage in
// software pipeline", section "Semantics of the proposed scope annotations". The intrinsic form
// (async_commit_stage, async_wait_stage) is that of the RFC's earlier draft and of the instructions that it
// is lowered to.
//
// The form of DMA engines (dma_copy, dma_group, dma_wait) has copies of blocks that are asynchronous by
// themselves.
//
// It imports package ir, its constraints, and diag. ops.go has the table, and access.go the declared accesses
// of a statement. annotation.go has the attributes of loops, syntax.go the syntax of waits, and dma.go the
// copies of blocks. build.go has the functions with which passes make operations.
package pipeline
