package splitloopaddresses_test

import (
	"testing"

	"github.com/inflight-compiler/inflight/internal/passtest"
	_ "github.com/inflight-compiler/inflight/transform/loop/splitloopaddresses"
)

func TestGolden(t *testing.T) { passtest.Golden(t, "split-loop-addresses") }
