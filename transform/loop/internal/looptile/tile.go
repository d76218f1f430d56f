package looptile

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/affine"
	"github.com/inflight-compiler/inflight/ir"
	aff "github.com/inflight-compiler/inflight/ir/affine"
	"github.com/inflight-compiler/inflight/transform/internal/affineloop"
)

// Tile puts perfectly nested rectangular loops that carry nothing, and may run in any order, into tiles of so
// many iterations of each. It returns the loops from tile to tile and those within a tile, in the order of
// the band, which is gone.
func Tile(band []*ir.Op, sizes []int64) (tiles, points []*ir.Op) {
	b := ir.At(band[0])
	for i, l := range band {
		lower, upper := affineloop.Bounds(l)
		b.Loc = l.Loc()
		tiles = append(tiles,
			affine.NewFor(b, lower, upper, affine.Step(l)*sizes[i], func(*ir.Builder, *ir.Value) {}))
		b.SetBefore(tiles[i].Body().Terminator())
	}
	for i, l := range band {
		b.Loc = l.Loc()
		lower, upper := pointBounds(l, tiles[i].Body().Arg(0), sizes[i])
		points = append(points,
			affine.NewFor(b, lower, upper, affine.Step(l), func(*ir.Builder, *ir.Value) {}))
		b.SetBefore(points[i].Body().Terminator())
		l.Body().Arg(0).ReplaceAllUsesWith(points[i].Body().Arg(0))
	}
	affineloop.MoveBody(band[len(band)-1], points[len(points)-1])
	band[0].Erase()
	return tiles, points
}

// pointBounds returns the bounds of the loop within the tile that starts at first.
func pointBounds(loop *ir.Op, first *ir.Value, size int64) (lower, upper affine.Access) {
	lower = affine.Direct(first)
	_, upper = affineloop.Bounds(loop)
	step := affine.Step(loop)
	trips, constant := affine.ConstantTripCount(loop)
	switch {
	case constant && trips < size:
		return lower, shifted(first, trips*step)
	case divides(loop, size):
		return lower, shifted(first, size*step)
	}
	// The end of the tile, or of the loop: the first is one more dimension.
	m := upper.Map
	results := append([]*aff.Expr{aff.D(m.NumDims).Add(aff.C(size * step))}, m.Results...)
	return lower, affine.Access{
		Map:      aff.NewMap(m.NumDims+1, m.NumSymbols, results...),
		Operands: slices.Insert(slices.Clone(upper.Operands), m.NumDims, first)}
}

// shifted is the bound first + by.
func shifted(first *ir.Value, by int64) affine.Access {
	return affine.Access{Map: aff.NewMap(1, 0, aff.D(0).Add(aff.C(by))), Operands: []*ir.Value{first}}
}

// divides reports whether the number of iterations of a loop is known to be a multiple of size.
func divides(loop *ir.Op, size int64) bool {
	d, ok := affineloop.Divide(loop, size)
	return ok && d.Rest.Map == nil
}
