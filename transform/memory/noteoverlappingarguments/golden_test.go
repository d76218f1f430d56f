package noteoverlappingarguments_test

import (
	"testing"

	"github.com/inflight-compiler/inflight/internal/passtest"
	_ "github.com/inflight-compiler/inflight/transform/memory/noteoverlappingarguments"
)

func TestGolden(t *testing.T) { passtest.Golden(t, "note-overlapping-arguments") }
