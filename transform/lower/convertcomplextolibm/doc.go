// Package convertcomplextolibm has the pass convert-complex-to-libm: functions of complex numbers become
// calls of the C library's.
package convertcomplextolibm
