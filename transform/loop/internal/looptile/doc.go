// Package looptile cuts nests of affine.for into tiles: loops from tile to tile around loops over the points of one tile.
//
// May import: ir, ir/affine, dialect/affine, transform/internal/affineloop.
package looptile
