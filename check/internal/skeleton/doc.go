// Package skeleton makes the skeleton of a function: its loops, conditions, accesses, commits and waits, with
// index arithmetic but without data. Loops that hold no synchronization are summarized by package analysis;
// calls are inlined.
//
// Start reading at skeleton.go (what a skeleton consists of), then translate.go (how it is made). The
// accesses of a node have a template over the loops around it (template.go), and, where their subscripts
// follow from the numbers of the iterations, a formula (formula.go). shape.go computes how the accesses of a
// loop move from one iteration to the next, and condition.go evaluates conditions.
//
// # Recursion
//
// Recursive calls are inlined to a depth of 4. If a function calls itself in one place only, the depth is up
// to 24, as long as all activations together have no more than 4096 operations.
package skeleton
