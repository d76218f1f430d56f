// Package program makes programs of any size, in MLIR's text (program.go) and in TVMScript (script.go), and some that do not end (endless.go), for benchmarks: of Inflight's own packages and of whole
// processes beside mlir-opt. It imports nothing of the compiler, so that a measuring process that uses it stays small.
package program
