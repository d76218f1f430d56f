// Package affine is the arithmetic of affine expressions, maps and integer sets: construction with MLIR's
// simplifications, composition, evaluation and text.
//
// An expression is a sum of products over dimensions (d0, d1, ...) and symbols (s0, s1, ...), with floordiv,
// ceildiv and mod. Expressions are immutable and always simplified: the constructors fold constants, drop
// neutral elements and put constants last. So equal text means equal structure, and a map prints as mlir-opt
// prints it. Integers have 64 bits and a sign; the constructors do not fold where the result would overflow.
//
// Start with expr.go (constructors), then simplify.go (the rules), map.go and set.go. flatten.go has
// flattening to linear form, which is the second and stronger simplification of MLIR.
package affine
