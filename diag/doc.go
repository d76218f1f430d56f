// Package diag holds diagnostics as values: what went wrong, where, and what to do next.
//
// It is the lowest package of the house and imports the standard library only; every other package may import
// it. A Diagnostic carries a stable Code, a Span, notes and a suggestion; text is made from it at the edge,
// by Text for people and by JSON for programs.
//
// Start reading at Diagnostic, then Span. A package declares its codes once, as variables:
//
//	var codeExpected = diag.Register("parse-expected", "the parser expected something else here",
//		"The text does not follow the grammar. The message says what would have been accepted.")
//
// and reports with them:
//
//	return diag.Errorf(codeExpected, span, "expected %s", "')'").Note(open, "to close this")
package diag
