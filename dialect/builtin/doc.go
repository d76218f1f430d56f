// Package builtin is the table of MLIR's builtin dialect: the module and the cast between types that no
// operation relates.
//
// It imports package ir, its constraints, and diag. Everything is in builtin.go.
package builtin
