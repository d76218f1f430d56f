package text_test

import (
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/ir/text"
)

// A byte order mark in front of a program is skipped. A second one is an error.
func TestByteOrderMark(t *testing.T) {
	for source, ok := range map[string]bool{"\ufefffunc.func @f() { return }": true,
		"\ufeff\ufefffunc.func @f() { return }": false} {
		_, diags := text.Parse(all.NewContext(), diag.NewFile("in.mlir", []byte(source)), text.Options{})
		if diags.HasErrors() == ok {
			t.Errorf("%q: %v", source, diags)
		}
	}
}
