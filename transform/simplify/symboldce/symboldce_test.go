package symboldce_test

import (
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/pass"
	"github.com/inflight-compiler/inflight/transform/simplify/symboldce"
)

// A symbol that only the type of a result or of an argument names lives.
func TestTypesReferToSymbols(t *testing.T) {
	m := passtest.Parse(t, `coro.layout @result [i32] {sym_visibility = "private"}
coro.layout @argument [i32] {sym_visibility = "private"}
coro.layout @nobody [i32] {sym_visibility = "private"}
func.func @f(%a: !coro.frame<@argument>) {
  %b = coro.create : <@result>
  coro.free %a : <@argument>
  coro.free %b : <@result>
  return
}`)
	p := &pass.Pipeline{Anchor: pass.AnyAnchor}
	p.Add(symboldce.Pass, nil)
	if err := (&pass.Manager{Pipeline: p}).Run(t.Context(), m).Err(); err != nil {
		t.Fatal(err)
	}
	text := passtest.Print(m)
	for name, lives := range map[string]bool{"result": true, "argument": true, "nobody": false} {
		if strings.Contains(text, "coro.layout @"+name+" ") != lives {
			t.Errorf("@%s lives is not %v:\n%s", name, lives, text)
		}
	}
}
