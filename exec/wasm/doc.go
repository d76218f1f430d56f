// Package wasm runs programs compiled to WebAssembly within the process. target/wasm compiles a module, and
// wazero, a WebAssembly runtime written in Go, translates the result to machine code.
//
// A program has one memory, which begins with its globals and its stack. Behind them are copies of the
// arguments, and then the memory that the program allocates. After the run, changed arguments are copied
// back. The program can access no other memory. Each operation that can stop the program has a site: a number
// by which the host knows the operation, its place in the source, and the reason.
//
// Tasks of a program run on goroutines (exec/team), each in an instance of its own; all instances share the
// memory.
//
// Start reading at program.go. layout.go puts arguments into memory and takes results from it; host.go has
// the functions that programs call; run.go is one run. tasks.go has the further parts of a run with tasks,
// taskhost.go the functions that issue and await them, reserve.go the memory that they share, and trace.go a
// timeline of the run. memory.go provides the memory of other programs.
package wasm
