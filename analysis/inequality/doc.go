// Package inequality proves inequalities between the integers of a program: that a subscript is not negative,
// that it is less than an extent.
//
// Arithmetic of programs wraps around, and nothing here takes it as exact that might not be: the form of a
// sum is the sum of the forms only where it is proven to fit its type. That is the difference from package
// analysis, whose forms suit questions in which a subscript out of bounds makes no difference.
//
// An Env is what is known at one place of a program. A walk opens a scope where it enters a region or block,
// assumes what holds there (the bounds of a loop, the condition of a branch), and closes it behind.
//
// Start reading at form.go, then env.go (facts) and prove.go; value.go reads definitions.
package inequality
