package text_test

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/inflight-compiler/inflight/ir/text"
)

// TestAgain prints every program of the corpus three times in one module: the templates that a printer keeps
// do not change the text of later operations.
func TestAgain(t *testing.T) {
	for _, file := range corpusFiles(t) {
		t.Run(filepath.Base(file), func(t *testing.T) {
			golden := read(t, file+".pretty")
			start := strings.Index("\n"+golden, "\nmodule")
			if start < 0 || strings.Contains(golden, "{-#") || strings.Contains(golden, "distinct[") ||
				strings.Contains(golden, "loc(") {
				t.Skip("not only the module itself")
			}
			aliases, module := golden[:start], strings.TrimSpace(golden[start:])
			c := newContext()
			once, thrice := parse(t, c, file, golden), parse(t, c, file, "module {\n  module {\n  }\n}")
			nested := "  " + strings.ReplaceAll(module, "\n", "\n  ") + "\n"
			for range 3 {
				thrice.Body().Append(once.Clone(nil))
			}
			var got bytes.Buffer
			if err := text.Print(&got, thrice, text.PrintOptions{}); err != nil {
				t.Fatal(err)
			}
			want := aliases + "module {\n  module {\n  }\n" + strings.Repeat(nested, 3) + "}\n"
			if got.String() != want {
				t.Error(cmp.Diff(want, got.String()))
			}
		})
	}
}
