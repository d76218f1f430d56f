// Package function is the table of MLIR's func dialect: functions, calls and returns.
//
// It imports package ir, its constraints, and diag. ops.go has the table, and verify.go the rules. syntax.go
// has the custom syntax that an assembly format cannot express.
package function
