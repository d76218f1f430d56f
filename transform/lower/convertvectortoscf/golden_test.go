package convertvectortoscf_test

import (
	"testing"

	"github.com/inflight-compiler/inflight/internal/passtest"
)

// What the pass makes, and that upstream's makes the same.
func TestAgreesWithMLIROpt(t *testing.T) { passtest.Upstream(t, "convert-vector-to-scf") }
