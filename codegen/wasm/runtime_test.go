package wasm

import (
	"testing"

	"github.com/inflight-compiler/inflight/ir"
)

// The runtime verifies, which nobody checks when it is used.
func TestRuntimeVerifies(t *testing.T) {
	m := parse(t, runtimeSource)
	if diags := ir.Verify(m); diags.HasErrors() {
		t.Error(diags)
	}
	for name, fn := range runtimeFunctions() {
		if fn.SymbolName() != name || fn.Body().Empty() {
			t.Errorf("@%s is no function with a body", name)
		}
	}
	if len(runtimeFunctions()) < 10 {
		t.Errorf("there are %d functions", len(runtimeFunctions()))
	}
}
