// Package lowerasyncdma is the pass lower-async-dma: asynchronous operations that copy a block of memory
// become pipeline.dma_copy, which a DMA engine does.
//
// In the order of what happens: pass.go goes through the asynchronous operations and their queues, match.go
// finds the one copy in each, nest.go recognizes loops that copy a rectangle, emit.go writes the copies, by
// rows where a block is not one piece of memory. What stays synchronous gets a remark from code.go.
package lowerasyncdma
