// Package dissolvepipelineblocks has the pass dissolve-pipeline-blocks: once loops are pipelined, the blocks
// around their statements say nothing more, and are gone.
package dissolvepipelineblocks
