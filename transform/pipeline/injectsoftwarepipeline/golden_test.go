package injectsoftwarepipeline_test

import (
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/inflight-compiler/inflight/check"
	"github.com/inflight-compiler/inflight/internal/golden"
)

// TestGolden pipelines the cases of testdata/golden and judges the results.
func TestGolden(t *testing.T) {
	golden.Txtar(t, "testdata/golden/*.txtar", func(t *testing.T, ar *txtar.Archive) {
		m, err := transform(string(golden.Get(t, ar, "in.mlir")))
		if err != nil {
			t.Fatal(err)
		}
		golden.Set(ar, "out.mlir", []byte(printed(m)))
		report, err := check.Module(t.Context(), m, check.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if !report.OK() {
			t.Errorf("not proven:\n%s", report.Text())
		}
		golden.Set(ar, "verdict", []byte(report.Text()))
	})
}
