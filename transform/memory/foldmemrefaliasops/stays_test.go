package foldmemrefaliasops_test

import (
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/internal/passtest"
)

// Accesses to vectors whose elements are not the same behind the view stay. mlir-opt rewrites those that are
// not marked as "both", and its program reads other elements.
func TestOtherElementsStay(t *testing.T) {
	const strided = "%0 = memref.subview %m[0, 0] [4, 4] [2, 1] : memref<8x8xf32> to memref<4x4xf32, " +
		"strided<[16, 1]>>\n"
	for name, body := range map[string]string{
		"rows that are skipped": strided +
			`%r = vector.load %0[%i, %i] : memref<4x4xf32, strided<[16, 1]>>, vector<2x4xf32>`,
		"a dimension that is dropped": `%0 = memref.subview %n[0, %i, 0] [4, 1, 4] [1, 1, 1] : memref<4x4x4xf32> to memref<4x4xf32, strided<[16, 1], offset: ?>>
      %r = vector.load %0[%i, %i] : memref<4x4xf32, strided<[16, 1], offset: ?>>, vector<2x4xf32>`,
		"the next row of a collapsed memref": `%0 = memref.collapse_shape %m [[0, 1]] : memref<8x8xf32> into memref<64xf32>
      %r = vector.load %0[%i] : memref<64xf32>, vector<16xf32>`,
		"beyond a row that is expanded": `%0 = memref.expand_shape %m [[0], [1, 2]] output_shape [8, 2, 4] : memref<8x8xf32> into memref<8x2x4xf32>
      %r = vector.transfer_read %0[%i, %i, %i], %p : memref<8x2x4xf32>, vector<4xf32>`,
		"rows that are expanded": `%0 = memref.expand_shape %m [[0], [1, 2]] output_shape [8, 2, 4] : memref<8x8xf32> into memref<8x2x4xf32>
      %r = vector.transfer_read %0[%i, %i, %i], %p {in_bounds = [true, true]} : memref<8x2x4xf32>, vector<2x4xf32>`,
		"both: beyond a subview": strided +
			`%r = vector.transfer_read %0[%i, %i], %p : memref<4x4xf32, strided<[16, 1]>>, vector<4xf32>`,
		"both: steps of a transfer": strided +
			`%r = vector.transfer_read %0[%i, %i], %p {in_bounds = [true, true]} : memref<4x4xf32, strided<[16, 1]>>, vector<2x4xf32>`,
	} {
		vec := body[strings.LastIndex(body, "vector<"):]
		source := "func.func @f(%m: memref<8x8xf32>, %n: memref<4x4x4xf32>, %i: index, %p: f32) -> " + vec +
			" {\n" + body + "\n  return %r : " + vec + "\n}\n"
		module := passtest.Parse(t, source)
		made := passtest.Transform(t, module, "builtin.module(fold-memref-alias-ops)")
		if ofViews(made, ofVectors...) != 1 {
			t.Errorf("%s: the access is rewritten\n%s", name, passtest.Print(made))
		}
	}
}
