// Package function is the table of MLIR's func dialect: functions, calls and returns.
//
// It imports package ir, its constraints, and diag. ops.go has the table, syntax.go the custom syntax that an
// assembly format cannot say, verify.go the rules.
package function
