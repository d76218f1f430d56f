// Package lowerasyncdma is the pass lower-async-dma: it replaces asynchronous operations that copy a block of
// memory by pipeline.dma_copy, which a DMA engine executes.
//
// In the order of execution: pass.go goes through the asynchronous operations and their queues. match.go
// finds the one copy in each. nest.go recognizes loops that copy a rectangle. emit.go emits the copies, row
// by row if a block is not contiguous. An operation that stays synchronous gets a remark from code.go.
package lowerasyncdma
