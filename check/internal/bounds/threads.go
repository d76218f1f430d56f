package bounds

import (
	"maps"

	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/check/internal/kernel"
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/ir"
)

// grid holds the numbers of threads and blocks of the kernel around, as far as they are constant. All threads
// execute what stands under no condition, so that a number reaches 0 and the last one.
type grid struct {
	sizes   map[ir.ThreadNumber]int64
	numbers map[*ir.Value]ir.ThreadNumber // of arguments of the launch
	below   map[ir.ThreadNumber]int64     // of the threads that come here, by conditions around
}

// gridOf returns the sizes that the attributes of a kernel's function give, none for another operation.
func gridOf(fn *ir.Op) grid {
	g := grid{sizes: map[ir.ThreadNumber]int64{}, numbers: map[*ir.Value]ir.ThreadNumber{}}
	if !kernel.IsFunction(fn) {
		return g
	}
	for _, k := range kernel.All(nil, fn) {
		for d := range k.Size {
			if k.Why == "" && k.Size[d] > 0 {
				g.sizes[ir.ThreadNumber{Kind: ir.ThreadInBlock, Dim: d}] = k.Size[d]
			}
		}
	}
	return g
}

// launched returns the sizes of a launch, and whether it may have a thread.
func launched(op *ir.Op, l ir.Launch) (g grid, runs bool) {
	g = grid{sizes: map[ir.ThreadNumber]int64{}, numbers: map[*ir.Value]ir.ThreadNumber{}}
	for kind, sizes := range map[ir.ThreadNumberKind][3]*ir.Value{ir.BlockInGrid: l.Grid,
		ir.ThreadInBlock: l.Block} {
		for d, v := range sizes {
			if v == nil {
				continue
			}
			n, ok := ir.ConstInt(v)
			switch {
			case ok && n <= 0:
				return g, false
			case ok:
				g.sizes[ir.ThreadNumber{Kind: kind, Dim: d}] = n
			}
		}
	}
	for i, number := range l.Numbers {
		if body := op.Body(); body != nil && i < body.NumArgs() {
			g.numbers[body.Args()[i]] = number
		}
	}
	return g, true
}

// number returns which number of a thread v is, and how many of them there are; false if that is not known.
func (g *grid) number(v *ir.Value) (ir.ThreadNumber, int64, bool) {
	if v == nil {
		return ir.ThreadNumber{}, 0, false
	}
	number, ok := g.numbers[v]
	if !ok {
		number = v.DefiningOp().ThreadNumber()
	}
	count, known := g.sizes[number]
	if number.Kind == ir.ThreadInGrid {
		blocks, all := g.sizes[ir.ThreadNumber{Kind: ir.BlockInGrid, Dim: number.Dim}]
		threads, each := g.sizes[ir.ThreadNumber{Kind: ir.ThreadInBlock, Dim: number.Dim}]
		count, known = blocks*threads, all && each
	}
	for other, n := range g.below {
		switch {
		case other == number:
			count = min(count, n)
		case other.Dim == number.Dim: // of which this one depends on the other one
			known = false
		}
	}
	return number, count, known && count > 0
}

// guarded looks at the region of a condition that lets in the threads with numbers below a constant. Other
// conditions may let in none.
func (b *bounds) guarded(op *ir.Op) {
	cmp := op.Operand(0).DefinedBy(arith.CmpI)
	if cmp == nil || op.Region(0).Empty() {
		return
	}
	n, constant := ir.ConstInt(cmp.Operand(1))
	number, count, known := b.grid.number(cmp.Operand(0))
	predicate, _ := cmp.IntAttr("predicate")
	if predicate == arith.ULE || predicate == arith.SLE {
		n++
	} else if predicate != arith.ULT && predicate != arith.SLT {
		return
	}
	if !constant || !known || n <= 0 {
		return
	}
	outer := b.grid.below
	b.grid.below = maps.Clone(outer)
	if b.grid.below == nil {
		b.grid.below = map[ir.ThreadNumber]int64{}
	}
	b.grid.below[number] = min(n, count)
	for inner := range op.Region(0).Entry().Ops() {
		b.visit(inner)
	}
	b.grid.below = outer
}

// ends returns the ends of a form's interval, false if they are not known or if the form may not reach them:
// each of its terms is a multiple of the variable of a loop around or of a number of threads, and no two of
// these numbers depend on each other.
func (b *bounds) ends(l analysis.Linear) (first, last int64, ok bool) {
	rest := analysis.Const(l.Const)
	seen := map[ir.ThreadNumber]bool{}
	for _, t := range l.Terms {
		number, count, known := b.grid.number(t.Sym.Value)
		switch {
		case known:
			inGrid := ir.ThreadNumber{Kind: ir.ThreadInGrid, Dim: number.Dim}
			if seen[number] || seen[inGrid] || number == inGrid && len(seen) > 0 {
				return 0, 0, false
			}
			seen[number] = true
			first, last = first+min(0, t.Coef*(count-1)), last+max(0, t.Coef*(count-1))
		default:
			rest.Terms = append(rest.Terms, t)
		}
	}
	all := rest.Interval()
	bounded := all.Lo > -analysis.Unbounded && all.Hi < analysis.Unbounded
	return all.Lo + first, all.Hi + last, bounded && b.attained(rest)
}
