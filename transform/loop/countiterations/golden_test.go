package countiterations_test

import (
	"testing"

	"github.com/inflight-compiler/inflight/internal/passtest"
	_ "github.com/inflight-compiler/inflight/transform/loop/countiterations"
)

func TestGolden(t *testing.T) { passtest.Golden(t, "count-iterations") }
