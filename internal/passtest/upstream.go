package passtest

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/inflight-compiler/inflight/internal/golden"
	"github.com/inflight-compiler/inflight/internal/tools"
)

// Upstream runs a pass that mlir-opt has as well, which may stand in func.func(...), on the program in.mlir
// of every file of testdata, once for each line of the section options if there is one, and compares what it
// made, in out.mlir or "out OPTIONS.mlir", with the golden, and, where mlir-opt is installed, with what that
// makes.
func Upstream(t *testing.T, name string) {
	golden.Txtar(t, "testdata/*.txtar", func(t *testing.T, ar *txtar.Archive) {
		source := string(golden.Get(t, ar, "in.mlir"))
		lines := []string{""}
		if golden.Has(ar, "options") {
			lines = strings.Split(strings.TrimSuffix(string(golden.Get(t, ar, "options")), "\n"), "\n")
		}
		for _, options := range lines {
			pass := strings.TrimRight(name, ")")
			pipeline := "builtin.module(" + pass + "{" + options + "}" + name[len(pass):] + ")"
			made := Print(Transform(t, Parse(t, source), pipeline))
			golden.Set(ar, strings.TrimSpace("out "+options)+".mlir", []byte(made+"\n"))
			t.Run("mlir-opt "+options, func(t *testing.T) {
				cmd := tools.Command(t, tools.Require(t, "mlir-opt"), "--pass-pipeline="+pipeline)
				cmd.Stdin = strings.NewReader(source)
				out, err := cmd.Output()
				if err != nil {
					t.Fatal(err)
				}
				if d := cmp.Diff(strings.TrimSpace(string(out)), strings.TrimSpace(made)); d != "" {
					t.Errorf("mlir-opt (-) and inflight (+) differ:\n%s", d)
				}
			})
		}
	})
}
