package program_test

import (
	"bytes"
	"testing"

	"github.com/inflight-compiler/inflight"
	"github.com/inflight-compiler/inflight/bench/program"
	"github.com/inflight-compiler/inflight/check"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
)

// A benchmark on a program that is refused would measure an error message, and
// one with another number of operations than it says would flatter.
func TestProgramsAreValidAndOfTheirSize(t *testing.T) {
	for _, n := range []int{1, 1000, 10_000} {
		m, diags := text.Parse(all.NewContext(), diag.NewFile("program.mlir", program.Text(n)), text.Options{})
		if m != nil {
			diags = append(diags, ir.Verify(m)...)
		}
		if diags != nil {
			t.Fatal(diags)
		}
		ops := 0
		for range m.Walk() {
			ops++
		}
		if ops < n || ops > n+n/20+2*50 {
			t.Errorf("asked for %d operations, got %d", n, ops)
		}
	}
}

// The programs in TVMScript are valid, of their size, and pipelined without a hazard.
func TestScriptsAreValidAndOfTheirSize(t *testing.T) {
	for _, kinds := range append([][]string{nil}, split(program.ScriptKinds)...) {
		text := program.Script(300, kinds...)
		if lines := bytes.Count(text, []byte("\n")); lines < 300 || lines > 350 {
			t.Errorf("%v: asked for 300 lines, got %d", kinds, lines)
		}
		m, err := inflight.Parse(diag.NewFile("program.py", text))
		if err != nil {
			t.Fatal(err)
		}
		piped, err := m.Pipeline(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		report, err := piped.Check(t.Context(), check.Options{})
		if err != nil {
			t.Fatal(err)
		}
		waits := 0
		for _, f := range report.Functions {
			waits += len(f.Waits)
		}
		if !report.OK() || waits < len(report.Functions) || len(report.Functions) < 6 {
			t.Errorf("%v: %d functions, %d waits\n%s", kinds, len(report.Functions), waits, report.Text())
		}
	}
}

// split returns each string as a list of its own.
func split(all []string) [][]string {
	var out [][]string
	for _, s := range all {
		out = append(out, []string{s})
	}
	return out
}
