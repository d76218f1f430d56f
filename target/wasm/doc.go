// Package wasm compiles a program to WebAssembly: bytes in the binary format, and a table of the sites where
// the program can stop. Compile lowers a module, by one line per pass (lower.go), to the input of Write.
// Nothing is executed.
//
// Write takes functions, structured control flow and blocks, arithmetic, functions of mathematics, vectors,
// and memory by pointers (convert-memref-to-ptr). Any other operation is an error. The module uses
// WebAssembly 2.0: vectors of 128 bits, several results, bulk memory. It has one memory, which it exports.
// From the module "inflight" it imports the functions in Host that it calls.
//
// Values are in locals, whose lifetimes end with the last use. A value with one use, in its own block, is
// computed at that use. Loops and conditions stay structured, and blocks become structured again (flow.go). A
// vector is one or more values of 128 bits. If there is no instruction for an operation on vectors, the lanes
// are computed one after the other.
//
// Start reading at compile.go and lower.go. build.go makes modules for other hosts. entry.go and layout.go
// say how a function is called. Of the writer start at module.go, then function.go (values and locals) and
// operation.go (how operations are compiled). Each dialect has files of its own: integer.go, float.go and
// convert.go for arith and math, scf.go, cf.go, funcs.go, vector.go with lanes.go and simd.go, ptr.go,
// async.go with task.go, data.go for globals. runtime.go has the functions that programs call without
// defining them. They are written in the IR (runtime.mlir). encode.go, opcode.go and assemble.go are the
// binary format.
//
// # How compiled code is kept within its bounds
//
// An access that is not proven in bounds is asserted to be in bounds (insert-bounds-checks). Where a program
// stops, it calls trap with the number of a site, which is an operation and a reason. Code that runs for long
// calls poll about every millisecond, and the host may end it there. insert-poll-points adds these calls; a
// copy of memory polls for each of its pieces. Only functions that the entry reaches are compiled. A function
// of the program whose name begins with inflight_ is renamed, so that its name does not clash with the
// runtime's.
//
// A task is a function that takes the address of its frame (task.go). The program issues and awaits tasks by
// calls of the host. Parallel loops with enough work become tasks as well, unless their result depends on the
// order of the iterations. If possible, each block of iterations consists of whole inner loops, so that these
// become vectors. A program without tasks has a memory of its own. A module for other hosts executes each
// task where the task is issued. The tasks of a program with lazy functions are coroutines (coroutine.go).
package wasm
