package exactarith

import (
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/dialect/vector"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
)

// Pass is exact-arith.
var Pass = pass.Register(&pass.Pass{
	Name:    "exact-arith",
	Summary: "Give arithmetic the one result that all engines have",
	Doc: `MLIR or LLVM leaves open what arith.fptosi and fptoui make of a number that their type does not have, what is left of an integer
that is shifted by its width or more, which zero arith.minnumf and maxnumf choose of two with different signs, and what the
remainder of the smallest integer by -1 is; processors differ. And LLVM rounds integers of more than 24 bits twice on their way to
bf16. Here such a conversion gives the nearest number of its type, or 0 for NaN; nothing is left but the sign; -0 is less than 0; the
remainder is 0; and a number is rounded once. What memref.atomic_rmw computes as arith.minnumf or maxnumf stands in a memref.generic_atomic_rmw. To run in front of convert-arith-to-llvm.`,
	Before: `func.func @f(%x: f32) -> i8 {
  %0 = arith.fptoui %x : f32 to i8
  return %0 : i8
}
`,
	After: `module {
  func.func @f(%arg0: f32) -> i8 {
    %0 = arith.fptoui %arg0 : f32 to i8
    %cst = arith.constant 2.560000e+02 : f32
    %c-1_i8 = arith.constant -1 : i8
    %1 = arith.cmpf oge, %arg0, %cst : f32
    %2 = arith.select %1, %c-1_i8, %0 : i8
    %cst_0 = arith.constant 0.000000e+00 : f32
    %c0_i8 = arith.constant 0 : i8
    %3 = arith.cmpf ole, %arg0, %cst_0 : f32
    %4 = arith.select %3, %c0_i8, %2 : i8
    %c0_i8_1 = arith.constant 0 : i8
    %5 = arith.cmpf uno, %arg0, %arg0 : f32
    %6 = arith.select %5, %c0_i8_1, %4 : i8
    return %6 : i8
  }
}
`,
	Run: run,
})

// rewrites replace operations; they return nil for those that are as they should be.
var rewrites = map[*ir.OpDef]func(c calculator, op *ir.Op) *ir.Value{
	arith.FPToSI: saturate, arith.FPToUI: saturate, arith.SIToFP: roundOnce, arith.UIToFP: roundOnce,
	arith.ShLI: shiftOut, arith.ShRUI: shiftOut, arith.ShRSI: shiftOut, arith.RemSI: divideByOne,
	arith.MinNumF: orderZeros(arith.MinimumF), arith.MaxNumF: orderZeros(arith.MaximumF),
}

func run(r *pass.Run) error {
	for _, op := range r.Op.Find(vector.Reduction) {
		if reduceLanes(op) {
			r.Count("reductions expanded", 1)
		}
	}
	for _, op := range r.Op.Find(memref.AtomicRMW) {
		if spellOut(op) {
			r.Count("atomic operations spelled out", 1)
		}
	}
	var found []*ir.Op
	for op := range r.Op.Walk() {
		if rewrites[op.Def()] == nil {
			continue
		}
		if _, isTensor := op.Result(0).Type().(*ir.TensorType); !isTensor {
			found = append(found, op)
		}
	}
	for _, op := range found {
		if v := rewrites[op.Def()](calculator{ir.At(op)}, op); v != nil {
			op.Result(0).ReplaceAllUsesWith(v)
			op.Erase()
			r.Count("operations replaced", 1)
		}
	}
	return nil
}
