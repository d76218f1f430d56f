// Package wasm runs programs compiled to WebAssembly within the process: it has target/wasm compile a module,
// and wazero, a runtime written in Go, translate that to machine code.
//
// A program has one memory, which begins with its globals and its stack. Arguments are copied behind them,
// what the program allocates follows, and what it did to its arguments is copied back. It can reach nothing
// else. Wherever it can stop there is a site: a number by which the host knows the operation, its place in
// the source, and the reason.
//
// Tasks of a program run on goroutines (exec/team), each in an instance of its own; all share the memory.
//
// Start reading at program.go. layout.go puts arguments into memory and takes results from it; host.go has
// the functions that programs call; run.go is one run. tasks.go is what a run with tasks has beside that,
// taskhost.go the functions that issue and await them, reserve.go the memory that they share, trace.go a
// timeline of what ran. memory.go is where other memory comes from.
package wasm
