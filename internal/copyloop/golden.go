package copyloop

import (
	"bytes"
	"context"
	"os"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/inflight-compiler/inflight/check"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/internal/golden"
	"github.com/inflight-compiler/inflight/opt"
	"github.com/inflight-compiler/inflight/transform/pipeline/injectsoftwarepipeline"
)

// Golden lowers the cases of testdata/golden, after pipelining those that want it, judges the results and
// runs them.
func (l *Lowering) Golden(t *testing.T) {
	golden.Txtar(t, "testdata/golden/*.txtar", func(t *testing.T, ar *txtar.Archive) {
		src := string(golden.Get(t, ar, "in.mlir"))
		written, m := parse(t, src), parse(t, src)
		if strings.Contains(string(ar.Comment), "pipelined") {
			if err := injectsoftwarepipeline.Apply(m); err != nil {
				t.Fatal(err)
			}
		}
		run(t, l.Pass, m)
		golden.Set(ar, "out.mlir", []byte(printed(m)))
		report, err := check.Module(context.Background(), m, check.Options{})
		if err != nil {
			t.Fatal(err)
		}
		golden.Set(ar, "verdict", []byte(report.Text()))
		p := &Program{Dynamic: strings.Contains(src, "%n: index")}
		if err := Judge(p, written, m, 1); err != nil {
			t.Error(err)
		}
	})
}

// Remarks compares what is said about copies that stay as they are with what is written beside them, in
// testdata/remarks.mlir.
func (l *Lowering) Remarks(t *testing.T) {
	const name = "testdata/remarks.mlir"
	content, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	config := opt.Config{
		NewContext: all.NewContext, Passes: []opt.PassFlag{{Name: l.Pass.Name}},
		SplitMarker: opt.DefaultSplitMarker, Verify: opt.VerifyAll,
	}
	var stdout, stderr bytes.Buffer
	if status := opt.Run(context.Background(), config, diag.NewFile(name, content), &stdout,
		&stderr); status != 0 {
		t.Errorf("status %d\n%s", status, &stderr)
	}
}
