package all_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
)

func TestScratchCorpus(t *testing.T) {
	files, _ := filepath.Glob("../../ir/text/testdata/corpus/*.mlir")
	for _, f := range files {
		base := filepath.Base(f)
		if strings.HasPrefix(base, "affine") || strings.HasPrefix(base, "memref") || strings.HasPrefix(base, "attr") || strings.HasPrefix(base, "type") {
			continue
		}
		t.Run(base, func(t *testing.T) {
			content, _ := os.ReadFile(f)
			c := all.NewContext()
			c.AllowUnregistered = true
			m, errs := text.Parse(c, diag.NewFile(f, content), text.Options{})
			if m == nil {
				t.Fatal(errs)
			}
			if d := ir.Verify(m); len(d) > 0 {
				t.Error(d)
			}
			want, _ := os.ReadFile(f + ".pretty")
			if d := cmp.Diff(strings.TrimSpace(string(want)), strings.TrimSpace(text.String(m, text.PrintOptions{}))); d != "" {
				t.Error(d)
			}
		})
	}
}

func TestScratchCanon(t *testing.T) {
	for _, f := range strings.Fields(os.Getenv("CANON")) {
		content, _ := os.ReadFile(f)
		c := all.NewContext()
		c.AllowUnregistered = true
		m, errs := text.Parse(c, diag.NewFile(f, content), text.Options{})
		if m == nil {
			t.Fatal(errs)
		}
		ir.ApplyPatternsGreedily(m, ir.GreedyConfig{})
		if d := ir.Verify(m); len(d) > 0 {
			t.Error(d)
		}
		want, err := exec.Command("mlir-opt-22", "-canonicalize", "--allow-unregistered-dialect", f).CombinedOutput()
		if err != nil {
			t.Log(err)
		}
		if d := cmp.Diff(strings.TrimSpace(string(want)), strings.TrimSpace(text.String(m, text.PrintOptions{}))); d != "" {
			t.Errorf("%s: %s", f, d)
		}
	}
}
