// Package asyncqueue tells which asynchronous operations, commits and waits of a program share queues, and
// takes their scopes apart: what the passes have in common that lower the scopes of package dialect/pipeline
// to the asynchronous copies of a machine.
//
// Start reading at thread.go; dissolve.go makes operations synchronous, and move.go computes values earlier
// than the program does.
package asyncqueue
