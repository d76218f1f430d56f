package gpuasyncregion_test

import (
	"testing"

	"github.com/inflight-compiler/inflight/internal/passtest"
	_ "github.com/inflight-compiler/inflight/transform/all"
)

func TestGolden(t *testing.T) { passtest.Golden(t, "gpu-async-region") }
