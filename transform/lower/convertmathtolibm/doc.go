// Package convertmathtolibm has the pass convert-math-to-libm: functions of math become calls of the C
// library's.
package convertmathtolibm
