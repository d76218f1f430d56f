// Package language knows the languages that programs are written in, MLIR's syntax and TVMScript: which of
// them a file has, and how a program in each is read and written. Everything that takes a program from a user
// goes through it, so that one place decides.
//
// Start reading at language.go; detect.go is for text whose file name does not tell.
package language
