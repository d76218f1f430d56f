// Package ptx reads, verifies and writes PTX, the assembly language of NVIDIA's GPUs: all that LLVM 22 and
// nvcc write. The modifiers of textures, tensor memory and video instructions are not checked one by one.
//
// Parse makes a Module of a text, Verify holds it against the table of instructions, and Print writes it.
// Parse(Print(m)) is m but for comments and places. What a module means is for package ptx/machine to say.
//
// It imports diag alone. Start reading at ast.go for the tree, then parse.go; isa.go and later.go have the
// table of instructions, expression.go constant expressions, scope.go says what a name means, verify.go asks
// both.
package ptx
