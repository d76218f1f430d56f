// Package value is what goes into a program and comes out of it: scalars, memory with a shape, and how both
// are represented in bytes.
//
// Start reading at value.go. buffer.go is memory; format.go says how many bytes an element has and what they
// mean; signature.go compares arguments with the parameters of a function; golang.go takes and gives slices
// and numbers of Go.
package value
