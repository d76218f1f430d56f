package calleffects_test

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/inflight-compiler/inflight/analysis/calleffects"
	"github.com/inflight-compiler/inflight/internal/passtest"
)

// Recursive functions have the effects that their bodies have on the arguments of the outermost call.
func TestRecursion(t *testing.T) {
	m := passtest.Parse(t, `
func.func private @unknown()
func.func @sum(%n: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %last = arith.cmpi eq, %n, %c0 : index
  %r = scf.if %last -> (index) {
    scf.yield %c0 : index
  } else {
    %m = arith.subi %n, %c1 : index
    %s = func.call @sum(%m) : (index) -> index
    scf.yield %s : index
  }
  return %r : index
}
func.func @even(%a: memref<4xf32>, %b: memref<4xf32>, %i: index) {
  %x = memref.load %a[%i] : memref<4xf32>
  func.call @odd(%b, %a, %i) : (memref<4xf32>, memref<4xf32>, index) -> ()
  return
}
func.func @odd(%c: memref<4xf32>, %d: memref<4xf32>, %i: index) {
  %x = arith.constant 1.0 : f32
  memref.store %x, %d[%i] : memref<4xf32>
  func.call @even(%c, %d, %i) : (memref<4xf32>, memref<4xf32>, index) -> ()
  return
}
func.func @ping(%a: memref<4xf32>) {
  func.call @pong(%a) : (memref<4xf32>) -> ()
  return
}
func.func @pong(%a: memref<4xf32>) {
  func.call @unknown() : () -> ()
  func.call @ping(%a) : (memref<4xf32>) -> ()
  return
}
func.func @main(%a: memref<4xf32>, %b: memref<4xf32>, %n: index) {
  %s = call @sum(%n) : (index) -> index
  call @even(%a, %b, %n) : (memref<4xf32>, memref<4xf32>, index) -> ()
  call @ping(%a) : (memref<4xf32>) -> ()
  return
}`)
	f := calleffects.New()
	got := map[string]string{}
	for op := range m.Walk() {
		if op.Def().Callee == nil {
			continue
		}
		name := fmt.Sprint(op.Attr("callee"))
		a := f.Of(op)
		if a == nil {
			got[name] = "unknown"
			continue
		}
		got[name] = fmt.Sprint(slices.Sorted(maps.Keys(a.Reads)), slices.Sorted(maps.Keys(a.Writes)))
	}
	want := map[string]string{
		"@sum": "[] []", "@unknown": "unknown", "@ping": "unknown", "@pong": "unknown",
		"@even": "[0 1] [0 1]", "@odd": "[0 1] [0 1]",
	}
	if !maps.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
