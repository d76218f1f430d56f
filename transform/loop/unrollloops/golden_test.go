package unrollloops_test

import (
	"testing"

	"github.com/inflight-compiler/inflight/internal/passtest"
	_ "github.com/inflight-compiler/inflight/transform/loop/unrollloops"
)

func TestGolden(t *testing.T) { passtest.Golden(t, "unroll-loops") }
