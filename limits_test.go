package inflight_test

import (
	"errors"
	"testing"
	"time"

	"github.com/inflight-compiler/inflight"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/exec"
)

// The limits of a run also hold for its arguments, and for the run in order that gives the results to compare
// with.
func TestLimitsHoldBesideTheEngine(t *testing.T) {
	const allocates = `func.func @f(%m: memref<4096xi8>) {
  %a = memref.alloc() : memref<60000xi8>
  memref.copy %m, %m : memref<4096xi8> to memref<4096xi8>
  memref.dealloc %a : memref<60000xi8>
  return
}`
	for name, c := range map[string]struct {
		source string
		limits exec.Limits
		code   diag.Code
	}{
		"time":             {endlessProgram, exec.Limits{Time: time.Nanosecond}, exec.CodeTime},
		"memory":           {allocates, exec.Limits{Memory: 64000}, "sim-limit-memory"},
		"memory that fits": {allocates, exec.Limits{Memory: 200_000}, ""},
		"arguments":        {allocates, exec.Limits{Memory: 4095}, "run-argument"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := parse(t, c.source).Run(t.Context(),
				inflight.RunConfig{Engine: "wasm", Compare: inflight.CompareAlways,
					Options: exec.Options{Limits: c.limits}})
			d, _ := errors.AsType[*diag.Diagnostic](err)
			if c.code == "" && err != nil || c.code != "" && (d == nil || d.Code != c.code) {
				t.Errorf("the run ends with %v, want %q", err, c.code)
			}
		})
	}
}
