// Package convertmathtolibm has the pass convert-math-to-libm: functions of math become calls of the C library's.
//
// May import: dialect/math, dialect/arith, dialect/vector, transform/internal/librarycalls, pass, ir, diag.
package convertmathtolibm
