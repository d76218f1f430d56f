// Package affineloop answers questions about nests of affine.for: what accesses their bodies make (Refs), how
// many iterations lie between two accesses to one element (Independent, Permutable), whether two accesses
// meet in any execution (Question), and how a loop divides into groups of iterations (Divide).
//
// Distinct allocations, globals and arguments of functions never overlap, with one exception: a caller may
// pass a global that is not constant to a function that uses the global as well. Accesses through a view
// count as accesses to the whole memory behind the view, unless both accesses go through the same view. A
// view whose rows overlap counts as a whole, too.
//
// Start reading at distance.go, and at exact.go for questions.
package affineloop
