package convertcomplextollvm_test

import (
	"testing"

	"github.com/inflight-compiler/inflight/internal/passtest"
	_ "github.com/inflight-compiler/inflight/transform/lower/convertcomplextollvm"
)

// What the pass makes of every operation that it lowers, and that upstream's makes the same.
func TestAgreesWithMLIROpt(t *testing.T) { passtest.Upstream(t, "convert-complex-to-llvm") }
