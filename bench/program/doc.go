// Package program makes programs of any size, for benchmarks of Inflight's own packages and of whole
// processes beside mlir-opt: in MLIR's text (program.go), in TVMScript (script.go), and some that do not end
// (endless.go). In programs that are drawn at random from a seed (draw.go, tasks.go) no two functions or
// tasks are alike. The package imports nothing of the compiler, so that a measuring process that uses it
// stays small.
package program
