package strengthreduceaddresses_test

import (
	"testing"

	"github.com/inflight-compiler/inflight/internal/passtest"
	_ "github.com/inflight-compiler/inflight/transform/loop/strengthreduceaddresses"
)

func TestGolden(t *testing.T) { passtest.Golden(t, "strength-reduce-addresses") }
