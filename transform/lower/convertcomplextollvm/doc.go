// Package convertcomplextollvm has the pass convert-complex-to-llvm: complex numbers become structs of two
// floats. pass.go has the pass, patterns.go the operations, writer.go what writes a quotient's formula down.
package convertcomplextollvm
