// Package util is the part of IREE's util dialect that programs of its stream dialect are made of: functions
// and calls whose results may be tied to operands, globals with initializers, and small values.
//
// It imports packages ir, ir/constraint, ir/text and diag, and the syntax of ties. dialect.go has the table's
// list, function.go functions and calls, global.go globals, value.go the others.
package util
