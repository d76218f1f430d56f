// Package cuda runs programs with kernels on a device. The kernels, which target/ptx compiles, run on the
// device, and the rest of the program on the simulator.
//
// host.go prepares a program, run.go is one run of it, and launch.go one launch.
//
// Operations with tokens run on queues of the device. plan.go has what is known of them before a run,
// order.go decides which waits are needed, flow.go issues operations and waits, and operations.go has each
// kind of operation. decode.go says which operations the simulator leaves to the device, and what their
// values are to it. graphs.go makes graphs of operations instead of queues.
//
// # How kernels run on a device
//
// The simulator executes the host's part of a program in order, and passes the operations of the device to
// this package (sim.Executor). Package device starts the helper program inflight-cuda and exchanges messages
// with it over its standard input and output (exec/cuda/protocol). The helper opens libcuda.so.1
// (exec/cuda/driver). So the command itself stays a static program, and a kernel that never ends can be
// killed. For each launch, memory of the host is copied to the device and back. The first launch of a kernel
// is repeated from the same memory, and its time is the median of the times between two events.
//
// internal/fakecuda is a driver for tests, written in C, whose kernels ptx/machine executes. Conversely
// (internal/gputest), with INFLIGHT_GPU=1 each launch in a test of that machine also runs on the device, and
// must leave the same bytes. scripts/device.sh packs these tests, the examples and the kernels of bench/gpu
// for a computer that has a GPU and no other tools.
package cuda
