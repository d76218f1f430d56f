// Package affine is the arithmetic of affine expressions, maps and integer
// sets: construction with MLIR's simplifications, composition, evaluation and
// text. It imports nothing of Inflight.
//
// An expression is a sum of products over dimensions (d0, d1, ...) and symbols
// (s0, s1, ...), with floordiv, ceildiv and mod. Expressions are immutable and
// always simplified: the constructors fold constants, drop neutral elements
// and put constants last, so that equal text means equal structure and a
// printed map is the one mlir-opt prints. Integer arithmetic is 64 bits and
// signed; a fold that would overflow is not made.
//
// Start with expr.go (constructors), then simplify.go (the rules), map.go and
// set.go. Flattening to linear form, the second and stronger simplification of
// MLIR, is in flatten.go.
package affine
