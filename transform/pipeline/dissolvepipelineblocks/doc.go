// Package dissolvepipelineblocks has the pass dissolve-pipeline-blocks: once loops are pipelined, the blocks around their statements say nothing
// more, and are gone.
//
// May import: dialect/pipeline, pass, ir, transform/internal/asyncqueue; no other transform.
package dissolvepipelineblocks
