package air_test

import (
	"testing"

	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/dialect/internal/dialecttest"
)

// FuzzText holds that no text makes the reader, the verifier or the printer fail.
func FuzzText(f *testing.F) { dialecttest.FuzzText(f, all.NewContext, "testdata/*.txtar") }
