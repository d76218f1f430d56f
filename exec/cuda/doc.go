// Package cuda runs programs with kernels on a device: the kernels, which target/ptx compiles, on the device,
// and the rest on the simulator.
//
// host.go prepares a program, run.go is a run of it, and launch.go one launch.
//
// Operations with tokens run on queues of the device: plan.go is what is known of them before a run, order.go
// says which waits it takes, flow.go issues them and waits, operations.go does each kind. graphs.go makes
// graphs of them in the place of queues.
//
// # How kernels run on a device
//
// The simulator executes the host's part of a program in order, and hands the operations of the device to
// this package (sim.Device). Package device starts the helper program inflight-cuda and speaks with it over
// its standard input and output (exec/cuda/protocol). The helper opens libcuda.so.1 (exec/cuda/driver): so
// the command itself stays a static program, and a kernel that never ends can be killed. For each launch,
// memory of the host is copied to the device and back. The first launch of a kernel is repeated from the same
// memory, and its time is the median of the times between two events.
//
// internal/fakecuda is a driver for tests, written in C, which has kernels executed by ptx/machine. Tests of
// that machine go the other way (internal/gputest): with INFLIGHT_GPU=1 each of their launches runs on the
// device as well, and must leave the same bytes. scripts/device.sh packs these tests, the examples and the
// kernels of bench/gpu for a machine that has a GPU and nothing else.
package cuda
