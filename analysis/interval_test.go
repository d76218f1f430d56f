package analysis_test

import (
	"testing"

	"github.com/inflight-compiler/inflight/analysis"
)

// Limits come from constant bounds of loops, remainders and quotients.
func TestInterval(t *testing.T) {
	m := parse(t,
		`func.func private @values(index, index, index, index, index, index, index, index, index, index, index)
func.func @f(%A: memref<?xi32>, %n: index, %S: memref<64xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c10 = arith.constant 10 : index
  %extent = memref.dim %A, %c0 : memref<?xi32>
  scf.for %i = %c1 to %c10 step %c4 {
    scf.for %j = %c0 to %n step %c1 {
      %i3 = arith.muli %i, %c3 : index
      %less = arith.subi %c4, %i3 : index
      %rem = arith.remui %j, %c4 : index
      %small = arith.remui %i, %c10 : index
      %half = arith.floordivsi %less, %c4 : index
      %mixed = arith.addi %i3, %rem : index
      %open = arith.subi %i, %j : index
      func.call @values(%i, %i3, %less, %rem, %small, %half, %mixed, %j, %extent, %open, %n) :
        (index, index, index, index, index, index, index, index, index, index, index) -> ()
    }
  }
  return
}`)
	no := analysis.Unbounded
	want := []analysis.Interval{
		{Lo: 1, Hi: 9}, {Lo: 3, Hi: 27}, {Lo: -23, Hi: 1}, {Lo: 0, Hi: 3}, {Lo: 1, Hi: 9}, {Lo: -6, Hi: 0},
		{Lo: 3, Hi: 30},
		{Lo: 0, Hi: no}, {Lo: 0, Hi: no}, {Lo: -no, Hi: 9}, {Lo: -no, Hi: no},
	}
	e := &analysis.Evaluator{}
	for op := range m.Walk() {
		if op.Name() != "func.call" {
			continue
		}
		for i, v := range op.Operands() {
			if got := e.Eval(v).Interval(); got != want[i] {
				t.Errorf("%%%s: %v, want %v", v.Name(), got, want[i])
			}
		}
	}
}

// Sums beyond Unbounded have no limit.
func TestIntervalSaturates(t *testing.T) {
	if got := analysis.Const(1 << 61).Interval(); got.Hi != analysis.Unbounded {
		t.Errorf("%v", got)
	}
}
