// Package cuda compiles the kernels of a program to PTX, the code of NVIDIA's devices.
//
// lower.go is the way from a gpu.module to PTX, one line per pass; program.go is what the command `build` writes.
//
// May import: codegen/ptx, the transforms and what they import.
package cuda
