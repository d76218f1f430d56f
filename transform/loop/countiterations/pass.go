package countiterations

import (
	"math"

	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/dialect/scf"
	"github.com/inflight-compiler/inflight/dialect/tensor"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
)

// Pass is count-iterations.
var Pass = pass.Register(&pass.Pass{
	Name:    "count-iterations",
	Summary: "Count the iterations of loops whose last step may wrap around",
	Doc: `A loop that branches back while the sum of its variable and its step is below its bound, as convert-scf-to-cf makes them, does not end where
that sum is too large for its type: from 100 to 127 by 20 in 8 bits, or to a number near 2^63. Each scf.for of which that is not
known to be impossible becomes one from 0 by 1, over the number of its iterations. To run in front of convert-scf-to-cf.`,
	Before: `func.func @f(%a: memref<?xi8>, %n: i8) {
  %lb = arith.constant 100 : i8
  %step = arith.constant 20 : i8
  scf.for %i = %lb to %n step %step : i8 {
    %k = arith.index_castui %i : i8 to index
    memref.store %i, %a[%k] : memref<?xi8>
  }
  return
}
`,
	After: `module {
  func.func @f(%arg0: memref<?xi8>, %arg1: i8) {
    %c100_i8 = arith.constant 100 : i8
    %c20_i8 = arith.constant 20 : i8
    %c0_i8 = arith.constant 0 : i8
    %c1_i8 = arith.constant 1 : i8
    %0 = arith.cmpi slt, %c100_i8, %arg1 : i8
    %1 = arith.subi %arg1, %c100_i8 : i8
    %2 = arith.subi %1, %c1_i8 : i8
    %3 = arith.divui %2, %c20_i8 : i8
    %4 = arith.addi %3, %c1_i8 : i8
    %5 = arith.select %0, %4, %c0_i8 : i8
    scf.for unsigned %arg2 = %c0_i8 to %5 step %c1_i8  : i8 {
      %6 = arith.muli %arg2, %c20_i8 : i8
      %7 = arith.addi %c100_i8, %6 : i8
      %8 = arith.index_castui %7 : i8 to index
      memref.store %7, %arg0[%8] : memref<?xi8>
    }
    return
  }
}
`,
	Run: func(r *pass.Run) error {
		for _, op := range r.Op.Find(scf.For) {
			if mayWrap(op) {
				count(op)
				r.Count("loops counted", 1)
			}
		}
		return nil
	},
})

// mayWrap reports whether the step of a loop may lead from below its bound to a number that its type does not
// have.
func mayWrap(loop *ir.Op) bool {
	step, constant := ir.ConstInt(scf.Step(loop))
	if !constant || step <= 0 {
		return true
	}
	last := lastNumber(scf.Upper(loop).Type(), scf.Unsigned(loop))
	if c, ok := ir.ConstInt(scf.Upper(loop)); ok && c < 0 {
		return scf.Unsigned(loop) // where it is a large number
	}
	return step > 1 && (step > last || isAbove(scf.Upper(loop), last-step+1))
}

// lastNumber returns the largest number of a type, at most that of a signed one of 64 bits.
func lastNumber(t ir.Type, isUnsigned bool) int64 {
	width := uint32(64)
	if i, ok := t.(*ir.IntegerType); ok {
		width = min(i.Width, 64)
	}
	if isUnsigned && width < 64 {
		return 1<<width - 1
	}
	return math.MaxInt64 >> (64 - width)
}

// isAbove reports whether a bound may be above a number. The extents of what lies in memory are far from the
// end of their type.
func isAbove(bound *ir.Value, n int64) bool {
	if c, ok := ir.ConstInt(bound); ok {
		return c > n
	}
	def := bound.DefiningOp()
	if def == nil {
		return true
	}
	switch {
	case def.Is(memref.Dim), def.Is(tensor.Dim):
		return n < 1<<62
	case def.Is(arith.MinSI):
		return isAbove(def.Operand(0), n) && isAbove(def.Operand(1), n)
	}
	return true
}

// count lets a loop count its iterations, whatever its variable does at its end: (upper - lower - 1) / step +
// 1 are all numbers of its type without a sign.
func count(loop *ir.Op) {
	b := ir.At(loop)
	b.Loc = loop.Loc()
	lower, upper, step := scf.Lower(loop), scf.Upper(loop), scf.Step(loop)
	typ := upper.Type()
	zero, one := arith.ConstInt(b, typ, 0), arith.ConstInt(b, typ, 1)
	predicate := int64(arith.SLT)
	if scf.Unsigned(loop) {
		predicate = arith.ULT
	}
	runs := arith.Cmp(b, predicate, lower, upper)
	divisor := step
	if _, constant := ir.ConstInt(step); !constant {
		divisor = arith.Binary(b, arith.MaxUI, step, one) // a loop that does not run may have any step
	}
	distance := arith.Binary(b, arith.SubI, arith.Binary(b, arith.SubI, upper, lower), one)
	n := arith.Binary(b, arith.AddI, arith.Binary(b, arith.DivUI, distance, divisor), one)

	iv := scf.InductionVar(loop)
	inner := ir.At(loop.Body().First())
	inner.Loc = loop.Loc()
	product := arith.Binary(inner, arith.MulI, iv, step)
	number := arith.Binary(inner, arith.AddI, lower, product)
	iv.ReplaceUsesIf(number, func(use *ir.Operand) bool { return use.Owner() != product.DefiningOp() })

	loop.SetOperand(0, zero)
	loop.SetOperand(1, arith.NewSelect(b, runs, n, zero))
	loop.SetOperand(2, one)
	loop.SetAttr("unsignedCmp", b.Ctx.Unit)
}
