// Package ub is the table of MLIR's ub dialect: values that are poison, and places that no program reaches.
//
// It imports packages ir and ir/constraint. Everything is in ops.go.
package ub
