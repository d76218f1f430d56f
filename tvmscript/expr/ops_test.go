package expr_test

import (
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/inflight-compiler/inflight/internal/golden"
)

// What expressions become, one per line of the files.
func TestOperations(t *testing.T) {
	golden.Txtar(t, "testdata/*.txtar", func(t *testing.T, ar *txtar.Archive) {
		var out strings.Builder
		for line := range strings.Lines(string(golden.Get(t, ar, "in"))) {
			source := strings.TrimSpace(line)
			ops, err := operations(t, source)
			if err != nil {
				t.Errorf("%s: %v", source, err)
			}
			out.WriteString("# " + source + "\n" + ops)
		}
		golden.Set(ar, "ops", []byte(out.String()))
	})
}
