package injectsoftwarepipeline_test

import (
	"bytes"
	"os"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/opt"
)

// TestErrors compares the diagnostics for wrong annotations, also those of mode=tvm, with the expectations
// written beside them.
func TestErrors(t *testing.T) {
	for name, options := range map[string]string{"testdata/errors.mlir": "",
		"testdata/tvm_errors.mlir": "mode=tvm"} {
		t.Run(name, func(t *testing.T) { compareErrors(t, name, options) })
	}
}

func compareErrors(t *testing.T, name, options string) {
	content, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	config := opt.Config{
		NewContext:  all.NewContext,
		Passes:      []opt.PassFlag{{Name: "inject-software-pipeline", Options: options}},
		SplitMarker: opt.DefaultSplitMarker, Verify: opt.VerifyAll,
	}
	var stdout, stderr bytes.Buffer
	if status := opt.Run(t.Context(), config, diag.NewFile(name, content), &stdout, &stderr); status != 0 {
		t.Errorf("status %d\n%s", status, &stderr)
	}
}
