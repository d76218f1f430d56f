package insertboundschecks_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/inflight-compiler/inflight/internal/passtest"
)

// Subscripts that wrap around into the bounds are in bounds, in every iteration, and those that do not are
// not.
func TestWrapsAround(t *testing.T) {
	for _, c := range []struct {
		name                string
		upper, step, factor int64
		offset              int64
		fails               bool
	}{
		{name: "large steps of large steps", upper: math.MaxInt64, step: 1 << 62, factor: 4},
		{name: "a large factor", upper: 9, step: 4, factor: 1 << 62},
		{name: "the least factor", upper: 3, step: 2, factor: math.MinInt64},
		{name: "the least factor in between", upper: 3, step: 1, factor: math.MinInt64, fails: true},
		{name: "backwards", upper: 6, step: 1, factor: -1, offset: 5},
		{name: "backwards beyond the start", upper: 7, step: 1, factor: -1, offset: 5, fails: true},
		{name: "from below", upper: 2, step: 1, factor: 1, offset: -1, fails: true},
		{name: "no iteration", upper: math.MinInt64, step: 1, factor: 1, offset: -1},
		{name: "a step beyond the end of numbers", upper: math.MaxInt64, step: math.MaxInt64, factor: 1,
			offset: 3},
	} {
		source := fmt.Sprintf(
			`func.func @main(%%m: memref<6xi32>, %%upper: index, %%step: index, %%offset: index) {
  %%c0 = arith.constant 0 : index
  %%z = arith.constant 7 : i32
  %%f = arith.constant %d : index
  %%s = arith.constant %d : index
  scf.for %%i = %%c0 to %%upper step %%step {
    %%p = arith.muli %%i, %%f : index
    %%j = arith.addi %%p, %%offset : index
    memref.store %%z, %%m[%%j] : memref<6xi32>
  }
  scf.for %%i = %%c0 to %%upper step %%s {
    %%p = arith.muli %%i, %%f : index
    %%j = arith.addi %%p, %%offset : index
    memref.store %%z, %%m[%%j] : memref<6xi32>
  }
  return
}`, c.factor, c.step)
		module, args := passtest.Parse(t, source), []int64{c.upper, c.step, c.offset}
		want := simulate(t, module, args)
		have := simulate(t, passtest.Transform(t, module, "builtin.module(insert-bounds-checks)"), args)
		if problem := compare(want, have); problem != "" || (want.code != "") != c.fails {
			t.Errorf("%s: %s: %s, then %s", c.name, problem, want.code, have.code)
		}
	}
}
