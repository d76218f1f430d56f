// Package opcount counts what a function will compute: the floating-point operations of its loops, and the
// bytes of the buffers that it reads and writes. A count is exact or unknown; nothing is estimated.
//
// Operations are counted as usual for kernels. A sum, a difference, a product, a quotient, a remainder, a
// minimum, a maximum and a function of mathematics are one each, per lane of a vector. A fused multiply-add
// is two. Moves, comparisons, selections, conversions, changes of the sign and roundings to integers are
// none. A buffer counts once if the function reads it and once if the function writes it, with its whole
// size, however often it is accessed. These are the bytes that have to move if the buffer is in no cache.
//
// Loops are counted, not executed. If the count of a loop's body does not depend on the induction variable,
// the body is counted once. Otherwise, as in a triangular nest, the outer iterations are enumerated, up to a
// limit.
//
// Start reading at flops.go. kinds.go has the count of each operation, and bytes.go counts the bytes of
// buffers.
package opcount
