package util_test

import (
	"testing"

	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/dialect/internal/dialecttest"
)

// Each rule of the verifier refuses a program, with the line. Both forms of every operation are tested with
// the dialect stream.
func TestRefused(t *testing.T) { dialecttest.Refused(t, all.NewContext, "testdata/refused.mlir") }

func TestEveryRuleHasAProgram(t *testing.T) { dialecttest.EveryRule(t, "testdata/refused.mlir") }
