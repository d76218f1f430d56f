package check_test

import (
	"os"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/check"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/internal/golden"
	"golang.org/x/tools/txtar"
)

func source(t testing.TB, name string) []byte {
	t.Helper()
	content, err := os.ReadFile("testdata/" + name + ".txtar")
	if err != nil {
		t.Fatal(err)
	}
	return golden.Get(t, txtar.Parse(content), "in.mlir")
}

// A limit that was reached stands in the report, and the verdict is not complete.
func TestLimits(t *testing.T) {
	r, err := check.Module(t.Context(), parse(t, "in.mlir", source(t, "gemm_dynamic")),
		check.Options{MaxSteps: 100})
	if err != nil {
		t.Fatal(err)
	}
	if r.Complete || r.OK() || !strings.Contains(r.Text(), "NOT COMPLETE") {
		t.Errorf("a check of 100 steps is complete:\n%s", r.Text())
	}
	for _, w := range r.Functions[0].Waits {
		if w.Verdict != check.Unjudged {
			t.Errorf("wait %s is %v after 100 steps", w.N, w.Verdict)
		}
	}
	if l := r.Diagnostics(); len(l) == 0 || l[0].Code != check.CodeIncomplete ||
		l[0].Severity != diag.Warning {
		t.Errorf("diagnostics: %v", l)
	}
}
