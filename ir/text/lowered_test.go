package text_test

import (
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ir/text"
)

// The error for an operation of a dialect in which models are written names the command that lowers the
// operation, in both forms.
func TestModelsAreLoweredFirst(t *testing.T) {
	for operation, want := range map[string]string{
		"tosa.add %a, %a : (i32, i32) -> i32":  "tosa-to-linalg-named,tosa-to-linalg",
		"stablehlo.add %a, %a : i32":           "stablehlo-opt --stablehlo-legalize-to-linalg",
		`"mhlo.abs"(%a) : (i32) -> i32`:        "mlir-hlo-opt --hlo-legalize-to-stablehlo",
		`"stablehlo.abs"(%a) : (i32) -> i32`:   "stablehlo-opt --stablehlo-legalize-to-linalg",
		"torch.aten.relu %a : i32":             "torch-mlir-opt --torch-backend-to-linalg-on-tensors-backend-pipeline",
		`"torch.aten.relu"(%a) : (i32) -> i32`: "torch-mlir-opt",
		`"chlo.asin"(%a) : (i32) -> i32`:       "stablehlo-opt --chlo-legalize-to-stablehlo",
	} {
		source := "func.func @f(%a: i32) {\n  %0 = " + operation + "\n  return\n}"
		c := newContext()
		c.AllowUnregistered = false
		_, diags := text.Parse(c, diag.NewFile("input.mlir", []byte(source)), text.Options{})
		if len(diags) == 0 || !strings.Contains(diags[0].Suggestion, want) || !diags[0].Span.IsKnown() {
			t.Errorf("%s: %v", operation, diags)
		}
	}
}
