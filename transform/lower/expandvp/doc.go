// Package expandvp is the pass expand-vp: LLVM's predicated arithmetic of vectors (llvm.intr.vp.*) becomes
// arithmetic of arith and reductions of vector, which every engine knows.
package expandvp
