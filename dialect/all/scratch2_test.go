package all_test

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
)

func TestScratchInvalid(t *testing.T) {
	for _, f := range strings.Fields(os.Getenv("INVALID")) {
		content, _ := os.ReadFile(f)
		for i, part := range strings.Split(string(content), "// -----\n") {
			os.WriteFile("/tmp/inv/part.mlir", []byte(part), 0o644)
			out, _ := exec.Command("mlir-opt-22", "--allow-unregistered-dialect", "/tmp/inv/part.mlir").CombinedOutput()
			var want []string
			for _, l := range strings.Split(string(out), "\n") {
				if _, m, ok := strings.Cut(l, "error: "); ok {
					want = append(want, m)
				}
				if _, m, ok := strings.Cut(l, "note: "); ok && !strings.HasPrefix(m, "see current") {
					want = append(want, "note "+m)
				}
			}
			c := all.NewContext()
			c.AllowUnregistered = true
			m, errs := text.Parse(c, diag.NewFile("part", []byte(part)), text.Options{})
			if m != nil {
				errs = ir.Verify(m)
			}
			var got []string
			for _, d := range errs {
				got = append(got, d.Message)
				for _, n := range d.Notes {
					got = append(got, "note "+n.Message)
				}
			}
			if fmt.Sprint(got) != fmt.Sprint(want) {
				t.Errorf("%s part %d:\n%s\n got: %s\nwant: %s", f, i, part, strings.Join(got, "\n      "), strings.Join(want, "\n      "))
			}
		}
	}
}
