// Package constraint holds the predicates on types and attributes that the tables of several dialects share,
// with the wording of MLIR's verifier. It also holds checks that relate the types of several values of one
// operation.
//
// Start with type.go and attr.go for the constraints that table entries name, and match.go for the functions
// that an entry's Verify calls.
package constraint
