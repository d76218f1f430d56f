package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/language"
)

// Each program of testdata/bad.txtar and, in TVMScript, testdata/bad_py.txtar is rejected with the code, the
// place and the message that its last line expects.
func TestBadPrograms(t *testing.T) {
	for _, c := range []struct{ archive, file, expect string }{
		{"testdata/bad.txtar", "in.mlir", "// expect: "},
		{"testdata/bad_py.txtar", "in.py", "# expect: "},
	} {
		archive, err := txtar.ParseFile(c.archive)
		if err != nil {
			t.Fatal(err)
		}
		for _, section := range archive.Files {
			t.Run(c.file+"/"+section.Name, func(t *testing.T) {
				source, expect, ok := bytes.Cut(section.Data, []byte(c.expect))
				if !ok {
					t.Fatal("the section expects nothing")
				}
				want := strings.Split(strings.TrimSpace(string(expect)), "|")
				first := rejected(t, c.file, source)
				pattern := "^" + c.file + regexp.QuoteMeta(want[0]) + ".*error: .*" + want[2] + `.*\[` +
					want[1] + `\]$`
				if !regexp.MustCompile(pattern).MatchString(first) {
					t.Errorf("got %q, want %s", first, pattern)
				}
			})
		}
	}
}

// rejected runs a wrong program and returns the first line of the message.
func rejected(t *testing.T, file string, source []byte) string {
	t.Helper()
	t.Chdir(t.TempDir())
	if err := os.WriteFile(file, source, 0o666); err != nil {
		t.Fatal(err)
	}
	var out, errs bytes.Buffer
	if status := run([]string{"run", file}, strings.NewReader(""), &out, &errs); status != exitError {
		t.Errorf("exit status %d, want %d", status, exitError)
	}
	if out.Len() > 0 {
		t.Errorf("something on stdout:\n%s", out.String())
	}
	first, _, _ := strings.Cut(errs.String(), "\n")
	return first
}

// Input that is no text, and input that nests very deeply, is rejected at once with a place.
func TestMonsters(t *testing.T) {
	random := make([]byte, 4096)
	r := rand.NewChaCha8([32]byte{77})
	if _, err := r.Read(random); err != nil {
		t.Fatal(err)
	}
	for name, source := range map[string]string{
		"random bytes":       string(random),
		"zero bytes":         strings.Repeat("\x00", 4096),
		"nested regions":     strings.Repeat("module {\n", 50000) + strings.Repeat("}\n", 50000),
		"nested types":       "func.func private @f() -> " + strings.Repeat("tuple<", 50000),
		"nested attributes":  "module attributes {a.b = " + strings.Repeat("[", 50000),
		"nested maps":        "#m = affine_map<(d0) -> (" + strings.Repeat("(", 50000),
		"nested locations":   "module {} loc(" + strings.Repeat("fused[", 50000),
		"an endless name":    "%" + strings.Repeat("x", 1<<20),
		"an endless string":  `module attributes {a.b = "` + strings.Repeat("x", 1<<20),
		"an endless comment": "//" + strings.Repeat("x", 1<<20) + "\nfoo",
	} {
		monster(t, "in.mlir", name, source)
	}
}

// TestPythonMonsters does the same as TestMonsters with TVMScript.
func TestPythonMonsters(t *testing.T) {
	random := make([]byte, 4096)
	r := rand.NewChaCha8([32]byte{78})
	if _, err := r.Read(random); err != nil {
		t.Fatal(err)
	}
	const head = "from tvm.script import tirx as T\n@T.prim_func(s_tir=True)\ndef f(A: T.Buffer((4,), " +
		"\"int32\")):\n"
	var loops strings.Builder
	loops.WriteString(head)
	for depth := range 2000 {
		loops.WriteString(strings.Repeat(" ", depth+1) + fmt.Sprintf("for i%d in range(2):\n", depth))
	}
	for name, source := range map[string]string{
		"random bytes":       string(random),
		"zero bytes":         strings.Repeat("\x00", 4096),
		"nested loops":       loops.String(),
		"nested parentheses": head + "    A[0] = " + strings.Repeat("(", 50000),
		"nested subscripts": head + "    A[0] = " + strings.Repeat("A[", 20000) + "0" +
			strings.Repeat("]", 20000),
		"nested lists":         "x = " + strings.Repeat("[", 50000),
		"a chain of operators": head + "    A[0] = 0" + strings.Repeat(" + A[0]", 50000),
		"a chain of negations": head + "    A[0] = " + strings.Repeat("-", 50000) + "A[0]",
		"an endless name":      strings.Repeat("x", 1<<20),
		"an endless string":    "x = '" + strings.Repeat("x", 1<<20),
		"an endless comment":   "#" + strings.Repeat("x", 1<<20) + "\n$",
		"an endless recursion": "def f(n):\n    return f(n + 1)\nx = f(0)\n" + head + "    A[0] = x\n",
		"a power of powers":    "x = 9**9**9**9\n" + head + "    A[0] = x\n",
		"a list without end":   "x = [0] * 10**12\n" + head + "    A[0] = x[0]\n",
		"a string without end": "x = 'x' * 10**12\n" + head + "    A[0] = len(x)\n",
		"doubling without end": "x = [0]\nfor i in range(60):\n    x = x + x\n" + head + "    A[0] = x[0]\n",
		"an unrolled enormity": head +
			"    for i in [0] * 1000:\n        for j in [0] * 1000:\n            for k in [0] * 1000:\n    " +
			"            A[0] = 1\n",
		"a dtype without end": head + "    A[0] = T.Cast(\"int" + strings.Repeat("9", 100000) + "\", 0)\n",
		"lanes without end": "from tvm.script import tirx as T\n@T.prim_func(s_tir=True)\ndef f(A: " +
			"T.Buffer((4,), \"int32x999999999999\")):\n    A[0] = 1\n",
		"a shape without end": "from tvm.script import tirx as T\n@T.prim_func(s_tir=True)\ndef f(A: " +
			"T.Buffer((2**62, 2**62), \"int32\")):\n    A[0, 0] = 1\n",
		"a tower of conditions": head + "    A[0] = " + strings.Repeat("1 if A[0] == 0 else ", 20000) + "0\n",
	} {
		monster(t, "in.py", name, source)
	}
}

func monster(t *testing.T, file, name, source string) {
	t.Run(name, func(t *testing.T) {
		first := rejected(t, file, []byte(source))
		if !regexp.MustCompile(`^` + file + `:\d+:\d+: error: .* \[[a-z-]+\]$`).MatchString(first) {
			t.Errorf("got %q", first)
		}
	})
}

// An example in which any byte is changed, or which is cut at any byte, gives a diagnostic at worst.
func TestMutilatedExamples(t *testing.T) {
	var files []string
	for _, pattern := range []string{"../../examples/rfc77/*.mlir", "../../examples/tvm/*.py"} {
		found, err := filepath.Glob(pattern)
		if err != nil || len(found) == 0 {
			t.Fatal(found, err)
		}
		files = append(files, found...)
	}
	r := rand.New(rand.NewPCG(1, 77))
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		format := language.Of(diag.UnloadedFile(file)).String()
		for range 20 {
			mutilated := bytes.Clone(content)
			at := r.IntN(len(mutilated))
			if r.IntN(2) == 0 {
				mutilated = mutilated[:at]
			} else {
				mutilated[at] = byte(r.IntN(256))
			}
			var out, errs bytes.Buffer
			status := run([]string{"check", "--input-format", format, "-"}, bytes.NewReader(mutilated), &out,
				&errs)
			if status != exitOK && status != exitError || strings.Contains(errs.String(), "internal") {
				t.Errorf("%s, %s: status %d\n%s", file, fmt.Sprintf("byte %d", at), status, errs.String())
			}
		}
	}
}

// A panic becomes a diagnostic that asks for a report.
func TestPanic(t *testing.T) {
	err := guarded(func() error { panic("broken") })
	list := diag.FromError(err)
	if len(list) != 1 || list[0].Code == "" || !strings.Contains(err.Error(), "broken") {
		t.Errorf("got %v", err)
	}
}
