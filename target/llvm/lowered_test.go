package llvm_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/config"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/internal/samellvm"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
	"github.com/inflight-compiler/inflight/target/llvm"
	"github.com/inflight-compiler/inflight/transform/pipeline/injectsoftwarepipeline"
)

// Examples, pipelined and lowered, are the same LLVM IR whether we print them or mlir-translate does.
// Constants are folded before the comparison, because mlir-translate folds some while it translates.
func TestLoweredLikeMLIR(t *testing.T) {
	files, err := filepath.Glob("../../examples/*/*.mlir")
	if err != nil {
		t.Fatal(err)
	}
	compared := 0
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		m, diags := text.Parse(all.NewContext(), diag.NewFile(file, content), text.Options{})
		if diags.HasErrors() || len(ir.Verify(m)) > 0 || injectsoftwarepipeline.Apply(m) != nil ||
			strings.Contains(file, ".golden.") || llvm.Lower(t.Context(), m, config.Code{}) != nil {
			continue
		}
		ours, diags := llvm.Append(nil, m)
		if diags.HasErrors() {
			t.Errorf("%s: %v", file, diags)
			continue
		}
		samellvm.Check(t, text.Append(nil, m, text.PrintOptions{}), ours, "function(instsimplify),verify")
		compared++
	}
	if compared < 8 {
		t.Errorf("only %d programs compared", compared)
	}
}
