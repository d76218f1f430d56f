// Package optimizeloops has the pass optimize-loops, which decides for the loops of a function what the
// passes on single loops leave to whoever calls them: which loops to tile, pack, jam, vectorize and unroll,
// and by how much.
//
// pass.go has the pass, and how a function is walked; contraction.go finds sums of products, and gemm.go
// makes tiles of them; stream.go is for all other loops.
package optimizeloops
