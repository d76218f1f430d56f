// Package looptile cuts nests of affine.for into tiles: loops from tile to tile around loops over the points
// of one tile.
package looptile
