// Package diag represents diagnostics as values: the problem, its place, and what to do next.
//
// A Diagnostic has a stable Code, a Span, notes and a suggestion. Its text is made only when it is written:
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
