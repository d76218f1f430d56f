// Package value represents the arguments and results of programs: scalars, memory with a shape, and their
// representation in bytes.
//
// Start reading at value.go. buffer.go is memory. format.go has the sizes and formats of elements.
// signature.go compares arguments with the parameters of a function. golang.go converts slices and numbers of
// Go.
package value
