// Package cost says how long instructions of HLO take on a machine, and which engine of it works.
//
// An instruction on the device takes what it computes or what it moves, whichever is longer, and the start of
// an operation. Computed are products of matrices, at the rate of the matrix units for the type of their
// elements, and everything else at the rate of floats. Moved are the operands and results, of slices and
// updates in place only the part that is touched; what stays within a fusion is not moved.
//
// A collective operation takes the latency of the interconnect and its bytes over the bandwidth of one
// device. Of a ring of n devices each sends (n-1)/n of the data for an all-gather, a reduce-scatter and an
// all-to-all, and twice that for an all-reduce (nccl-tests, doc/PERFORMANCE.md).
//
// Costs that were measured take the place of all that: a text of the message ProfiledInstructionsProto, which
// XLA's profile-guided scheduler reads, or lines of a name and microseconds.
//
// Start reading at Model, then work.go for what instructions compute and move, and measured.go for the files.
package cost
