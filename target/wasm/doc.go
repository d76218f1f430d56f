// Package wasm compiles a program to WebAssembly: bytes in the binary format, and a table of the sites where
// the program can stop. Compile lowers a module, by one line per pass (lower.go), to what Write takes.
// Nothing is executed.
//
// Write takes functions, structured control flow and blocks, arithmetic, functions of mathematics, vectors,
// and memory by pointers (convert-memref-to-ptr); what it does not know is an error at the operation. The
// module uses WebAssembly 2.0: vectors of 128 bits, several results, bulk memory. It has one memory, which it
// exports; from the module "inflight" it imports what Host lists, as far as it needs it.
//
// Values are in locals, whose lifetimes end where nothing uses them any more; one that is used once, in its
// block, is computed where it is used. Loops and conditions stay what they are, and blocks become structured
// again (flow.go). Vectors are values of 128 bits, as many as they need. Where there is no instruction for
// vectors, their lanes are computed one after the other.
//
// Start reading at compile.go and lower.go; build.go makes modules for other hosts, entry.go and layout.go
// say how a function is called. Of the writer start at module.go, then function.go (values and locals) and
// operation.go (how operations are compiled). One file per dialect says how: integer.go, float.go and
// convert.go for arith and math, scf.go, cf.go, funcs.go, vector.go with lanes.go and simd.go, ptr.go,
// async.go with task.go, data.go for globals. runtime.go has the functions that programs call without
// defining them, which are written in the IR (runtime.mlir). encode.go, opcode.go and assemble.go are the
// binary format.
//
// # How compiled code is kept within its bounds
//
// An access that is not proven in bounds is asserted to be (insert-bounds-checks). Where a program can stop
// it calls trap with the number of a site, which is an operation and a reason. Code that runs for long calls
// poll about every millisecond (insert-poll-points; copies of memory do so for each of their pieces), and the
// host may end it there. Only functions that the entry reaches are compiled. What a program itself calls
// inflight_... is renamed, so that it does not meet the runtime.
//
// A task is a function that takes the address of its frame (task.go). The program issues and awaits tasks by
// calls of the host. Parallel loops that are worth it are tasks as well, unless the order of their iterations
// shows; each block of iterations is whole inner loops where it can be, so that these become vectors. A
// program without tasks has a memory of its own. A module for other hosts executes each task where it is
// issued.
package wasm
