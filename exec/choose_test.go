package exec_test

import (
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/exec"
)

// A program that wasm can compile runs on wasm. Other programs run on the simulator, with a remark at the
// operation that wasm cannot compile.
func TestChoose(t *testing.T) {
	for name, c := range map[string]struct {
		source, engine string
		line           int    // of the remark
		message        string // part of it
	}{
		"plain": {source: "func.func @f() { return }", engine: "wasm"},
		"a GPU": {
			source: "func.func @f() {\n  nvvm.cp.async.commit.group\n  nvvm.cp.async.wait.group 0\n  " +
				"return\n}", engine: "sim", line: 2, message: "nvvm"},
		"a signature": {source: "\nfunc.func @f(%m: memref<*xf32>) { return }", engine: "sim", line: 2,
			message: "memref<*xf32>"},
		"a loop with two entries": {
			source: "func.func @f(%c: i1) {\n  cf.cond_br %c, ^a, ^b\n^a:\n  cf.cond_br %c, ^b, ^d\n^b:\n  " +
				"cf.cond_br %c, ^a, ^d\n^d:\n  return\n}",
			engine: "sim", message: "middle of a loop"},
		"not called": {
			source: "func.func @f() { return }\nfunc.func private @g() {\n  nvvm.cp.async.commit.group\n  " +
				"return\n}", engine: "wasm"},
		"nowhere": {
			source: "func.func private @g()\nfunc.func @f() {\n  func.call @g() : () -> ()\n  return\n}",
			engine: "sim", line: 3, message: "@g"},
	} {
		t.Run(name, func(t *testing.T) {
			engine, program, remark, err := exec.Choose(t.Context(), parseModule(t, c.source), "f",
				exec.Code{})
			if err != nil || engine.Name() != c.engine || program == nil {
				t.Fatalf("got %v, %v", engine, err)
			}
			if (remark == nil) != (c.engine == "wasm") {
				t.Fatalf("got the remark %v", remark)
			}
			if remark != nil && (remark.Severity != diag.Remark || remark.Code != "run-on-sim" ||
				!strings.Contains(remark.Message, c.message) ||
				!remark.Span.IsKnown() || c.line > 0 && remark.Span.Place().Line != c.line ||
				remark.Suggestion == "") {
				t.Errorf("got the remark %v", remark)
			}
		})
	}
}
