// Package gpurt has the runtime of programs whose device operations are lowered to calls: C sources that are
// compiled together with a program. The package only contains their text; it executes nothing.
//
// Start reading at src/inflight_gpu.h, which is the reference of the functions that a program may call: those
// of MLIR's CudaRuntimeWrappers, and Inflight's own. They call NVIDIA's driver (src/cuda.h), which is opened
// while the program runs or, if there is none, the fake driver (src/fake.h). In the fake driver streams are
// threads and kernels are functions of the host. It reports accesses that the program does not order, uses of
// freed memory, and objects that are never freed. src/clock.h decides which operations are ordered, and
// src/graph.h has the graphs of both drivers.
package gpurt
