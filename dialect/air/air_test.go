package air_test

import (
	"testing"

	"github.com/inflight-compiler/inflight/dialect/air"
	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/dialect/internal/dialecttest"
	"github.com/inflight-compiler/inflight/ir"
)

// Both forms of every operation are fixed points, and read as the same program.
func TestSyntax(t *testing.T) {
	dialecttest.Syntax(t, all.NewContext, "testdata/*.txtar", air.Dialect)
}

func TestGenericFormIsMLIR(t *testing.T) { dialecttest.GenericIsMLIR(t, "testdata/*.txtar") }

// The short spelling of the type of tokens is the same type.
func TestShortTokenIsTheToken(t *testing.T) {
	m := dialecttest.Parse(t, all.NewContext(), `func.func private @f(!air.token, !air.async.token)`)
	types := m.Body().First().Attr("function_type").(*ir.TypeAttr).Type.(*ir.FunctionType).Inputs
	if types[0] != types[1] || !air.IsToken(types[0]) || ir.CompletionOf(types[0]) != ir.TokenCompletion {
		t.Errorf("%v and %v", types[0], types[1])
	}
}

// Nothing that moves data, and no wait, is pure; what starts after tokens says so.
func TestInterfaces(t *testing.T) {
	m := dialecttest.Parse(t, all.NewContext(), `air.channel @c []
func.func @f(%a: memref<8xi32>, %t: !air.async.token) {
  air.dma_memcpy_nd [%t] (%a[] [] [], %a[] [] []) : (memref<8xi32>, memref<8xi32>)
  %p = air.channel.put async [%t] @c[] (%a[] [] []) : (memref<8xi32>)
  air.channel.get [%t] @c[] (%a[] [] []) : (memref<8xi32>)
  %w = air.wait_all async [%t, %p]
  air.wait_all [%w]
  return
}`)
	n := 0
	for op := range m.Walk() {
		if op.Def().DialectName() != "air" || op.Is(air.Channel) {
			continue
		}
		n++
		if op.IsPure() || op.WouldBeTriviallyDead() || len(op.AsyncDependencies()) == 0 {
			t.Errorf("%s counts as pure, or as independent", op.Name())
		}
		if async := op.NumResults() > 0; op.IsAsync() != async || (op.AsyncToken() != nil) != async ||
			op.Awaits() == async {
			t.Errorf("%s: asynchronous %t, and waits %t", op.Name(), op.IsAsync(), op.Awaits())
		}
	}
	if n != 5 {
		t.Errorf("%d operations", n)
	}
}

// Each rule of the verifier refuses a program, with the line.
func TestRefused(t *testing.T) { dialecttest.Refused(t, all.NewContext, "testdata/refused.mlir") }

func TestEveryRuleHasAProgram(t *testing.T) { dialecttest.EveryRule(t, "testdata/refused.mlir") }
