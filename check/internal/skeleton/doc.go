// Package skeleton makes the skeleton of a function: its loops, conditions, accesses, commits and waits, with
// index arithmetic but without data. Loops that hold no synchronization are summarized by package analysis;
// calls are inlined.
//
// Start reading at skeleton.go (what a skeleton consists of), then translate.go (how it is made). The
// accesses of a node are a template over the loops around it (template.go), and a formula where numbers can
// be put in (formula.go). shape.go says how the accesses of a loop move from one iteration to the next, and
// condition.go decides conditions.
//
// # Recursion
//
// Calls of a function that is active already are inlined to a depth of 4. Of a function that calls itself in
// one place the depth is up to 24, as far as all activations together have no more than 4096 operations.
package skeleton
