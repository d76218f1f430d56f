package asynctoasyncruntime_test

import (
	"testing"

	"github.com/inflight-compiler/inflight/internal/passtest"
)

// The programs are those on which mlir-opt fails, or is wrong; docs/async.md lists the reasons.
func TestGolden(t *testing.T) { passtest.Golden(t, lowered) }
