package convertaffinefortogpu

import (
	"github.com/inflight-compiler/inflight/dialect/affine"
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/dialect/scf"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/transform/internal/affineloop"
	"github.com/inflight-compiler/inflight/transform/internal/expandaffine"
)

// extent is what a loop's variable runs over, as values in front of the nest.
type extent struct {
	lower, upper, step, trips *ir.Value
}

// launch puts a launch in the place of the outermost of perfectly nested loops, of which the first so many
// are blocks and the others threads.
func launch(band []*ir.Op, blocks int) {
	top, innermost := band[0], band[len(band)-1]
	b := ir.At(top)
	b.Loc = top.Loc()
	extents := make([]extent, len(band))
	for i, loop := range band {
		extents[i] = extentOf(b, loop)
	}
	place := *b
	if some := nonEmpty(b, band, extents); some != nil {
		guard := scf.NewIf(b, some, func(*ir.Builder) {}, nil)
		place.SetBefore(guard.Body().Last())
	}
	made := gpu.NewLaunch(&place, configuration(&place, extents, blocks))
	body := made.Body()
	place.SetBefore(body.Last())
	for i, loop := range band {
		first := 0 // arguments of the body: numbers of the block, then of the thread
		if i >= blocks {
			first = dimensions - blocks
		}
		loop.Body().Arg(0).ReplaceAllUsesWith(extents[i].at(&place, body.Arg(first+i)))
	}
	for op := range innermost.Body().OpsWithoutTerminator() {
		op.MoveBefore(body.Last())
	}
	top.Erase()
}

// extentOf makes the bounds of a loop and its number of iterations.
func extentOf(b *ir.Builder, loop *ir.Op) (x extent) {
	lower, upper := affineloop.Bounds(loop)
	x.lower, x.upper = bound(b, lower, arith.MaxSI), bound(b, upper, arith.MinSI)
	x.trips = arith.Binary(b, arith.SubI, x.upper, x.lower)
	x.step = arith.ConstIndex(b, affine.Step(loop))
	if affine.Step(loop) != 1 {
		x.trips = arith.Binary(b, arith.CeilDivSI, x.trips, x.step)
	}
	return x
}

func bound(b *ir.Builder, a affine.Access, combine *ir.OpDef) *ir.Value {
	return expandaffine.Reduce(b, combine, expandaffine.Map(b, a.Map, a.Operands))
}

// nonEmpty makes the condition that all loops have iterations, nil where that is known.
func nonEmpty(b *ir.Builder, band []*ir.Op, extents []extent) *ir.Value {
	var all *ir.Value
	for i, loop := range band {
		if affineloop.Runs(loop) {
			continue
		}
		some := arith.Cmp(b, arith.SLT, extents[i].lower, extents[i].upper)
		if all != nil {
			some = arith.Binary(b, arith.AndI, all, some)
		}
		all = some
	}
	return all
}

// configuration gives each dimension that no loop is mapped to one block or thread.
func configuration(b *ir.Builder, extents []extent, blocks int) (c gpu.Configuration) {
	var one *ir.Value
	if blocks < dimensions || len(extents)-blocks < dimensions {
		one = arith.ConstIndex(b, 1)
	}
	for d := range dimensions {
		c.Grid[d], c.Block[d] = one, one
		if d < blocks {
			c.Grid[d] = extents[d].trips
		}
		if blocks+d < len(extents) {
			c.Block[d] = extents[blocks+d].trips
		}
	}
	return c
}

// at makes the value of a loop's variable in iteration number n.
func (x extent) at(b *ir.Builder, n *ir.Value) *ir.Value {
	if step, _ := ir.ConstInt(x.step); step != 1 {
		n = arith.Binary(b, arith.MulI, x.step, n)
	}
	return arith.Binary(b, arith.AddI, x.lower, n)
}
