// Package convertgputonvvm has the pass convert-gpu-to-nvvm: functions of a device become functions of the
// llvm dialect, and what asks where a thread is, or does something together with other threads, becomes
// instructions of NVIDIA's devices.
//
// gputonvvm.go has the pass, function.go functions and the memory that they declare, id.go places in the
// grid, warp.go what a subgroup does together, reduce.go reductions.
package convertgputonvvm
