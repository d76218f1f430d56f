// Package constraint holds the predicates on types and attributes that the tables of several dialects share,
// with the wording of MLIR's verifier, and the checks that relate the types of several values of one
// operation.
//
// It imports package ir only. Start with type.go and attr.go for what a table entry names, and match.go for
// what an entry's Verify calls.
package constraint
