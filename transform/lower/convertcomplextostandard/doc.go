// Package convertcomplextostandard has the pass convert-complex-to-standard: functions of complex numbers
// become arithmetic of their parts, by the formulas of package complexes. pass.go has the pass, writer.go
// what writes a formula down.
package convertcomplextostandard
