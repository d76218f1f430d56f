// Package linalg is the table of MLIR's linalg dialect: operations on all elements of their operands, which a
// nest of loops, a map from loops to subscripts for each operand, and a body for one point describe.
//
// It imports package ir, its constraints, ir/affine, diag, and the dialects of the operations that bodies are
// made of. structured.go is the view of an operation that passes ask for, and the place to start; generic.go
// has linalg.generic, payload.go linalg.map and linalg.reduce, reshape.go linalg.transpose and
// linalg.broadcast, matmul.go and contract.go the products whose maps can be given, elementwise.go the
// operation that has its kind as an attribute, named.go and named_table.go all other named operations,
// body.go their bodies. verify.go has the rules that all structured operations share, effect.go what they do
// to memory.
//
// An operation works on memory, or on tensors, which are values; the rules, the syntax and the effects know
// both, the passes memory only. Of the dialect there are not: pack and unpack, the Winograd transforms, and
// fill_rng_2d.
package linalg
