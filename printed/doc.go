// Package printed has the text that programs print: of numbers, vectors and memory, character by character as
// the libraries mlir_c_runner_utils and mlir_runner_utils of MLIR write it, the table of those of their
// functions that programs may declare, and the random numbers that some of those return.
//
// number.go has numbers and vectors, memory.go has memory, functions.go has the table; random.go has the
// random numbers; line.go keeps lines whole that several threads of control print.
//
// # Decisions
//
// Every engine prints what MLIR's runner libraries write. Each thread of control has a Line of its own. A
// line gets out when it is complete, and before anything that its thread orders others after. So lines do not
// mix, and what happens before something else is printed before it.
//
// Text is no memory: two prints that nothing orders are no race. A wait that orders prints is needed, though,
// and a pipeline that would change their order is an error. Memory that nothing has written may be printed.
// The run in order that results are compared with prints nothing, unless it fails.
//
// On the way to a target, expand-print-calls makes operations of calls that print, lower-vector-print makes
// loops of prints of vectors, and flush-prints hands on what is printed before other threads go on.
package printed
