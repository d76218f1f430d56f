package schedulestream_test

import (
	"testing"

	"github.com/inflight-compiler/inflight/internal/passtest"
	_ "github.com/inflight-compiler/inflight/transform/sync/schedulestream"
)

func TestGolden(t *testing.T) { passtest.Golden(t, "schedule-stream") }
