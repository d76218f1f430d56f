package analysis_test

import (
	"math"
	"testing"

	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/ir"
)

// Divisions, remainders and products of 64-bit numbers use the number after wrapping around, not the exact
// one: 2·2⁶² is -2⁶³, so half of it is -2⁶², and 3·2⁶² is -2⁶², whose remainder by 3 is 2.
func TestNumbersOf64BitsWrapAround(t *testing.T) {
	const big = int64(1) << 62
	cases := []struct {
		name, ops string
		n, want   int64
	}{
		{"half of the double", `%x = arith.muli %n, %two : index
			%r = arith.floordivsi %x, %two : index`, big, -big},
		{"half of a small double", `%x = arith.muli %n, %two : index
			%r = arith.floordivsi %x, %two : index`, 7, 7},
		{"third of a triple", `%x = arith.muli %n, %three : index
			%r = arith.floordivsi %x, %three : index`, big, -big/3 - 1},
		{"remainder of a triple by three", `%x = arith.muli %n, %three : index
			%r = affine.apply affine_map<(x) -> (x mod 3)>(%x)`, big, 2},
		{"remainder of a double by two", `%x = arith.muli %n, %two : index
			%r = affine.apply affine_map<(x) -> (x mod 2)>(%x)`, big, 0},
		{"quotient of a sum", `%x = arith.addi %n, %two : index
			%r = arith.divsi %x, %two : index`, math.MaxInt64, -(math.MaxInt64 / 2)},
		{"quotient of a difference", `%x = arith.subi %n, %three : index
			%r = arith.floordivsi %x, %three : index`, math.MinInt64, (math.MaxInt64 - 2) / 3},
		{"half of a shifted number", `%x = arith.shli %n, %three : index
			%r = arith.shrsi %x, %three : index`, big / 4, -big / 4},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			m := parse(t, `func.func @f(%n: index) -> index {
				%two = arith.constant 2 : index
				%three = arith.constant 3 : index
				`+c.ops+`
				return %r : index
			}`)
			e := &analysis.Evaluator{Strict: true}
			for op := range m.Walk() {
				if op.Name() != "func.return" {
					continue
				}
				form := e.Eval(op.Operand(0))
				if got, ok := form.At(func(*ir.Value) (int64, bool) { return c.n, true }); !ok ||
					got != c.want {
					t.Errorf("for n = %d the form is %d (%v), want %d", c.n, got, ok, c.want)
				}
			}
		})
	}
}
