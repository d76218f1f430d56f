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
package wasm
