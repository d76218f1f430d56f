package inflight_test

import (
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight"
	"github.com/inflight-compiler/inflight/diag"
)

// A Go argument that does not fit its parameter is an error that names the argument, its type, and the given
// value.
func TestArgumentsOfGo(t *testing.T) {
	p := compile(t, scaleProgram, "sim")
	for _, c := range []struct {
		args    []any
		message string
	}{
		{[]any{[]float64{1}, 2},
			"argument 'x' of '@scale' has the type memref<?xf32>, but []float64 with the extents [1] is " +
				"given"},
		{[]any{[]float32{1}, "2"},
			"argument 'f' of '@scale' has the type f32, but 2 of the Go type string is given"},
		{[]any{[]float32{1}}, "'@scale' takes 2 arguments, but 1 are given"},
		{[]any{inflight.Array([]float32{1, 2}, 2, 1), 2},
			"argument 'x' of '@scale' has the type memref<?xf32>, but []float32 with the extents [2 1] is " +
				"given"},
	} {
		_, err := p.Call(t.Context(), c.args...)
		if err == nil || !strings.Contains(err.Error(), c.message) ||
			diag.FromError(err)[0].Code != "run-go-value" {
			t.Errorf("got %v, want %q", err, c.message)
		}
	}
	f := p.Go(t.Context(), "x")
	f.Cancel()
	if _, err := f.Wait(t.Context()); err == nil {
		t.Error("no error")
	}
}

// The results of a program are slices on every engine, and the program writes the slices that it was given.
func TestSlicesInAndOut(t *testing.T) {
	for _, engine := range append(engines(t), "wasm") {
		p := compile(t, `func.func @f(%x: memref<2x?xi32>, %y: memref<2xi32>) -> memref<2xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.load %x[%c1, %c0] : memref<2x?xi32>
  memref.store %a, %y[%c0] : memref<2xi32>
  %r = memref.alloc() : memref<2xi32>
  memref.store %a, %r[%c0] : memref<2xi32>
  memref.store %a, %r[%c1] : memref<2xi32>
  return %r : memref<2xi32>
}`, engine)
		x, y := []int32{1, 2, 3, 4}, []int32{0, 5}
		results, err := p.Call(t.Context(), inflight.Array(x, 2, 2), y)
		if err != nil {
			t.Fatalf("%s: %v", engine, err)
		}
		got, err := inflight.Slice[int32](results[0])
		if err != nil || len(got) != 2 || got[0] != 3 || got[1] != 3 || y[0] != 3 || y[1] != 5 {
			t.Errorf("%s: got %v, %v and %v", engine, got, err, y)
		}
	}
}
