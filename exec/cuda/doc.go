// Package cuda runs programs with kernels on a device: the kernels, which target/ptx compiles, on the device,
// and the rest on the simulator.
//
// host.go prepares a program, run.go is a run of it, and launch.go one launch.
//
// Operations with tokens run on queues of the device: plan.go is what is known of them before a run, order.go
// says which waits it takes, flow.go issues them and waits, operations.go does each kind. graphs.go makes
// graphs of them in the place of queues.
package cuda
