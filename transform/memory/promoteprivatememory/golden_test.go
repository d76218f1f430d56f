package promoteprivatememory_test

import (
	"testing"

	"github.com/inflight-compiler/inflight/internal/passtest"
	_ "github.com/inflight-compiler/inflight/transform/memory/promoteprivatememory"
)

func TestGolden(t *testing.T) { passtest.Golden(t, "promote-private-memory") }
