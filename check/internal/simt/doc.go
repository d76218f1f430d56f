// Package simt executes the threads of a kernel, or the iterations of a parallel loop, and finds accesses of
// two threads that nothing orders.
//
// Every operation runs in all threads that take part before the next one does (simt.go). A barrier begins an
// epoch. For each element the accesses are kept that what follows has to be compared with (shadow.go).
//
// # Decisions
//
// What a thread does to itself is judged by package machine, with the thread's index as a symbol. Here all
// threads run: kernels have few of them, and every form of subscript becomes a number. Each thread has queues
// of its own: where some threads commit more often than others, they have more groups. A wait that no access
// of its own thread needs is redundant only if no other thread needs it either. Iterations of a parallel loop
// are threads without barriers, where their subscripts do not tell them apart for all extents.
//
// Of a load or a store by a whole warp (ir.OpDef.Collective) each line of the matrix is an access of one
// thread. A device does not tell which thread has which elements. So a thread that reads its warp's matrix
// from memory without a barrier races, whichever thread it is: but for the thread that reads the line it was
// given here.
package simt
