// Package gpumapparallelloops has the pass gpu-map-parallel-loops: the dimensions of nested parallel loops
// get blocks and threads of a GPU.
package gpumapparallelloops
