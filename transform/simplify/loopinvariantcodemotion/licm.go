package loopinvariantcodemotion

import (
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
)

// Pass is loop-invariant-code-motion.
var Pass = pass.Register(&pass.Pass{
	Name:    "loop-invariant-code-motion",
	Title:   "LoopInvariantCodeMotion",
	Summary: "Hoist loop invariant instructions outside of the loop",
	Doc: "Moves operations in front of the loop that they are in when their operands are defined outside " +
		"of it, they " +
		"have no memory effect, and running them although the loop may not run does no harm. Inner loops " +
		"come first, so " +
		"that an operation can leave several loops.",
	Before: `func.func @f(%m: memref<8xf32>, %a: f32, %lb: index, %ub: index, %step: index) {
  scf.for %i = %lb to %ub step %step {
    %x = arith.mulf %a, %a : f32
    memref.store %x, %m[%i] : memref<8xf32>
  }
  return
}
`,
	After: `module {
  func.func @f(%arg0: memref<8xf32>, %arg1: f32, %arg2: index, %arg3: index, %arg4: index) {
    %0 = arith.mulf %arg1, %arg1 : f32
    scf.for %arg5 = %arg2 to %arg3 step %arg4 {
      memref.store %0, %arg0[%arg5] : memref<8xf32>
    }
    return
  }
}
`,
	Run: run,
})

func run(r *pass.Run) error {
	for op := range r.Op.WalkPost() {
		if isLoop(op) {
			r.Count("hoisted", hoist(op))
		}
	}
	return nil
}

// isLoop reports whether control may enter a region of op again after leaving it.
func isLoop(op *ir.Op) bool {
	if op.Def().Loop != nil {
		return true
	}
	if op.Def().RegionSuccessors == nil {
		return false
	}
	for i := range op.NumRegions() {
		if reenters(op, i) {
			return true
		}
	}
	return false
}

func reenters(op *ir.Op, region int) bool {
	seen := map[int]bool{}
	todo := []int{region}
	for len(todo) > 0 {
		from := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, s := range op.Def().RegionSuccessors(op, from) {
			if s.Region == region {
				return true
			}
			if s.Region >= 0 && !seen[s.Region] {
				seen[s.Region] = true
				todo = append(todo, s.Region)
			}
		}
	}
	return false
}

// hoist moves what is invariant out of the loop and returns how many
// operations that were.
func hoist(loop *ir.Op) int {
	moved := 0
	for _, region := range loop.Regions() {
		var todo []*ir.Op
		for _, b := range region.Blocks() {
			for op := range b.Ops() {
				todo = append(todo, op)
			}
		}
		for len(todo) > 0 {
			op := todo[0]
			todo = todo[1:]
			if op.Block().Region() != region || !movable(op, loop) {
				continue
			}
			op.MoveBefore(loop)
			moved++
			todo = appendUsers(todo, op, region)
		}
	}
	return moved
}

// appendUsers adds the operations directly in the region that use op: they may
// have become invariant.
func appendUsers(todo []*ir.Op, op *ir.Op, region *ir.Region) []*ir.Op {
	for i := range op.NumResults() {
		for u := range op.Result(i).Uses() {
			if user := u.Owner(); user.Block().Region() == region {
				todo = append(todo, user)
			}
		}
	}
	return todo
}

func movable(op, loop *ir.Op) bool {
	return !op.Has(ir.Terminator) && op.IsEffectFree() && speculatable(op) && invariant(op, loop)
}

// invariant reports whether op, with all that it holds, only uses values
// defined outside of the loop or in op itself.
func invariant(op, loop *ir.Op) bool {
	for inner := range op.Walk() {
		for i := range inner.NumOperands() {
			b := inner.Operand(i).ParentBlock()
			if within(b, loop) && !within(b, op) {
				return false
			}
		}
	}
	return true
}

// within reports whether the block lies in a region of op, at any depth.
func within(b *ir.Block, op *ir.Op) bool { return op.IsAncestorOf(b.ParentOp()) }

// speculatable reports whether op may run where the program might not run it:
// it cannot fail and it ends.
func speculatable(op *ir.Op) bool {
	switch {
	case op.Def().Speculate != nil:
		return op.Def().Speculate(op)
	case op.Has(ir.Pure):
		return true
	case op.Has(ir.Speculatable), op.Has(ir.RecursiveEffects) && countsByOne(op):
		return all(op, speculatable)
	}
	return false
}

// countsByOne reports whether op is a sequential loop that ends whatever its
// bounds are.
func countsByOne(op *ir.Op) bool {
	loop := op.Def().Loop
	if loop == nil || loop.Parallel || loop.Dims(op) != 1 {
		return false
	}
	step := loop.Bounds(op, 0).Step
	return step.Value == nil && step.Const == 1
}

// all reports whether ok holds for every operation directly in op.
func all(op *ir.Op, ok func(*ir.Op) bool) bool {
	for _, r := range op.Regions() {
		for _, b := range r.Blocks() {
			for inner := range b.Ops() {
				if !inner.Has(ir.Terminator) && !ok(inner) {
					return false
				}
			}
		}
	}
	return true
}
