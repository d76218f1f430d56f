package exactarith_test

import (
	"testing"

	"github.com/inflight-compiler/inflight/internal/passtest"
	_ "github.com/inflight-compiler/inflight/transform/lower/exactarith"
)

func TestGolden(t *testing.T) { passtest.Golden(t, "exact-arith") }
