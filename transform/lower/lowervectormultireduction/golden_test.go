package lowervectormultireduction_test

import (
	"testing"

	"github.com/inflight-compiler/inflight/internal/passtest"
	_ "github.com/inflight-compiler/inflight/transform/lower/lowervectormultireduction"
)

// What the pass makes, and that upstream's makes the same. That it computes the same is shown beside
// expand-vector.
func TestAgreesWithMLIROpt(t *testing.T) {
	passtest.Upstream(t, "func.func(lower-vector-multi-reduction)")
}
