package optimizeloops

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/affine"
	"github.com/inflight-compiler/inflight/ir"
	aff "github.com/inflight-compiler/inflight/ir/affine"
	"github.com/inflight-compiler/inflight/transform/internal/affineloop"
	"github.com/inflight-compiler/inflight/transform/loop/internal/accumulate"
	"github.com/inflight-compiler/inflight/transform/loop/internal/loopjam"
	"github.com/inflight-compiler/inflight/transform/loop/internal/looppack"
	"github.com/inflight-compiler/inflight/transform/loop/internal/looptile"
	"github.com/inflight-compiler/inflight/transform/loop/internal/loopunroll"
	"github.com/inflight-compiler/inflight/transform/loop/internal/loopvector"
)

// tile applies the schedule of a matrix product: tiles of k and j that fit into a cache, packed operands, and
// in the middle a kernel that keeps rows times columns of the result in registers. It reports whether it did.
func (s *sizes) tile(c *contraction) bool {
	if !s.spend(8 * (s.rows + 2) * s.columns) {
		return false
	}
	guard(c.band)
	root := c.order()
	n := len(c.outer)
	band := affineloop.Band(root)
	blocks, points := looptile.Tile(band[n:n+2],
		[]int64{s.block(band[n], s.columnsOfTile(c)), s.depth(band[n+1])})
	nest := append(points, band[n+2])
	affineloop.Interchange(nest, []int{2, 0, 1})
	i, j, k := nest[0], nest[1], nest[2]
	if n == 0 {
		root = blocks[0]
	}
	accumulate.Promote(k)
	s.registers(i, j, root)
	for _, block := range slices.Backward(blocks) {
		affineloop.Inline(block)
	}
	return true
}

// block returns the size of a tile: no more than the loop has iterations.
func (s *sizes) block(loop *ir.Op, size int64) int64 {
	if trips, ok := affine.ConstantTripCount(loop); ok {
		return max(min(size, trips), 1)
	}
	return size
}

// depth returns how many products a kernel sums up: at most kc, and where their number is known about as many
// each time, in whole unrolled iterations, so that no kernel is short.
func (s *sizes) depth(loop *ir.Op) int64 {
	trips, ok := affine.ConstantTripCount(loop)
	if !ok || trips <= s.kc {
		return s.block(loop, s.kc)
	}
	times := (trips + s.kc - 1) / s.kc
	even := (trips + times - 1) / times
	return min((even+s.unroll-1)/s.unroll*s.unroll, s.kc)
}

// columnsOfTile returns how many columns share a packed tile: half as many where elements are twice as wide
// as usual.
func (s *sizes) columnsOfTile(c *contraction) int64 {
	return max(s.nc*usual/max(c.bits, usual), 1)
}

// usual is the number of bits of elements that the sizes are meant for.
const usual = 32

// order brings the loops into the order outer, j, k, i and returns the outermost.
func (c *contraction) order() *ir.Op {
	affineloop.Interchange(c.band, slices.Concat(c.outer, []int{c.j, c.k, c.i}))
	return c.band[0]
}

// registers makes the kernel of a nest i, j around a loop that carries what is summed up.
func (s *sizes) registers(i, j, root *ir.Op) {
	p := looppack.NewPacker(root, s.packed, true)
	p.Scalars = s.scalars
	for _, k := range loopsIn(j) {
		p.Transpose(k, j)
	}
	plan, _ := loopvector.NewPlan(j, s.vectors)
	if plan == nil {
		return
	}
	wide, _ := plan.Apply()
	jam(wide, max(s.columns*usual/s.vectors.Width, 1))
	parts := []*ir.Op{i}
	for _, factor := range []int64{s.rows, 2} {
		rest := jam(parts[len(parts)-1], factor)
		if rest == nil {
			break
		}
		parts = append(parts, rest)
	}
	for _, part := range parts {
		for _, kernel := range kernels(part) {
			accumulate.Reuse(kernel.Body())
		}
		if kernel := widest(part); kernel != nil {
			p.Pack(kernel)
			vectorsFirst(kernel)
			loopunroll.Unroll(kernel, s.unroll)
		}
	}
}

// jam unrolls and jams a loop if it can be cut, and returns the loop over the rest.
func jam(loop *ir.Op, factor int64) (rest *ir.Op) {
	if factor < 2 || !loopjam.InnerBoundsInvariant(loop) {
		return nil
	}
	d, ok := affineloop.Divide(loop, factor)
	if !ok || d.None {
		return nil
	}
	rest = loopjam.Cleanup(loop, d)
	loopjam.Jam(loop, factor)
	return rest
}

// kernels returns the innermost loops in op.
func kernels(op *ir.Op) []*ir.Op {
	var found []*ir.Op
	for _, loop := range op.Find(affine.For) {
		if len(loop.Find(affine.For)) == 1 {
			found = append(found, loop)
		}
	}
	return found
}

// widest returns the innermost loop in op that carries most values.
func widest(op *ir.Op) *ir.Op {
	var best *ir.Op
	for _, loop := range kernels(op) {
		if best == nil || loop.NumResults() > best.NumResults() {
			best = loop
		}
	}
	return best
}

// vectorsFirst moves the loads that all rows share to the start of a kernel, so that no more than one other
// operand is kept in a register at a time.
func vectorsFirst(kernel *ir.Op) {
	first := kernel.Body().First()
	for op := range kernel.Body().OpsWithoutTerminator() {
		if op.Is(affine.VectorLoad) && !op.Result(0).HasOneUse() && op.Result(0).HasUses() &&
			uses(op.Result(0)) > 2 && op != first {
			op.MoveBefore(first)
		}
	}
}

func uses(v *ir.Value) int {
	n := 0
	for range v.Uses() {
		n++
	}
	return n
}

// guard puts the nest into a condition that all of its loops have iterations, unless that is known.
func guard(band []*ir.Op) {
	var conditions []aff.Constraint
	var dims, syms []*ir.Value
	for _, l := range band {
		if n, ok := affine.ConstantTripCount(l); ok && n > 0 {
			continue
		}
		lower, upper := affineloop.Bounds(l)
		shift := func(a affine.Access) *aff.Expr {
			m := a.Map
			e := m.Results[0].Replace(aff.Numbered(m.NumDims, len(dims), aff.D),
				aff.Numbered(m.NumSymbols, len(syms), aff.S))
			dims, syms = append(dims, a.Operands[:m.NumDims]...), append(syms, a.Operands[m.NumDims:]...)
			return e
		}
		from, to := shift(lower), shift(upper)
		conditions = append(conditions, aff.Constraint{Expr: to.Sub(from).Add(aff.C(-1))})
	}
	if len(conditions) == 0 {
		return
	}
	cond := affine.NewIf(ir.At(band[0]), aff.NewSet(len(dims), len(syms), conditions...),
		append(dims, syms...), func(*ir.Builder) {}, nil)
	band[0].MoveBefore(cond.Body().Terminator())
}
