package optimizeloops

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/affine"
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/scf"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/transform/internal/affineloop"
)

// peel moves what a loop does in its first iteration only, and before all else, in front of it. The loop must
// have a constant lower bound, and iterations.
func peel(loop *ir.Op) bool {
	lower, _ := affineloop.Bounds(loop)
	first, constant := lower.Map.SingleConstant()
	if !constant || !affineloop.Runs(loop) {
		return false
	}
	for op := range loop.Body().OpsWithoutTerminator() {
		if op.Is(scf.If) && isFirst(op.Operand(0), loop, first) {
			return hoist(op, loop)
		}
		if !op.IsPure() {
			return false
		}
	}
	return false
}

// isFirst reports whether a condition holds in the first iteration of a loop, and in no other.
func isFirst(condition *ir.Value, loop *ir.Op, first int64) bool {
	cmp := condition.DefinedBy(arith.CmpI)
	if cmp == nil || arith.Predicate(cmp) != arith.EQ {
		return false
	}
	n, constant := ir.ConstInt(cmp.Operand(1))
	return constant && n == first && cmp.Operand(0) == loop.Body().Arg(0)
}

// hoist moves the branch of a condition in front of the loop, if it needs nothing of the loop.
func hoist(cond, loop *ir.Op) bool {
	if cond.NumResults() > 0 || len(cond.Region(1).Blocks()) > 0 {
		return false
	}
	for op := range cond.Region(0).Blocks()[0].OpsWithoutTerminator() {
		for inner := range op.Walk() {
			if slices.ContainsFunc(inner.Operands(), func(v *ir.Value) bool {
				return affineloop.Inside(v, loop) && !affineloop.Inside(v, cond)
			}) {
				return false
			}
		}
	}
	for op := range cond.Region(0).Blocks()[0].OpsWithoutTerminator() {
		op.MoveBefore(loop)
	}
	test := cond.Operand(0).DefiningOp()
	cond.Erase()
	if test.Unused() {
		test.Erase()
	}
	return true
}

// split gives what a nest does in front of its inner loop, and the loop itself, a nest each, if that makes
// the second perfect: it must be a sum that starts with what the first stores. It returns the two nests, or
// the one it was given.
func split(root *ir.Op) []*ir.Op {
	band := affineloop.Band(root)
	body := band[len(band)-1].Body()
	inner := soleLoop(body)
	if inner == nil || len(band)+len(affineloop.Band(inner)) < 3 || affineloop.Carries(band) ||
		!affineloop.Rectangular(band) {
		return []*ir.Op{root}
	}
	store := storeOfSum(inner)
	if inner.NumResults() > 0 && store == nil || inner.Next() != body.Terminator() && store == nil ||
		inner.Prev() == nil && store == nil {
		return []*ir.Op{root}
	}
	if !separable(band, inner, store) {
		return []*ir.Op{root}
	}
	if store != nil {
		inner = spill(inner, store)
	}
	b := ir.At(root)
	b.SetAfter(root)
	m := ir.NewMapping()
	second := b.Clone(root, m)
	for op := inner; op != body.Terminator(); {
		next := op.Next()
		op.Erase()
		op = next
	}
	band = affineloop.Band(second)
	last := band[len(band)-1].Body()
	keepFrom(last, soleLoop(last))
	return []*ir.Op{root, second}
}

// keepFrom erases what stands in front of a loop but for what the loop needs.
func keepFrom(block *ir.Block, loop *ir.Op) {
	for op := loop.Prev(); op != nil; {
		prev := op.Prev()
		if op.Unused() && (op.NumResults() == 0 || op.IsEffectFree() || isLoad(op)) {
			op.Erase()
		}
		op = prev
	}
}

func isLoad(op *ir.Op) bool { return op.Is(affine.Load) }

// soleLoop returns the only loop directly in a block, nil if there is none, or anything else with regions.
func soleLoop(block *ir.Block) *ir.Op {
	var loop *ir.Op
	for op := range block.OpsWithoutTerminator() {
		if op.NumRegions() > 0 {
			if loop != nil || !op.Is(affine.For) {
				return nil
			}
			loop = op
		}
	}
	return loop
}

// storeOfSum returns the store of the only value that a loop carries, if that is all that follows the loop.
func storeOfSum(loop *ir.Op) *ir.Op {
	store := loop.Next()
	if loop.NumResults() != 1 || !loop.Result(0).HasOneUse() || !store.Is(affine.Store) ||
		store.Operand(0) != loop.Result(0) ||
		store.Next() != loop.Block().Terminator() {
		return nil
	}
	return store
}

// separable reports whether the loop touches, in each iteration of the band, what stands in front of it
// touches in the same iteration only, and uses no value of it but what it starts with.
func separable(band []*ir.Op, loop, store *ir.Op) bool {
	var before, after []affineloop.Ref
	for op := loop.Block().First(); op != loop; op = op.Next() {
		refs, complete := affineloop.Refs(op)
		if !complete || op.NumRegions() > 0 {
			return false
		}
		before = append(before, refs...)
		for _, v := range op.Results() {
			for u := range v.Uses() {
				if loop.IsAncestorOf(u.Owner()) && (u.Owner() != loop || store == nil) {
					return false
				}
			}
		}
	}
	after, complete := affineloop.Refs(loop)
	if !complete {
		return false
	}
	if store != nil {
		r, ok := affineloop.RefOf(store)
		if !ok || slices.ContainsFunc(after, func(o affineloop.Ref) bool {
			return affineloop.MayShare(&o, &r)
		}) {
			return false
		}
		after = append(after, r)
		before = append(before, r)
	}
	return affineloop.SameIteration(band, before, after)
}

// spill makes a loop that carries a sum accumulate into the element that the sum is stored to.
func spill(loop, store *ir.Op) *ir.Op {
	r, _ := affineloop.RefOf(store)
	b := ir.At(loop)
	b.Loc = store.Loc()
	affine.NewStore(b, loop.OperandsOf(2)[0], r.Memref, r.At)
	lower, upper := affineloop.Bounds(loop)
	b.Loc = loop.Loc()
	plain := affine.NewFor(b, lower, upper, affine.Step(loop), func(b *ir.Builder, iv *ir.Value) {
		loop.Body().Arg(0).ReplaceAllUsesWith(iv)
		loop.Body().Arg(1).ReplaceAllUsesWith(affine.NewLoad(b, r.Memref, r.At))
	})
	sum := loop.Body().Terminator().Operand(0)
	affineloop.MoveBody(loop, plain)
	b.SetBefore(plain.Body().Terminator())
	affine.NewStore(b, sum, r.Memref, r.At)
	store.Erase()
	loop.Erase()
	return plain
}
