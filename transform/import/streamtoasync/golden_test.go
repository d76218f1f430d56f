package streamtoasync_test

import (
	"testing"

	"github.com/inflight-compiler/inflight/internal/passtest"
	_ "github.com/inflight-compiler/inflight/transform/import/streamtoasync"
)

func TestGolden(t *testing.T) { passtest.Golden(t, "stream-to-async") }
