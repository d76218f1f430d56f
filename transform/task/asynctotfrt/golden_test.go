package asynctotfrt_test

import (
	"testing"

	"github.com/inflight-compiler/inflight/internal/passtest"
	_ "github.com/inflight-compiler/inflight/transform/task/asynctotfrt"
)

func TestGolden(t *testing.T) { passtest.Golden(t, "async-to-tfrt") }
