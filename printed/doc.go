// Package printed has the text that programs print: of numbers, vectors and memory, character by character as
// the libraries mlir_c_runner_utils and mlir_runner_utils of MLIR write it, the table of those of their
// functions that programs may declare, and the random numbers that some of those return.
//
// number.go has numbers and vectors, memory.go has memory, functions.go has the table; random.go has the
// random numbers; line.go keeps lines whole that several threads of control print.
package printed
