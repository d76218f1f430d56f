package packoperands_test

import (
	"testing"

	"github.com/inflight-compiler/inflight/internal/passtest"
)

// What the pass makes of programs.
func TestGolden(t *testing.T) { passtest.Golden(t, "pack-operands") }
