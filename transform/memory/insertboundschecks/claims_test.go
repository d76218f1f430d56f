package insertboundschecks_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/pass"
	"github.com/inflight-compiler/inflight/transform/memory/insertboundschecks"
)

const (
	part = `func.func @main(%m: memref<5xi32>, %o: index, %n: index, %s: index) {
  %p = memref.subview %m[%o] [%n] [%s] : memref<5xi32> to memref<?xi32, strided<[?], offset: ?>>
  return
}`
	backwards = `func.func @main(%m: memref<5xi32>, %o: index, %n: index) {
  %p = memref.subview %m[%o] [%n] [-2] : memref<5xi32> to memref<?xi32, strided<[-2], offset: ?>>
  return
}`
	claim = `func.func @main(%m: memref<?x4xi32>, %o: index, %s: index) {
  %c0 = arith.constant 0 : index
  %v = arith.constant 7 : i32
  %p = memref.subview %m[%o, 0] [2, 2] [%s, 1] : memref<?x4xi32> to memref<2x2xi32, strided<[?, 1], offset: ?>>
  %q = memref.cast %p : memref<2x2xi32, strided<[?, 1], offset: ?>> to memref<2x2xi32, strided<[8, 1], offset: 4>>
  memref.store %v, %q[%c0, %c0] : memref<2x2xi32, strided<[8, 1], offset: 4>>
  return
}`
	rows = `func.func @main(%m: memref<?x?xi32>, %n: index) {
  %c1 = arith.constant 1 : index
  %v = arith.constant 7 : i32
  %p = memref.subview %m[0, 0] [2, %n] [1, 1] : memref<?x?xi32> to memref<2x?xi32, strided<[?, 1]>>
  %q = memref.cast %p : memref<2x?xi32, strided<[?, 1]>> to memref<2x?xi32>
  memref.store %v, %q[%c1, %c1] : memref<2x?xi32>
  return
}`
	unranked = `func.func @main(%m: memref<?x4xi32>, %o: index, %s: index) {
  %p = memref.subview %m[%o, 0] [2, 2] [%s, 1] : memref<?x4xi32> to memref<2x2xi32, strided<[?, 1], offset: ?>>
  %u = memref.cast %p : memref<2x2xi32, strided<[?, 1], offset: ?>> to memref<*xi32>
  %q = memref.cast %u : memref<*xi32> to memref<?x2xi32, strided<[8, ?], offset: 4>>
  return
}`
)

// A view shows nothing outside of its source, also where the distance to its last element is no number of 64
// bits, and lies in memory as the type says that it is cast to. The simulator and the checked program agree.
func TestClaimsOfViews(t *testing.T) {
	const (
		half  = -1 << 63
		out   = "sim-out-of-bounds"
		shape = "sim-shape-mismatch"
	)
	for _, c := range []struct {
		name, source string
		args         []int64
		want         string
	}{
		{"all", part, []int64{0, 5, 1}, ""},
		{"one too many", part, []int64{0, 6, 1}, out},
		{"repeated", part, []int64{4, 1 << 40, 0}, ""},
		{"downwards", part, []int64{4, 3, -2}, ""},
		{"too far downwards", part, []int64{3, 3, -2}, out},
		{"round the numbers", part, []int64{0, 3, half}, out},
		{"nearly round the numbers", part, []int64{1, 5, 1 << 62}, out},
		{"round the numbers many times", part, []int64{4, 1<<62 + 1, 4}, out},
		{"one element", part, []int64{4, 1, half}, ""},
		{"nothing", part, []int64{9, 0, 7}, ""},
		{"less than nothing", part, []int64{0, -1, 1}, out},
		{"downwards by 2", backwards, []int64{4, 3}, ""},
		{"too far downwards by 2", backwards, []int64{3, 3}, out},
		{"downwards round the numbers", backwards, []int64{2, 1<<63 - 1}, out},
		{"as claimed", claim, []int64{1, 2}, ""},
		{"another offset", claim, []int64{0, 2}, shape},
		{"another stride", claim, []int64{1, 1}, shape},
		{"whole rows", rows, []int64{4}, ""},
		{"parts of rows", rows, []int64{3}, shape},
		{"as claimed of an unknown rank", unranked, []int64{1, 2}, ""},
		{"another offset of an unknown rank", unranked, []int64{2, 2}, shape},
		{"another stride of an unknown rank", unranked, []int64{1, 3}, shape},
	} {
		t.Run(c.name, func(t *testing.T) {
			module := passtest.Parse(t, c.source)
			want := simulate(t, module, slices.Clone(c.args))
			if string(want.code) != c.want {
				t.Errorf("the simulator says %q: %s", want.code, want.message)
			}
			checked := passtest.Transform(t, module, "builtin.module(insert-bounds-checks)")
			if problem := compare(want, simulate(t, checked, c.args)); problem != "" {
				t.Errorf("%s\n%s", problem, passtest.Print(checked))
			}
		})
	}
}

// An operation that does not tell all subscripts of what it touches is refused where it stands.
func TestRefusesWhatIsNotTold(t *testing.T) {
	m := passtest.Parse(t, `func.func @f(%s: memref<4x4xf16, 3>) {
  %c0 = arith.constant 0 : index
  %0 = nvgpu.ldmatrix %s[%c0, %c0] {numTiles = 4 : i32, transpose = false} : memref<4x4xf16, 3> -> vector<4x2xf16>
  return
}`)
	d, ok := errors.AsType[*diag.Diagnostic](
		insertboundschecks.Pass.Run(pass.NewRun(t.Context(), insertboundschecks.Pass, m, nil)))
	if !ok || d.Code != "bounds-unsupported" || !d.Span.IsKnown() {
		t.Errorf("got %v", d)
	}
}
