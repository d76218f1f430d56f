package tensor_test

import (
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
)

// What would lose elements is rejected, although mlir-opt accepts it.
func TestStricterThanMLIR(t *testing.T) {
	for source, want := range map[string]string{
		`func.func @f(%x: tensor<2x3xf32>) {
  %0 = tensor.collapse_shape %x [] : tensor<2x3xf32> into tensor<f32>
  return
}`: "a tensor of rank 0 has one element",
		`func.func @f(%x: tensor<?xf32>, %n: index) {
  %0 = tensor.expand_shape %x [[0, 1]] output_shape [%n, 4] : tensor<?xf32> into tensor<?x5xf32>
  return
}`: "the result has 5 elements in dimension 1, but 'output_shape' says 4",
	} {
		m, diags := text.Parse(all.NewContext(), diag.NewFile("input.mlir", []byte(source)), text.Options{})
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		if got := ir.Verify(m).Error(); !strings.Contains(got, want) {
			t.Errorf("%q, expected %q", got, want)
		}
	}
}
