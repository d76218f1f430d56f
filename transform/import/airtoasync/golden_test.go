package airtoasync_test

import (
	"testing"

	"github.com/inflight-compiler/inflight/internal/passtest"
)

func TestGolden(t *testing.T) { passtest.Golden(t, "air-to-async") }
