// Package lowergpureductions has the pass lower-gpu-reductions: gpu.all_reduce and gpu.subgroup_reduce become
// shuffles, and memory of the block.
//
// pass.go has the pass and how a block reduces; subgroup.go how a subgroup does; combine.go makes what
// combines two values.
package lowergpureductions
