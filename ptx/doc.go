// Package ptx reads, verifies and writes PTX, the assembly language of NVIDIA's GPUs, as far as kernels that
// multiply matrices on tensor cores, stream, normalize rows and apply stencils use it.
//
// Parse makes a Module of a text, Verify holds it against the table of instructions, and Print writes it.
// Parse(Print(m)) is m but for comments and places. What a module means is for package ptx/machine to say.
//
// It imports diag alone. Start reading at ast.go for the tree, then parse.go; isa.go has the table of
// instructions, scope.go says what a name means, verify.go asks both.
package ptx
