// Package presburger decides whether linear equations and inequalities have a solution in integers, and finds
// a solution.
//
// A Problem is a conjunction of conditions on sums of variables, and of lists of alternatives, of which one
// must hold. Quotients and remainders by constants are variables with conditions. With them, these are the
// existential formulas of Presburger arithmetic. Each choice of alternatives is a system that the Omega test
// decides (William Pugh, "The Omega test: a fast and practical integer programming algorithm for dependence
// analysis", Supercomputing 1991): each equation is solved for a variable (equations.go), and then variables
// are eliminated from the inequalities one after the other (shadows.go). An answer that needs too many steps,
// or numbers of more than 62 bits, is Unknown.
//
// Start reading at problem.go.
package presburger
