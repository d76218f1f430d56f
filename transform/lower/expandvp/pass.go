package expandvp

import (
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
)

// Pass is expand-vp.
var Pass = pass.Register(&pass.Pass{
	Name:    "expand-vp",
	Summary: "Replace LLVM's predicated arithmetic of vectors by that of arith.",
	Doc: "An operation llvm.intr.vp.* computes the elements that a mask selects, of the first evl ones. " +
		"The " +
		"others are poison, so that they may be computed as well, unless they can end the program: " +
		"divisors " +
		"there are 1. A reduction takes its neutral element for them. Operations that access memory by " +
		"addresses stay, and so do vectors whose length is not known; the engine native executes them. " +
		"Programs that are judged, pipelined or run go through this pass by themselves.",
	Before: `func.func @f(%x: vector<4xi32>, %y: vector<4xi32>, %m: vector<4xi1>, %n: i32) -> i32 {
  %0 = "llvm.intr.vp.mul"(%x, %y, %m, %n) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
  %c0 = arith.constant 0 : i32
  %1 = "llvm.intr.vp.reduce.add"(%c0, %0, %m, %n) : (i32, vector<4xi32>, vector<4xi1>, i32) -> i32
  return %1 : i32
}
`,
	After: `module {
  func.func @f(%arg0: vector<4xi32>, %arg1: vector<4xi32>, %arg2: vector<4xi1>, %arg3: i32) -> i32 {
    %0 = arith.muli %arg0, %arg1 : vector<4xi32>
    %c0_i32 = arith.constant 0 : i32
    %cst = arith.constant dense<0> : vector<4xi32>
    %1 = arith.index_castui %arg3 : i32 to index
    %2 = vector.create_mask %1 : vector<4xi1>
    %3 = arith.andi %arg2, %2 : vector<4xi1>
    %4 = arith.select %3, %0, %cst : vector<4xi1>, vector<4xi32>
    %5 = vector.reduction <add>, %4, %c0_i32 : vector<4xi32> into i32
    return %5 : i32
  }
}
`,
	Run: func(r *pass.Run) error {
		var found []*ir.Op
		for op := range r.Op.Walk() {
			if Concerns(op) {
				found = append(found, op)
			}
		}
		b := ir.NewBuilder(r.Op.Context())
		for _, op := range found {
			b.SetBefore(op)
			b.Loc = op.Loc()
			v := expand(b, op)
			v.SetName(op.Result(0).Name())
			op.Result(0).ReplaceAllUsesWith(v)
			op.Erase()
		}
		r.Count("operations expanded", len(found))
		return nil
	},
})
