// Package inequality proves inequalities between the integers of a program, for example that a subscript is
// not negative, or that it is less than an extent.
//
// Arithmetic of programs wraps around. This package takes no result as exact without a proof: the form of a
// sum is the sum of the forms only if it is proven that the sum fits its type. This is the difference from
// package analysis, whose forms serve questions for which a subscript out of bounds makes no difference.
//
// An Env holds the facts that are known at one position in a program. A walk over the program opens a scope
// when it enters a region or block, assumes the facts that hold there (the bounds of a loop, the condition of
// a branch), and closes the scope at the end.
//
// Start reading at form.go, then env.go (facts) and prove.go. value.go evaluates definitions.
package inequality
