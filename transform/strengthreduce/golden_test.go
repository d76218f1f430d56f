package strengthreduce_test

import (
	"testing"

	"github.com/inflight-compiler/inflight/internal/passtest"
	_ "github.com/inflight-compiler/inflight/transform/strengthreduce"
)

func TestGolden(t *testing.T) { passtest.Golden(t, "strength-reduce-addresses") }
