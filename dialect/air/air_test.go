package air_test

import (
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/air"
	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/internal/golden"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
)

func parse(t *testing.T, src []byte) *ir.Op {
	t.Helper()
	m, errs := text.Parse(all.NewContext(), diag.NewFile("input.mlir", src), text.Options{})
	if m == nil {
		t.Fatal(errs)
	}
	if errs := ir.Verify(m); len(errs) > 0 {
		t.Fatal(errs)
	}
	return m
}

// Both forms are fixed points, each is what the other one prints as, and every operation of the dialect is in
// them.
func TestSyntax(t *testing.T) {
	golden.Txtar(t, "testdata/*.txtar", func(t *testing.T, ar *txtar.Archive) {
		m := parse(t, golden.Get(t, ar, "input.mlir"))
		forms := map[string]text.PrintOptions{"custom.mlir": {}, "generic.mlir": {Generic: true}}
		for name, opts := range forms {
			printed := text.String(m, opts)
			golden.Set(ar, name, []byte(printed))
			for other, again := range forms {
				if got := text.String(parse(t, []byte(printed)), again); got != text.String(m, again) {
					t.Errorf("%s does not print as %s:\n%s", name, other, got)
				}
			}
		}
		missing := map[*ir.OpDef]bool{}
		for _, def := range air.Dialect.Ops {
			missing[def] = true
		}
		for op := range m.Walk() {
			delete(missing, op.Def())
		}
		for def := range missing {
			t.Errorf("no %s", def.Name)
		}
	})
}

// The short spelling of the type of tokens is the same type.
func TestShortTokenIsTheToken(t *testing.T) {
	m := parse(t, []byte(`func.func private @f(!air.token, !air.async.token)`))
	types := m.Body().First().Attr("function_type").(*ir.TypeAttr).Type.(*ir.FunctionType).Inputs
	if types[0] != types[1] || !air.IsToken(types[0]) || ir.CompletionOf(types[0]) != ir.TokenCompletion {
		t.Errorf("%v and %v", types[0], types[1])
	}
}

// Nothing that moves data, and no wait, is pure; what starts after tokens says so.
func TestInterfaces(t *testing.T) {
	m := parse(t, []byte(`air.channel @c []
func.func @f(%a: memref<8xi32>, %t: !air.async.token) {
  air.dma_memcpy_nd [%t] (%a[] [] [], %a[] [] []) : (memref<8xi32>, memref<8xi32>)
  %p = air.channel.put async [%t] @c[] (%a[] [] []) : (memref<8xi32>)
  air.channel.get [%t] @c[] (%a[] [] []) : (memref<8xi32>)
  %w = air.wait_all async [%t, %p]
  air.wait_all [%w]
  return
}`))
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
