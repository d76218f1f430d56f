// Package skeleton makes the skeleton of a function: its loops, conditions, accesses, commits and waits, with
// index arithmetic but without data. Loops that hold no synchronization are summarized by package analysis;
// calls are inlined.
//
// Start reading at skeleton.go (what a skeleton consists of), then translate.go (how it is made). The
// accesses of a node are a template over the loops around it (template.go), and a formula where numbers can
// be put in (formula.go). shape.go says how the accesses of a loop move from one iteration to the next, and
// condition.go decides conditions.
package skeleton
