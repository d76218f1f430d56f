// Package presburger decides whether linear equations and inequalities have a solution in integers, and gives
// one.
//
// A Problem is a conjunction of conditions on sums of variables, and of alternatives of which one has to
// hold. With quotients and remainders by constants, which are variables with conditions, these are the
// existential formulas of Presburger arithmetic. Each choice of alternatives is a system that the Omega test
// decides (William Pugh, "The Omega test: a fast and practical integer programming algorithm for dependence
// analysis", Supercomputing 1991): equations are solved for a variable each (equations.go), and inequalities
// are projected along one variable after the other (shadows.go). An answer that takes too many steps, or
// numbers of more than 62 bits, is Unknown.
//
// Start reading at problem.go.
package presburger
