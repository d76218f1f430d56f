package asynctostream_test

import (
	"testing"

	"github.com/inflight-compiler/inflight/internal/passtest"
	_ "github.com/inflight-compiler/inflight/transform/import/streamtoasync"
	_ "github.com/inflight-compiler/inflight/transform/task/asynctostream"
)

func TestGolden(t *testing.T) { passtest.Golden(t, "async-to-stream") }
