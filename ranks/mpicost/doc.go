// Package mpicost says how long the operations of programs with MLIR's mpi dialect take on a machine.
//
// A rank runs on the first processor of the machine, its host. An operation takes what it computes, its
// floating-point operations on all lanes and units of that processor, or what it moves, the bytes of the
// memory that it reads and writes at the bandwidth of the machine's first memory, whichever is longer.
// Operations on single values take no time.
//
// A message takes the latency of the machine's interconnect and its bytes over the bandwidth of one rank. Of
// a ring of n ranks each sends (n-1)/n of the data for a reduce-scatter and an all-gather, and twice that for
// an all-reduce (nccl-tests, doc/PERFORMANCE.md).
//
// Costs that were measured take the place of all that, by the place of an operation (a.mlir:12), the function
// that it calls (@stage), or its name (linalg.matmul). What is neither measured nor known takes no time, and
// Unknown lists it.
//
// Start reading at Model.
package mpicost
