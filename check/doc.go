// Package check is the static judge of a program's synchronization: which waits are needed, too weak,
// redundant or stronger than necessary, which accesses nothing orders, and how many versions each buffer
// needs.
//
// It executes the skeleton of a function (check/internal/skeleton) on the abstract machine
// (check/internal/machine): loops run iteration by iteration until their state repeats, and then whole
// periods are skipped, exactly. What the skeleton's control flow needs and the program does not say (dynamic
// extents) is tried from 0 up, and data of integer types down from 0, too, until nothing new can happen.
// Every wait is judged by runs with a larger count, or without it. What threads of a kernel, or iterations of
// a parallel loop, do to each other is found by running all of them between barriers (check/internal/simt).
//
// All judgements about memory (which elements, whether they overlap) are those of package analysis, so that
// the transforms and the judge agree. Dialects are known by the interfaces of ir.OpDef; the few operations
// that no interface describes are known by their names (check/internal/source, check/internal/kernel).
//
// Start reading at Module (module.go), then extents.go (which sizes are tried), waits.go (the verdict of a
// wait) and report.go. The functions of a module are checked at the same time (parallel.go). A hazard that is
// found with a symbolic thread index, or with a summarized loop, is checked again for each thread and each
// iteration (members.go). Where sizes do not come to repeat themselves, a proof is tried that compares
// iterations by their distance (distances.go).
package check
