package overlappingarguments_test

import (
	"testing"

	"github.com/inflight-compiler/inflight/internal/passtest"
	_ "github.com/inflight-compiler/inflight/transform/overlappingarguments"
)

func TestGolden(t *testing.T) { passtest.Golden(t, "note-overlapping-arguments") }
