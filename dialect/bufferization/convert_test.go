package bufferization_test

import (
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
)

// A tensor and its buffer have the same extents and elements. mlir-opt says so twice.
func TestTensorAndBufferMatch(t *testing.T) {
	for operation, want := range map[string]string{
		"bufferization.to_tensor %m : memref<4xf32> to tensor<5xf32>": "shapes do not match",
		"bufferization.to_tensor %m : memref<4xf32> to tensor<4xi32>": "element types do not match",
		"bufferization.to_buffer %t : tensor<4xf32> to memref<*xf32>": "shapes do not match",
		"bufferization.to_buffer %t : tensor<4xf32> to memref<4xf64>": "element types do not match",
	} {
		source := "func.func @f(%m: memref<4xf32>, %t: tensor<4xf32>) {\n  %0 = " + operation +
			"\n  return\n}"
		m, diags := text.Parse(all.NewContext(), diag.NewFile("input.mlir", []byte(source)), text.Options{})
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		if got := ir.Verify(m).Error(); !strings.Contains(got, want) {
			t.Errorf("%s: %q, expected %q", operation, got, want)
		}
	}
}
