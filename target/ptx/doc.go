// Package ptx compiles the kernels of a program to PTX, the code of NVIDIA's devices. Compile lowers a
// gpu.module, by one line per pass (lower.go), to functions of the llvm dialect with instructions of nvvm.
// Write makes text of those. Nothing is executed.
//
// Every value is in virtual registers, as many as it has words (type.go). Members of structs and arrays, and
// elements of vectors, are found at compile time, so that taking a value apart or putting it together needs
// no instruction. Two numbers of 16 bits, or four of 8, that are neighbours in a vector share a word of 32
// bits, as instructions expect them. A pointer has the memory space that it points into, if that is known,
// and a constant distance that accesses add.
//
// Floating-point arithmetic is rounded operation by operation, as the program says. Every instruction has
// .rn, since the assembler fuses a mul and an add without it.
//
// Start at kernels.go and lower.go. Of the writer start at module.go, then function.go (blocks and branches)
// and value.go. Each kind of operation has a file: integer.go, float.go, convert.go, aggregate.go,
// pointer.go, memory.go, atomic.go, intrinsic.go, call.go. Those of nvvm are sync.go, fence.go, copy.go,
// bulk.go, warp.go, matrix.go, wmma.go and wgmma.go; asm.go has instructions that a program gives as text.
// target.go finds the least version of the language and the least device that a program needs. shared.go lays
// out shared memory, and kernel.go describes kernels to programs that launch them.
//
// The source is the PTX ISA, whose sections comments name.
//
// # How a kernel becomes PTX
//
// The kernels come from a gpu.module, which is pipelined as any other code is. gpu-tile-matmul makes kernels
// of products of matrices: a loop over tiles, annotated as a pipeline. In a program without kernels, loops
// that are bound to threads become kernels: convert-thread-loops-to-gpu makes launches of them after they are
// pipelined, and gpu-kernel-outlining makes functions of the launches. gpu-map-parallel-loops and
// convert-parallel-loops-to-gpu do that for parallel loops.
//
// In the steps of lower.go, lower-gpu-reductions makes shuffles of the reductions of threads,
// inject-ptx-async-copy makes copies cp.async, and unroll-loops unrolls annotated loops.
// promote-private-memory keeps the fragments that a loop accumulates in values. place-gpu-barriers lets
// threads wait for each other where they exchange data. split-loop-addresses computes the part of an address
// that a loop does not change in front of the loop.
//
// The version of PTX and the device are the least that have all instructions. The #nvvm.target of the module,
// which nvvm-attach-target sets, can ask for others. Tests execute the text on ptx/machine. They also remove
// each wait, barrier and commit from it in turn: the judge finds every one.
package ptx
