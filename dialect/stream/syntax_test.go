package stream_test

import (
	"testing"

	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/dialect/hal"
	"github.com/inflight-compiler/inflight/dialect/internal/dialecttest"
	"github.com/inflight-compiler/inflight/dialect/stream"
	"github.com/inflight-compiler/inflight/dialect/util"
)

// Both forms of every operation are fixed points, and read as the same program.
func TestSyntax(t *testing.T) {
	dialecttest.Syntax(t, all.NewContext, "testdata/*.txtar", stream.Dialect, util.Dialect, hal.Dialect)
}

func TestGenericFormIsMLIR(t *testing.T) { dialecttest.GenericIsMLIR(t, "testdata/*.txtar") }

// Every rule of the verifiers of stream, util and hal, and of their syntax, has a program that breaks it.
func TestRefused(t *testing.T) { dialecttest.Refused(t, all.NewContext, "testdata/refused.mlir") }

func TestEveryRuleHasAProgram(t *testing.T) { dialecttest.EveryRule(t, "testdata/refused.mlir") }
