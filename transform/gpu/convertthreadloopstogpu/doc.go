// Package convertthreadloopstogpu has the pass convert-thread-loops-to-gpu: loops that are bound to the
// threads and blocks of a GPU, as TVMScript writes kernels, become a gpu.launch in which every thread
// executes the body for itself.
//
// Start with pass.go. kernel.go finds the loops of a kernel and the sizes of its grid; memory.go maps storage
// scopes to address spaces; order.go finds where threads exchange data in global memory; convert.go makes the
// launch.
package convertthreadloopstogpu
