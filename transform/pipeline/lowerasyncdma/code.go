package lowerasyncdma

import (
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ir"
)

// The codes of the remarks say why a DMA engine does not execute an asynchronous operation.
var (
	codeShape = diag.Register("dma-copy-shape", "an asynchronous operation is not the copy of one block",
		"A DMA engine copies a rectangle of elements: one memref.copy, or loops around one load and one "+
			"store whose subscripts "+
			"run with the loops. Put computations behind the wait, and each block into an operation of its "+
			"own.")
	codeStrided = diag.Register("dma-copy-strided",
		"the elements of a block copy do not lie next to each other",
		"Blocks are copied by rows of elements that lie next to each other in both memories. Make the "+
			"innermost dimension the "+
			"one with stride 1.")
	codeOverlap = diag.Register("dma-copy-overlap", "the source and the target of a block copy may overlap",
		"Loops copy one element after the other, a DMA engine in any order. Copy between different buffers.")
	codeQueue = diag.Register("dma-copy-queue", "a block copy cannot be a group of its queue",
		"The groups of a DMA engine are one to one with the commits of a queue, so it must be certain "+
			"which commit takes a copy: "+
			"the commit_queue around it. Run the pass in front of lower-pipeline-queues.")
)

// refusal is the reason why an operation is not a block copy.
type refusal struct {
	at   *ir.Op
	code diag.Code
	text string
}

func (r *refusal) remark() *diag.Diagnostic {
	return diag.Remarkf(r.code, r.at.Span(), "this operation stays synchronous: %s", r.text)
}
