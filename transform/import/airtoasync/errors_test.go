package airtoasync_test

import (
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/internal/golden"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"golang.org/x/tools/txtar"
)

const separator = "// -----\n"

// Every program of the cases is refused, with the messages in the golden: they have the lines of the program,
// and the tiles.
func TestRefused(t *testing.T) {
	golden.Txtar(t, "testdata/refused/*.txtar", func(t *testing.T, ar *txtar.Archive) {
		var out []string
		for i, source := range strings.Split(string(golden.Get(t, ar, "input.mlir")), separator) {
			_, diags := passtest.Run(t, "builtin.module(air-to-async)", source)
			if !diags.HasErrors() {
				t.Errorf("program %d is accepted:\n%s", i, source)
			}
			out = append(out, passtest.Said(diags))
		}
		golden.Set(ar, "messages", []byte(strings.Join(out, separator)))
	})
}
