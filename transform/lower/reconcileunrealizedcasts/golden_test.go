package reconcileunrealizedcasts_test

import (
	"testing"

	"github.com/inflight-compiler/inflight/internal/passtest"
	_ "github.com/inflight-compiler/inflight/transform/lower/reconcileunrealizedcasts"
)

// What the pass makes of programs.
func TestGolden(t *testing.T) { passtest.Golden(t, "reconcile-unrealized-casts") }
