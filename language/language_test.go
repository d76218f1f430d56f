package language_test

import (
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/language"
)

// The name of a file determines its language; otherwise the first line that shows a language does.
func TestOf(t *testing.T) {
	const python = "import tvm\n"
	for _, c := range []struct {
		name, content string
		want          language.Language
	}{
		{"a.mlir", python, language.MLIR},
		{"a.py", "module {}", language.TVMScript},
		{"A.PY", "", language.TVMScript},
		{"<stdin>", "", language.MLIR},
		{"<stdin>", python, language.TVMScript},
		{"<stdin>", "\xef\xbb\xbf" + python, language.TVMScript},
		{"<stdin>", "\n\n  \nfrom tvm.script import tirx as T", language.TVMScript},
		{"<stdin>", "# a comment", language.TVMScript},
		{"<stdin>", "#!/usr/bin/env python3", language.TVMScript},
		{"<stdin>", "@T.prim_func\n", language.TVMScript},
		{"<stdin>", "def f(): pass", language.TVMScript},
		{"<stdin>", "class Module:", language.TVMScript},
		{"<stdin>", "N = 16", language.TVMScript},
		{"<stdin>", "M, N = 16, 32", language.TVMScript},
		{"<stdin>", "N: int = 16", language.TVMScript},
		{"<stdin>", `"""What this is."""`, language.TVMScript},
		{"<stdin>", "#map = affine_map<(d0) -> (d0)>\nfunc.func @f() {", language.MLIR},
		{"<stdin>", "#map = 3\n\nimport tvm", language.TVMScript},
		{"<stdin>", "#a = #dlti.dl_spec<\n  \"x\" = 3,\n  y = 4\n>\nfunc.func @f() {", language.MLIR},
		{"<stdin>",
			"#s = affine_set<(d0)\n  : (d0 >= 0,\nd0 - 1 <= 3)>\n#m = affine_map<\n(d0) ->\n(d0)>\nmodule {",
			language.MLIR},
		{"<stdin>", "#l = loc(\n\"name>)\\\"\" // as f(\n  (unknown))\nmodule {", language.MLIR},
		{"<stdin>", "#a =\n  [\nx = 1]\n", language.MLIR},
		{"<stdin>", "#a\n  = [\nx = 1\n]\n#b = 1\nmodule", language.MLIR},
		{"<stdin>", "#a = f(\n#  b=3)\nimport tvm", language.TVMScript},
		{"<stdin>", "#a = f(\nimport tvm\nN = 4", language.TVMScript},
		{"<stdin>", "#a = b > c (see below\nN = (4)", language.TVMScript},
		{"<stdin>", "!t = i32\n", language.MLIR},
		{"<stdin>", "// a comment", language.MLIR},
		{"<stdin>", "module {", language.MLIR},
		{"<stdin>", "module attributes {a.b = 1} {", language.MLIR},
		{"<stdin>", `"builtin.module"() ({`, language.MLIR},
		{"<stdin>", "func.func @f() attributes {a = 1} {", language.MLIR},
		{"<stdin>", "%0 = arith.constant 1 : i32", language.MLIR},
		{"noext", "{-#\n", language.MLIR},
	} {
		if got := language.Of(diag.NewFile(c.name, []byte(c.content))); got != c.want {
			t.Errorf("%s, %q: got %v, want %v", c.name, c.content, got, c.want)
		}
	}
}

func TestFlag(t *testing.T) {
	var l language.Language
	for _, want := range []language.Language{language.MLIR, language.TVMScript} {
		if err := l.Set(want.String()); err != nil || l != want {
			t.Errorf("%v: got %v, %v", want, l, err)
		}
		if want.Other() == want || want.Other().Other() != want {
			t.Errorf("%v is translated into %v", want, want.Other())
		}
	}
	if err := l.Set("python"); err == nil || l != language.TVMScript {
		t.Errorf("got %v, %v", l, err)
	}
}

const copies = `
from tvm.script import tirx as T

@T.prim_func(s_tir=True)
def copies(A: T.Buffer((4,), "float32"), B: T.Buffer((4,), "float32")):
    for i in range(4):
        B[i] = A[i]
`

// A program can be translated from one language to the other and back.
func TestBothWays(t *testing.T) {
	first := parse(t, "copies.py", copies)
	mlir := write(t, language.MLIR, first)
	if !strings.Contains(mlir, "scf.for") {
		t.Errorf("got\n%s", mlir)
	}
	script := write(t, language.TVMScript, parse(t, "copies.mlir", mlir))
	if !strings.Contains(script, "for i in range(4):") {
		t.Errorf("got\n%s", script)
	}
	if again := write(t, language.MLIR, parse(t, "again.py", script)); again != mlir {
		t.Errorf("got\n%s\nwant\n%s", again, mlir)
	}
}

func parse(t *testing.T, name, content string) *ir.Op {
	t.Helper()
	m, diags := language.Unknown.Parse(all.NewContext(), diag.NewFile(name, []byte(content)))
	if len(diags) > 0 {
		t.Fatal(diags)
	}
	return m
}

func write(t *testing.T, l language.Language, m *ir.Op) string {
	t.Helper()
	out, diags := l.Append(nil, m)
	if len(diags) > 0 {
		t.Fatal(diags)
	}
	return string(out)
}

// The error for a file in another language than its name says explains that.
func TestMistakenLanguage(t *testing.T) {
	for name, c := range map[string]struct{ content, want string }{
		"a.py":    {"func.func @f() {\n}", "looks like MLIR"},
		"b.py":    {"module {\n}", "looks like MLIR"},
		"c.py":    {"// a comment\nmodule {\n}", "looks like MLIR"},
		"d.py":    {"print('no kernel')", ""},
		"e.py":    {"from tvm.script import tirx as T\n)", ""},
		"a.mlir":  {"from tvm.script import tirx as T", "looks like TVMScript"},
		"b.mlir":  {"func.func @f() {", ""},
		"c.mlir":  {"#a = [\nx = 1,\n2]\nfunc.func @f() {", ""},
		"<stdin>": {"hello", ""},
	} {
		_, diags := language.Unknown.Parse(all.NewContext(), diag.NewFile(name, []byte(c.content)))
		if !diags.HasErrors() {
			t.Errorf("%s: no error", name)
		} else if got := diags[0].Suggestion; strings.Contains(got, "looks like") != (c.want != "") ||
			!strings.Contains(got, c.want) {
			t.Errorf("%s: got %q, want %q", name, got, c.want)
		}
	}
}

// A program that cannot be written leaves the buffer unchanged.
func TestNotExpressible(t *testing.T) {
	m := parse(t, "in.mlir", "func.func @f(%x: i64) -> i64 {\n  cf.br ^a\n^a:\n  cf.br ^a\n}")
	out, diags := language.TVMScript.Append([]byte("before"), m)
	if string(out) != "before" || !diags.HasErrors() || !diags[0].Span.IsKnown() {
		t.Errorf("got %q, %v", out, diags)
	}
}

// Files that hold kernels as machine code are known by their first bytes, whatever their names are, and the
// help says how to get at the PTX.
func TestKernelsInBinaries(t *testing.T) {
	elf := "\x7fELF\x02\x01\x01" + strings.Repeat("\x00", 9) + "\x03\x00"
	for _, c := range []struct{ name, content, want, help string }{
		{"a.bin", "\x50\xed\x55\xba\x01\x00", "a file of kernels for NVIDIA's GPUs (fatbin)",
			"cuobjdump -ptx a.bin | sed -n '/^\\.version/,$p' > a.ptx && inflight check a.ptx"},
		{"<stdin>", elf + "\xbe\x00", "machine code for NVIDIA's GPUs (cubin)", "nvcc --keep"},
		{"k.cubin", "data", "machine code for NVIDIA's GPUs (cubin)", "nvcc --keep"},
		{"lib.so", elf + "\x3e\x00 .text\x00.nv_fatbin\x00",
			"an executable or a library with kernels for NVIDIA's GPUs",
			"cuobjdump -ptx lib.so"},
		{"a.out", elf + "\x3e\x00 ... \x50\xed\x55\xba",
			"an executable or a library with kernels for NVIDIA's GPUs",
			"cuobjdump -ptx a.out"},
		{"lib.so", elf + "\x3e\x00 .text\x00", "an executable or an object file", "cuobjdump -ptx lib.so"},
	} {
		file := diag.NewFile(c.name, []byte(c.content))
		_, list := language.Of(file).Parse(ir.NewContext(), file)
		if len(list) != 1 || list[0].Message != "this is "+c.want+", which is not read as a program" ||
			!strings.Contains(list[0].Suggestion, c.help) {
			t.Errorf("%s: %v", c.name, list)
		}
	}
}
