// Package convertnvgputonvvm has the pass convert-nvgpu-to-nvvm: operations of a GPU on memrefs and on
// fragments of matrices become instructions on pointers and registers.
//
// nvgputonvvm.go has the pass; copy.go lowers asynchronous copies and their groups, matrix.go loads of
// matrices and products of them, sparse.go products with sparse matrices, warpgroup.go those of four warps,
// barrier.go barriers in memory, tma.go copies of tiles by the tensor memory accelerator and the tensor maps
// that the host makes for it.
package convertnvgputonvvm
