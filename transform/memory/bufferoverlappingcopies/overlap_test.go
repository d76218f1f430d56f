package bufferoverlappingcopies_test

import (
	"testing"

	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/internal/passtest"
	_ "github.com/inflight-compiler/inflight/transform/all"
)

// Copies between memory that cannot overlap stay as they are.
func TestWhichCopies(t *testing.T) {
	for name, c := range map[string]struct {
		body     string
		buffered bool
	}{
		"arguments":           {`memref.copy %a, %b : memref<8xf32> to memref<8xf32>`, false},
		"itself":              {`memref.copy %a, %a : memref<8xf32> to memref<8xf32>`, false},
		"an argument, a tile": {`memref.copy %a, %m : memref<8xf32> to memref<8xf32>`, false},
		"a global, an alloca": {`memref.copy %g, %s : memref<8xf32> to memref<8xf32>`, false},
		"one global":          {`memref.copy %g, %h : memref<8xf32> to memref<8xf32>`, true},
		"halves": {
			`memref.copy %low, %high : memref<4xf32, strided<[1]>> to memref<4xf32, strided<[1], offset: 4>>`,
			false},
		"halves that share": {
			`memref.copy %low, %mid : memref<4xf32, strided<[1]>> to memref<4xf32, strided<[1], offset: 3>>`,
			true},
		"a view of another": {
			`memref.copy %low, %part : memref<4xf32, strided<[1]>> to memref<4xf32, strided<[1], offset: ?>>`,
			true},
		"an unknown memref":    {`memref.copy %m, %u : memref<8xf32> to memref<8xf32>`, true},
		"a view and the whole": {`memref.copy %a8, %a : memref<8xf32, strided<[1]>> to memref<8xf32>`, true},
	} {
		module := passtest.Parse(t, `memref.global "private" @g : memref<8xf32> = dense<0.0>
			func.func private @unknown() -> memref<8xf32>
			func.func @f(%a: memref<8xf32>, %b: memref<8xf32>, %i: index) {
			%m = memref.alloc() : memref<8xf32>
			%s = memref.alloca() : memref<8xf32>
			%g = memref.get_global @g : memref<8xf32>
			%h = memref.get_global @g : memref<8xf32>
			%u = func.call @unknown() : () -> memref<8xf32>
			%low = memref.subview %a[0] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1]>>
			%high = memref.subview %a[4] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: 4>>
			%mid = memref.subview %a[3] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: 3>>
			%part = memref.subview %a[%i] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: ?>>
			%a8 = memref.subview %a[0] [8] [1] : memref<8xf32> to memref<8xf32, strided<[1]>>
			`+c.body+"\nreturn }")
		got := passtest.Transform(t, module, "builtin.module(buffer-overlapping-copies)")
		if copies := len(got.Find(memref.Copy)); copies != 1 && !c.buffered || copies != 2 && c.buffered {
			t.Errorf("%s: %d copies", name, copies)
		}
	}
}
