// Package simt executes the threads of a kernel, or the iterations of a parallel loop, and finds accesses of
// two threads that nothing orders.
//
// Every operation runs in all threads that take part before the next one does (simt.go). A barrier begins an
// epoch. For each element the accesses are kept that what follows has to be compared with (shadow.go).
package simt
