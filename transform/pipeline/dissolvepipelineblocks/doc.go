// Package dissolvepipelineblocks has the pass dissolve-pipeline-blocks. Once loops are pipelined, the blocks
// around their statements are not needed any more; the pass replaces them by their operations.
package dissolvepipelineblocks
