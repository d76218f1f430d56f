package wasm

import (
	"testing"

	"github.com/inflight-compiler/inflight/internal/passtest"
)

// The runtime verifies, which nobody checks when it is used.
func TestRuntimeVerifies(t *testing.T) {
	passtest.Parse(t, runtimeSource)
	for name, fn := range runtimeFunctions() {
		if fn.SymbolName() != name || fn.Body().Empty() {
			t.Errorf("@%s is no function with a body", name)
		}
	}
	if len(runtimeFunctions()) < 10 {
		t.Errorf("there are %d functions", len(runtimeFunctions()))
	}
}
