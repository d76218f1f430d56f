package asyncruntimerefcounting_test

import (
	"testing"

	"github.com/inflight-compiler/inflight/internal/passtest"
)

// The programs are those on which mlir-opt fails, or is wrong; docs/async.md lists the reasons.
func TestGolden(t *testing.T) {
	passtest.GoldenIn(t, "testdata/liveness",
		"async-func-to-async-runtime,async-to-async-runtime,async-runtime-ref-counting")
}

func TestGoldenPairs(t *testing.T) {
	passtest.GoldenIn(t, "testdata/pairs", "async-runtime-ref-counting-opt")
}
