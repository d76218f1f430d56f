// Package affineloop says what is known about nests of affine.for: what their bodies do to memory (Refs), how many iterations
// lie between two accesses to one element (Independent, Permutable), and how a loop divides into groups of iterations
// (Divide).
//
// Distinct allocations, globals and arguments of functions never overlap. Memory that views lead to is taken as a whole,
// unless both accesses go through the same view.
//
// May import: ir, ir/affine, dialect/affine, dialect/memref. Start reading at distance.go.
package affineloop
