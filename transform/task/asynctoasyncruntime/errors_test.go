package asynctoasyncruntime_test

import (
	"bytes"
	"os"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/opt"
)

// The errors are those that stand beside what is wrong.
func TestErrors(t *testing.T) {
	const name = "testdata/errors.mlir"
	content, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	config := opt.Config{
		NewContext:  all.NewContext,
		Passes:      []opt.PassFlag{{Name: "async-func-to-async-runtime"}, {Name: "async-to-async-runtime"}},
		SplitMarker: opt.DefaultSplitMarker, Verify: opt.VerifyAll,
	}
	var stdout, stderr bytes.Buffer
	if status := opt.Run(t.Context(), config, diag.NewFile(name, content), &stdout, &stderr); status != 0 {
		t.Errorf("status %d\n%s", status, &stderr)
	}
}
