package findfifostalls_test

import (
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/inflight-compiler/inflight/internal/golden"
	"github.com/inflight-compiler/inflight/internal/passtest"
	_ "github.com/inflight-compiler/inflight/transform/sync/findfifostalls"
)

// find returns what the pass says of a program: places, messages and notes.
func find(t *testing.T, source string) string {
	t.Helper()
	_, diags := passtest.Run(t, "builtin.module(find-fifo-stalls)", source)
	return passtest.Said(diags)
}

// Of the right programs the pass says nothing, and of each wrong one what the golden has.
func TestStalls(t *testing.T) {
	golden.Txtar(t, "testdata/*.txtar", func(t *testing.T, ar *txtar.Archive) {
		wrong := strings.HasSuffix(t.Name(), "wrong")
		var out []string
		for i, source := range strings.Split(string(golden.Get(t, ar, "input.mlir")), "// -----\n") {
			said := find(t, source)
			if wrong != (said != "") {
				t.Errorf("program %d: %s\n%s", i, said, source)
			}
			out = append(out, said)
		}
		golden.Set(ar, "messages", []byte(strings.Join(out, "// -----\n")))
	})
}
