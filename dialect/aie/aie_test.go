package aie_test

import (
	"testing"

	"github.com/inflight-compiler/inflight/dialect/aie"
	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/dialect/internal/dialecttest"
)

// Both forms of every operation are fixed points, and read as the same program.
func TestSyntax(t *testing.T) {
	dialecttest.Syntax(t, all.NewContext, "testdata/*.txtar", aie.Dialect)
}

func TestGenericFormIsMLIR(t *testing.T) { dialecttest.GenericIsMLIR(t, "testdata/*.txtar") }

// Each rule of the verifier refuses a program, with the line.
func TestRefused(t *testing.T) { dialecttest.Refused(t, all.NewContext, "testdata/refused.mlir") }

func TestEveryRuleHasAProgram(t *testing.T) { dialecttest.EveryRule(t, "testdata/refused.mlir") }
