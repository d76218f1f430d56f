package affinelooptile

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/affine"
	"github.com/inflight-compiler/inflight/ir"
	aff "github.com/inflight-compiler/inflight/ir/affine"
	"github.com/inflight-compiler/inflight/transform/internal/affineloop"
)

// separate puts the loops over the points of a tile into a condition: where the tile is full, a copy has
// bounds without minima. As upstream, it leaves loops alone whose step is not 1, and makes a condition that
// always holds where every tile is full.
func separate(points []*ir.Op) {
	if slices.ContainsFunc(points, func(l *ir.Op) bool { return affine.Step(l) != 1 }) {
		return
	}
	var constraints []aff.Constraint
	var dims, syms []*ir.Value
	for _, l := range points {
		_, upper := affineloop.Bounds(l)
		m := upper.Map
		at := m.Replace(aff.Numbered(m.NumDims, len(dims), aff.D),
			aff.Numbered(m.NumSymbols, len(syms), aff.S), 0, 0)
		dims, syms = append(dims, upper.Operands[:m.NumDims]...), append(syms, upper.Operands[m.NumDims:]...)
		for _, end := range at.Results[1:] {
			constraints = append(constraints, aff.Constraint{Expr: end.Sub(at.Results[0])})
		}
	}
	set, operands := canonical(constraints, dims, syms)
	b := ir.At(points[0])
	b.Loc = points[0].Loc()
	m := ir.NewMapping()
	cond := affine.NewIf(b, set, operands, func(b *ir.Builder) { b.Clone(points[0], m) }, func(*ir.Builder) {
	})
	points[0].MoveBefore(cond.Region(1).Blocks()[0].Terminator())
	for _, l := range points {
		makeFull(m.Lookup(l.Body().Arg(0)).Owner().ParentOp())
	}
}

// makeFull leaves the first part of a loop's upper bound: the end of a full tile.
func makeFull(loop *ir.Op) {
	lower, upper := affineloop.Bounds(loop)
	full := affine.Access{Map: upper.Map.SubMap(0), Operands: upper.Operands}.Canonicalize()
	affine.SetBounds(loop, lower, full)
}

// canonical returns a set of constraints with each operand once.
func canonical(constraints []aff.Constraint, dims, syms []*ir.Value) (*aff.Set, []*ir.Value) {
	results := make([]*aff.Expr, len(constraints))
	for i, c := range constraints {
		results[i] = c.Expr
	}
	a := affine.Access{Map: aff.NewMap(len(dims), len(syms), results...),
		Operands: append(dims, syms...)}.Canonicalize()
	for i, e := range a.Map.Results {
		constraints[i].Expr = e.Simplify(a.Map.NumDims, a.Map.NumSymbols)
	}
	return aff.NewSet(a.Map.NumDims, a.Map.NumSymbols, constraints...), a.Operands
}
