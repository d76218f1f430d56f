// Package locateassertions has the pass locate-assertions: an assertion that does not hold ends the program in a call of the
// host, with its message and its place, and so does waiting for a task that has ended in an error.
//
// May import: dialect/cf, dialect/arith, dialect/function, dialect/llvm, dialect/builtin, pass, ir.
package locateassertions
