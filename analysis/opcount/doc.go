// Package opcount counts what a function computes before it runs: the floating-point operations of its loops,
// and the bytes of the buffers that it reads and writes. The counts are exact or not known; nothing is
// estimated.
//
// An operation counts as kernels' sizes are usually told: a sum, a difference, a product, a quotient, a
// remainder, a minimum, a maximum and a function of mathematics are one each, per lane of a vector; a fused
// multiply-add is two. Moves, comparisons, selections, conversions, changes of the sign and rounding to
// integers are none. A buffer counts once if the function reads it and once if it writes it, in whole,
// however often it is accessed: these are the bytes that have to move if the buffer is in no cache.
//
// Loops are counted, not executed: the body of a loop whose count does not depend on the induction variable
// is counted once. Where it does, as in a triangular nest, the outer iterations are enumerated, up to a
// limit.
//
// Start reading at flops.go; kinds.go says what each operation counts, bytes.go is about buffers.
package opcount
