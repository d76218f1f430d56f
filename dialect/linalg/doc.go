// Package linalg is the table of MLIR's linalg dialect: operations on all elements of their operands. A nest
// of loops, a map from loops to subscripts for each operand, and a body for one point describe such an
// operation.
//
// It imports package ir, its constraints, ir/affine, diag, and the dialects of the operations that bodies are
// made of. Start with structured.go, which has the view of an operation that passes ask for. generic.go has
// linalg.generic, payload.go linalg.map and linalg.reduce, and reshape.go linalg.transpose and
// linalg.broadcast. matmul.go and contract.go have the products whose maps can be given. elementwise.go has
// the operation whose kind is an attribute. named.go and named_table.go have all other named operations, and
// body.go their bodies. relayout.go has linalg.pack and linalg.unpack, and winograd.go the Winograd
// transforms. verify.go has the rules that all structured operations share, and effect.go has their effects
// on memory.
//
// An operation works on memory, or on tensors, which are values. The rules, the syntax and the effects know
// both. The dialect's fill_rng_2d is missing here.
package linalg
