package all_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/internal/golden"
	"github.com/inflight-compiler/inflight/internal/tools"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
)

// parse reads and verifies a program.
func parse(t testing.TB, name string, src []byte) *ir.Op {
	t.Helper()
	c := all.NewContext()
	c.AllowUnregistered = true
	m, errs := text.Parse(c, diag.NewFile(name, src), text.Options{})
	if m == nil {
		t.Fatal(errs)
	}
	if errs := ir.Verify(m); len(errs) > 0 {
		t.Fatal(errs)
	}
	return m
}

// canonicalize folds and rewrites a program, checks the result, and returns it as text.
func canonicalize(t testing.TB, src []byte) string {
	t.Helper()
	m := parse(t, "input.mlir", src)
	if res := ir.ApplyPatternsGreedily(m, ir.GreedyConfig{}); !res.Converged {
		t.Errorf("no fixpoint after %d iterations", res.Iterations)
	}
	if errs := ir.Verify(m); len(errs) > 0 {
		t.Errorf("the result is invalid: %v", errs)
	}
	return text.String(m, text.PrintOptions{})
}

// What the folds and rewrites of the tables make of each case.
func TestCanonicalize(t *testing.T) {
	golden.Txtar(t, "testdata/canonicalize/*.txtar", func(t *testing.T, ar *txtar.Archive) {
		golden.Set(ar, "output.mlir", []byte(canonicalize(t, golden.Get(t, ar, "input.mlir"))))
	})
}

// The same cases, but for those that say why they differ, are what mlir-opt makes of them.
func TestCanonicalizeLikeMLIR(t *testing.T) {
	tool := tools.Require(t, "mlir-opt")
	golden.Txtar(t, "testdata/canonicalize/*.txtar", func(t *testing.T, ar *txtar.Archive) {
		if strings.Contains(string(ar.Comment), "Differs from mlir-opt") {
			t.Skip("the case says why it differs")
		}
		cmd := tools.Command(t, tool, "--canonicalize", "--allow-unregistered-dialect", "-")
		cmd.Stdin = bytes.NewReader(golden.Get(t, ar, "input.mlir"))
		out, err := cmd.Output()
		if err != nil {
			t.Fatal(err)
		}
		got := strings.TrimSpace(string(golden.Get(t, ar, "output.mlir")))
		if d := cmp.Diff(strings.TrimSpace(string(out)), got); d != "" {
			t.Errorf("mlir-opt (-) and Inflight (+) differ:\n%s", d)
		}
	})
}
