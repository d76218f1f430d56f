// Package simt executes the threads of a kernel, or the iterations of a parallel loop, and finds accesses of
// different threads that nothing orders.
//
// Every operation runs in all active threads before the next operation does (simt.go). A barrier begins an
// epoch. For each element the package keeps the accesses with which later ones must be compared (shadow.go).
//
// # Decisions
//
// Package machine judges accesses of one thread, with the thread's index as a symbol. Package simt executes
// all threads: kernels have few of them, and every subscript becomes a number. Each thread has queues of its
// own, so that a thread that commits more often has more groups. A wait that no access of its own thread
// needs is redundant only if no other thread needs it either. Iterations of a parallel loop are threads
// without barriers. They are executed only if their subscripts do not separate them for all extents.
//
// A load or store by a whole warp (ir.OpDef.Collective) has one access for each line of the matrix, each made
// by one thread. A device does not define which thread has which elements. So a thread that reads its warp's
// matrix from memory without a barrier races, unless it is the thread to which this package assigns the line.
package simt
