// Package language knows the languages that programs are written in, MLIR's syntax and TVMScript. It
// determines the language of a file, and reads and writes programs in either language. All code that takes a
// program from a user uses it, so that the choice is made in one place.
//
// Start reading at language.go; detect.go is for files whose names do not determine the language.
package language
