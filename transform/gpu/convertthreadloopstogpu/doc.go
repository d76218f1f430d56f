// Package convertthreadloopstogpu has the pass convert-thread-loops-to-gpu: loops that are bound to the
// threads and blocks of a GPU, as TVMScript writes kernels, become a gpu.launch in which every thread
// executes the body for itself.
//
// Start with pass.go. kernel.go finds the loops of a kernel and the sizes of its grid; memory.go maps storage
// scopes to address spaces; order.go finds where threads exchange data in global memory; convert.go makes the
// launch.
//
// # What loops that are bound to threads mean
//
// They mean what TVM makes of them: the threads of a block execute the body side by side, and see in memory
// of the block what the statements before have written, in all threads. Where no thread accesses what another
// writes, that is what the loop computes in order, and it stays a loop for every engine. Where one may,
// package inflight (Module.Threads) makes a launch of the kernel, with barriers, behind pipelining: check,
// run, sim and build take the program from there, and PTX has the barriers that were judged.
//
// Memory in the scope local is one thread's own. A loop over threads whose iterations all update the same
// elements is a reduction, which keeps the order of the program. Global memory is not ordered within a loop:
// a race in it is reported. The command's build refuses PTX with a hazard between such threads. Package
// threadnumbers computes which elements the threads of a block share.
package convertthreadloopstogpu
