package ir_test

import (
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
)

// A renamed symbol's references get its new name, wherever in an attribute they stand, also if two symbols
// exchange their names. A symbol of the same name in a nested table, and references to that symbol, stay
// unchanged.
func TestRenameSymbols(t *testing.T) {
	const source = `module {
  func.func private @f() attributes {a.list = [@f, [@g], {inner = @g}, "f"]}
  func.func @g() {
    call @f() : () -> ()
    call @g() : () -> ()
    return
  }
  module @inner attributes {a.ref = @g} {
    func.func private @f() attributes {a.both = [@f, @k]}
  }
  func.func private @k()
}
`
	const want = `module {
  func.func private @g() attributes {a.list = [@g, [@f], {inner = @f}, "f"]}
  func.func @f() {
    call @g() : () -> ()
    call @f() : () -> ()
    return
  }
  module @inner attributes {a.ref = @f} {
    func.func private @f() attributes {a.both = [@f, @h]}
  }
  func.func private @h()
}
`
	m, diags := text.Parse(all.NewContext(), diag.NewFile("in.mlir", []byte(source)), text.Options{})
	if diags.HasErrors() {
		t.Fatal(diags.Err())
	}
	ir.RenameSymbols(m, map[string]string{"f": "g", "g": "f", "k": "h"})
	if got := string(text.Append(nil, m, text.PrintOptions{})); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if diags := ir.Verify(m); diags.HasErrors() {
		t.Error(diags.Err())
	}
}
