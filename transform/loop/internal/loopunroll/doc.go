// Package loopunroll repeats the body of an affine.for, so that fewer iterations do as much.
//
// May import: ir, ir/affine, dialect/affine, transform/internal/affineloop.
package loopunroll
