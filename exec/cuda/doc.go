// Package cuda compiles the kernels of a program to PTX, the code of NVIDIA's devices, and runs programs with kernels on a device.
//
// lower.go is the way from a gpu.module to PTX, one line per pass; program.go is what the command `build` writes. host.go prepares a
// program whose kernels a device executes while the simulator executes the rest, run.go is a run of it, and launch.go one launch.
//
// Operations with tokens run on queues of the device: plan.go is what is known of them before a run, order.go says which waits it takes,
// flow.go issues them and waits, operations.go does each kind. graphs.go makes graphs of them in the place of queues.
//
// May import: analysis/queues, target/ptx, exec/cuda/device, sim, timeline, the transforms and what they import.
package cuda
