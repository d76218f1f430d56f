package lowervectormask_test

import (
	"testing"

	"github.com/inflight-compiler/inflight/internal/passtest"
	_ "github.com/inflight-compiler/inflight/transform/lower/lowervectormask"
)

// What the pass makes, and that upstream's makes the same.
func TestAgreesWithMLIROpt(t *testing.T) { passtest.Upstream(t, "func.func(lower-vector-mask)") }
