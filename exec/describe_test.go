package exec_test

import (
	"testing"

	"github.com/inflight-compiler/inflight/exec"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/timeline"
)

// An engine traces a program exactly if its description says so. Only an engine that simulates is no
// Compiler.
func TestDescriptions(t *testing.T) {
	for _, name := range append([]string{"sim"}, compilers...) {
		t.Run(name, func(t *testing.T) {
			require(t, name)
			e, err := exec.Lookup(name)
			if err != nil {
				t.Fatal(err)
			}
			about, trace := e.Describe(), &timeline.Timeline{}
			m := passtest.Parse(t, "func.func @f() { return }")
			if _, err := runOn(t, name, m, nil, exec.Options{Trace: trace}); err != nil {
				t.Fatal(err)
			}
			if (about.Traces != "") != (len(trace.Events) > 0) {
				t.Errorf("traces %q, and gives %d events", about.Traces, len(trace.Events))
			}
		})
	}
}
