// Package gpurt holds the runtime of programs whose device's part is lowered to calls: C sources that are
// compiled together with a program. The package itself is their text; it executes nothing.
//
// Start reading at src/inflight_gpu.h, which is the reference of what a program may call: the functions of
// MLIR's CudaRuntimeWrappers, and Inflight's own beside them. Behind them stands NVIDIA's driver
// (src/cuda.h), which is opened while the program runs, and where there is none the fake driver (src/fake.h):
// streams are threads, kernels functions of the host, and whatever the program does not order, uses after it
// is freed, or leaves behind is a fault. src/clock.h decides what is ordered, src/graph.h has graphs of both
// drivers.
//
// It imports the standard library only.
package gpurt
