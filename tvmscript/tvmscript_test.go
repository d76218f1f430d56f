package tvmscript_test

import (
	"path/filepath"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
	"github.com/inflight-compiler/inflight/tvmscript"
)

// parse reads a program that has no errors.
func parse(t *testing.T, name, src string) *ir.Op {
	t.Helper()
	module, diags := tvmscript.Parse(all.NewContext(), diag.NewFile(name, []byte(src)))
	if diags.HasErrors() {
		t.Fatalf("%v\n%s", diags, src)
	}
	return module
}

// moves are the programs of which the printed form has operations in other places: where a value is used
// rather than where it was bound, once per use, or not at all; and extents that are expressions come back as
// assertions.
var moves = map[string]bool{
	"values.txtar": true, "transfers.txtar": true, "shapes.txtar": true, "calls.txtar": true,
	"older_calls.txtar": true, "fixed_point.txtar": true, "predicates.txtar": true, "variables.txtar": true,
	"widths.txtar": true, "strides.txtar": true, "jumps.txtar": true,
}

// What was read, printed and read again is the same program; where something moves, what was printed is.
func TestParseOfString(t *testing.T) {
	paths, err := filepath.Glob("importer/testdata/golden/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no programs: %v", err)
	}
	for _, path := range paths {
		t.Run(filepath.Base(path), func(t *testing.T) {
			ar, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			module := parse(t, "in.py", string(ar.Files[0].Data))
			if moves[filepath.Base(path)] {
				module = again(t, module)
			}
			want, got := text.String(module, text.PrintOptions{}),
				text.String(again(t, module), text.PrintOptions{})
			if got != want {
				t.Errorf("the program\n%s\nbecomes\n%s", want, got)
			}
		})
	}
}

// again prints a module and reads it.
func again(t *testing.T, module *ir.Op) *ir.Op {
	t.Helper()
	printed, diags := tvmscript.String(module)
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	return parse(t, "printed.py", printed)
}

// Mistakes of Python and of TVMScript are errors of Parse; then there is no module.
func TestParseErrors(t *testing.T) {
	for _, src := range []string{"def f(:\n", "@T.prim_func\ndef f():\n    x = y\n", ""} {
		module, diags := tvmscript.Parse(all.NewContext(), diag.NewFile("bad.py", []byte(src)))
		if module != nil || !diags.HasErrors() {
			t.Errorf("%q is read as %v, %v", src, module, diags)
		}
	}
}
