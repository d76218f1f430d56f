// Package affineloop says what is known about nests of affine.for: what their bodies do to memory (Refs), how
// many iterations lie between two accesses to one element (Independent, Permutable), whether there are runs
// in which they meet at all (Question), and how a loop divides into groups of iterations (Divide).
//
// Distinct allocations, globals and arguments of functions never overlap, but that a caller may hand a global
// to a function that uses it as well, unless it is constant. Memory that views lead to is taken as a whole,
// unless both accesses go through the same view. A view with rows that overlap is taken as a whole, too.
//
// Start reading at distance.go, and at exact.go for questions.
package affineloop
