package dialecttest

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/internal/golden"
	"github.com/inflight-compiler/inflight/internal/tools"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
)

// Syntax reads the program with which each of the archives begins that pattern names, and prints it as
// custom.mlir and generic.mlir. Each form must read as the program that the other one is. Every operation of
// the dialects has to be in a program.
func Syntax(t *testing.T, newContext func() *ir.Context, pattern string, dialects ...*ir.Dialect) {
	missing := map[string]bool{}
	for _, d := range dialects {
		for _, def := range d.Ops {
			missing[def.Name] = true
		}
	}
	golden.Txtar(t, pattern, func(t *testing.T, ar *txtar.Archive) {
		m := Parse(t, newContext(), string(ar.Files[0].Data))
		for op := range m.Walk() {
			delete(missing, op.Name())
		}
		bothForms(t, newContext, ar, m)
	})
	for name := range missing {
		t.Errorf("%s is in no program", name)
	}
}

func bothForms(t *testing.T, newContext func() *ir.Context, ar *txtar.Archive, m *ir.Op) {
	t.Helper()
	forms := map[string]text.PrintOptions{"custom.mlir": {}, "generic.mlir": {Generic: true}}
	for name, form := range forms {
		printed := text.String(m, form)
		golden.Set(ar, name, []byte(printed))
		again := Parse(t, newContext(), printed)
		for other, form := range forms {
			if got := text.String(again, form); got != text.String(m, form) {
				t.Errorf("%s prints as another %s:\n%s", name, other, got)
			}
		}
	}
}

// GenericIsMLIR has mlir-opt read each generic.mlir, if it is installed. It need not know the dialects.
func GenericIsMLIR(t *testing.T, pattern string) {
	tool := tools.Require(t, "mlir-opt")
	golden.Txtar(t, pattern, func(t *testing.T, ar *txtar.Archive) {
		cmd := tools.Command(t, tool, "--allow-unregistered-dialect", "-")
		cmd.Stdin = bytes.NewReader(golden.Get(t, ar, "generic.mlir"))
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%v\n%s", err, out)
		}
	})
}

// FuzzText holds that no text makes the reader, the verifier or the printer fail, and that a valid program
// prints in both forms as the same program. The seeds are the sections of the files that match a pattern.
func FuzzText(f *testing.F, newContext func() *ir.Context, pattern string) {
	files, err := filepath.Glob(pattern)
	if err != nil || len(files) == 0 {
		f.Fatal("no seeds", err)
	}
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		for _, part := range txtar.Parse(content).Files {
			f.Add(string(part.Data))
		}
	}
	read := func(src string) *ir.Op {
		m, _ := text.Parse(newContext(), diag.NewFile("fuzz.mlir", []byte(src)), text.Options{})
		if m == nil || len(ir.Verify(m)) > 0 {
			return nil
		}
		return m
	}
	f.Fuzz(func(t *testing.T, src string) {
		m := read(src)
		if m == nil {
			return
		}
		custom := text.String(m, text.PrintOptions{})
		for _, form := range []string{custom, text.String(m, text.PrintOptions{Generic: true})} {
			again := read(form)
			if again == nil {
				t.Fatalf("cannot be read:\n%s", form)
			}
			if got := text.String(again, text.PrintOptions{}); got != custom {
				t.Fatalf("%s\nis printed as\n%s", custom, got)
			}
		}
	})
}

// Refused checks the cases of a file, separated by lines "// -----". Each has one comment
// "// expected-error @+1 {{MESSAGE}}" above the line of the first error, which contains the message.
func Refused(t *testing.T, newContext func() *ir.Context, file string) {
	for i, src := range strings.Split(read(t, file), separator) {
		at := expectedError.FindStringSubmatchIndex(src)
		if at == nil {
			t.Fatalf("case %d has no line // expected-error @+1 {{...}}:\n%s", i, src)
		}
		want, line := src[at[2]:at[3]], strings.Count(src[:at[0]], "\n")+2
		if got := firstError(newContext(), src); got.line != line || !strings.Contains(got.message, want) {
			t.Errorf("case %d: line %d: %q\nwant line %d: %q", i, got.line, got.message, line, want)
		}
	}
}

var expectedError = regexp.MustCompile(`// expected-error @\+1 \{\{(.*)\}\}`)
