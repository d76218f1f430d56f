// Package ptx compiles the kernels of a program to PTX, the code of NVIDIA's devices. Compile lowers a
// gpu.module, by one line per pass (lower.go), to functions of the llvm dialect with instructions of nvvm;
// Write makes text of those. Nothing is executed.
//
// Every value is in virtual registers, as many as it has words (type.go); members of structs and arrays, and
// elements of vectors, are found while compiling, so that taking a value apart or putting it together costs
// nothing. Two numbers of 16 bits, or four of 8, that are neighbours in a vector share a word of 32 bits, as
// instructions want them. Pointers know the memory they point into where that can be seen, and carry a
// constant distance that accesses add.
//
// Floating-point arithmetic is rounded operation by operation, as the program says: .rn is written
// everywhere, since the assembler fuses a mul and an add without it.
//
// Start at kernels.go and lower.go; of the writer at module.go, then function.go (blocks and branches) and
// value.go. One file per kind of operation: integer.go, float.go, convert.go, aggregate.go, pointer.go,
// memory.go, atomic.go, intrinsic.go, call.go; of nvvm sync.go, fence.go, copy.go, bulk.go, warp.go,
// matrix.go and wgmma.go; asm.go has instructions that a program gives as text. target.go finds the least
// version of the language and of the device that a program needs, shared.go lays out shared memory, kernel.go
// describes kernels for who launches them.
//
// The source is the PTX ISA, whose sections comments name.
package ptx
