// Package llvm prints a module of the llvm dialect as the text of LLVM IR, as LLVM 22 reads and writes it.
//
// Everything must be of the dialect by now: what it does not know is an error at the operation. The text depends on the
// module alone, and takes time linear in its size; blocks may nest and follow each other as deep as they like.
//
// Hints for loops and branches are printed. What operations say of aliasing (tbaa, alias scopes, access groups) is left out, as
// is debug information: programs mean the same without.
//
// Start reading at module.go. function.go connects blocks and numbers values, instruction.go has one printer per kind of
// operation, intrinsic.go the table of intrinsics, constant.go the values that have no instruction, attributes.go what
// functions and parameters are said to do, unwritten.go those that are refused.
//
// May import: dialect/llvm, ir, diag.
package llvm
