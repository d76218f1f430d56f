package optimizeloops

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/affine"
	"github.com/inflight-compiler/inflight/dialect/scf"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/transform/internal/affineloop"
	"github.com/inflight-compiler/inflight/transform/loop/internal/accumulate"
	"github.com/inflight-compiler/inflight/transform/loop/internal/loopunroll"
	"github.com/inflight-compiler/inflight/transform/loop/internal/loopvector"
)

// loop makes vectors of a nest, as far as that pays. It reports whether it changed anything.
func (s *sizes) loop(root *ir.Op) bool {
	band := affineloop.Band(root)
	innermost := band[len(band)-1]
	if inner := loopsIn(innermost); len(inner) > 0 {
		return s.nest(innermost, inner)
	}
	if s.vectorize(innermost) {
		return true
	}
	if i := s.along(band); i >= 0 {
		order := without(len(band), i)
		affineloop.Interchange(band, append(order, i))
		return s.vectorize(innermost)
	}
	return s.sums(band)
}

// loopsIn returns the loops directly in a loop.
func loopsIn(loop *ir.Op) []*ir.Op {
	var loops []*ir.Op
	for op := range loop.Body().OpsWithoutTerminator() {
		if op.Is(affine.For) {
			loops = append(loops, op)
		}
	}
	return loops
}

// nest is for a loop around loops and other operations: its lanes run the inner loops together, or these are
// looked at one by one.
func (s *sizes) nest(loop *ir.Op, inner []*ir.Op) (changed bool) {
	for i, l := range inner {
		if affineloop.Runs(l) && len(loopsIn(l)) == 0 {
			promoted, n := accumulate.Promote(l)
			inner[i], changed = promoted, changed || n > 0
		}
	}
	if !slices.ContainsFunc(inner, s.pays) && s.vectorize(loop) {
		return true
	}
	for _, l := range inner {
		changed = s.parts(l) || changed
	}
	if len(inner) == 1 && inner[0].Block() != nil && inner[0].NumResults() > 0 {
		changed = s.chains(loop) || changed
	}
	return changed
}

// chains lets several iterations of a loop run side by side whose inner loops each wait for one sum. It
// reports whether it did.
func (s *sizes) chains(loop *ir.Op) bool {
	const side = 4
	if !affineloop.Independent(loop) || loop.NumResults() > 0 {
		return false
	}
	step := affine.Step(loop)
	if !s.spend((side - 1) * size(loop)) {
		return false
	}
	jam(loop, side)
	return affine.Step(loop) != step
}

// pays reports whether a loop can be vectorized and touches neighbours only.
func (s *sizes) pays(loop *ir.Op) bool {
	if len(loopsIn(loop)) > 0 {
		return false
	}
	plan, _ := loopvector.NewPlan(loop, s.vectors)
	return plan != nil && plan.Strided == 0 && plan.Contiguous > 0
}

// vectorize makes vectors of a loop if it touches neighbours only.
func (s *sizes) vectorize(loop *ir.Op) bool {
	plan, _ := loopvector.NewPlan(loop, s.vectors)
	if plan == nil || plan.Strided > 0 || plan.Contiguous == 0 {
		return false
	}
	if plan.Uniform > 0 && s.hoist(loop) {
		if plan, _ = loopvector.NewPlan(loop, s.vectors); plan == nil {
			return true
		}
	}
	wide, _ := plan.Apply()
	if len(wide.Find(scf.While)) > 0 {
		return true // which takes long enough itself
	}
	if len(loopsIn(wide)) == 0 {
		loopunroll.Unroll(wide, s.repeats(wide))
	} else if s.spend(3 * size(wide)) {
		jam(wide, 4)
	}
	return true
}

// hoist takes loads that are the same in all iterations of a loop out of it, and out of loops around it, and
// reports whether there were any. If the loop may have no iterations, that becomes a condition around it.
func (s *sizes) hoist(loop *ir.Op) bool {
	if !affineloop.Runs(loop) {
		if loop.NumResults() > 0 || !singleBounds(loop) {
			return false
		}
		guard([]*ir.Op{loop})
	}
	if accumulate.HoistLoads(loop) == 0 {
		return false
	}
	for outer := loop.Parent(); outer.Is(affine.For) && affineloop.Runs(outer) &&
		accumulate.HoistLoads(outer) > 0; outer = outer.Parent() {
	}
	return true
}

// maxUnrolled bounds the operations in the body of an unrolled loop.
const maxUnrolled = 96

// repeats returns how often a loop is unrolled: less often where its body is large, or where the function has
// grown enough.
func (s *sizes) repeats(loop *ir.Op) int64 {
	n := size(loop)
	repeats := int64(1)
	for 2*repeats <= min(s.unroll, maxUnrolled/n) && s.spend(repeats*n) {
		repeats *= 2
	}
	return repeats
}

// maxGrowth bounds the operations that unrolling adds to a function, so that compiling takes time in
// proportion to its size.
const maxGrowth = 4096

// spend reports whether a function may grow by n more operations, which are then taken to have been added.
func (s *sizes) spend(n int64) bool {
	if s.growth < n {
		return false
	}
	s.growth -= n
	return true
}

// along returns the loop of a perfect nest along which vectors have neighbours, -1 if there is none or it
// cannot be the innermost.
func (s *sizes) along(band []*ir.Op) int {
	if len(band) < 2 || affineloop.Carries(band) || !affineloop.Rectangular(band) ||
		!affineloop.Permutable(band) {
		return -1
	}
	for i, l := range slices.Backward(band[:len(band)-1]) {
		if plan, _ := loopvector.NewPlan(l, s.vectors); plan != nil && plan.Strided == 0 &&
			plan.Contiguous > 0 {
			return i
		}
	}
	return -1
}

// without returns the numbers below n but for one.
func without(n, i int) []int {
	var rest []int
	for k := range n {
		if k != i {
			rest = append(rest, k)
		}
	}
	return rest
}

// sums is for a perfect nest that accumulates: what the innermost loop accumulates is carried, and the loop
// around it takes several sums at a time.
func (s *sizes) sums(band []*ir.Op) bool {
	innermost := band[len(band)-1]
	if !affineloop.Runs(innermost) {
		return false
	}
	carrying, n := accumulate.Promote(innermost)
	if n == 0 {
		return false
	}
	if len(band) == 1 {
		s.vectorize(carrying)
		return true
	}
	s.nest(band[len(band)-2], []*ir.Op{carrying})
	return true
}
