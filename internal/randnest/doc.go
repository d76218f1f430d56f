// Package randnest makes random nests of loops for tests of passes on loops, as text: elementwise loops, sums
// in any order of their loops, reductions, stencils, and accesses that depend on each other, with bounds that
// are constants, arguments, maxima and minima. Same compares what two programs leave in memory.
//
// Program makes a program; run.go executes them.
package randnest
