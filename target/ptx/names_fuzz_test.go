package ptx_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/ir/text"
	language "github.com/inflight-compiler/inflight/ptx"
	"github.com/inflight-compiler/inflight/target/ptx"
)

// quoted returns a string as MLIR writes it, each byte by its number.
func quoted(s string) string {
	var b strings.Builder
	for i := range len(s) {
		fmt.Fprintf(&b, `\%02X`, s[i])
	}
	return `"` + b.String() + `"`
}

const namedKernels = `gpu.module @kernels {
  memref.global "private" @%[3]s : memref<4xf32, 3>
  gpu.func @%[1]s(%%A: memref<4xf32>, %%f: f32) kernel {
    %%c0 = arith.constant 0 : index
    %%S = memref.get_global @%[3]s : memref<4xf32, 3>
    memref.store %%f, %%S[%%c0] : memref<4xf32, 3>
    gpu.barrier
    %%x = memref.load %%S[%%c0] : memref<4xf32, 3>
    %%y = func.call @%[4]s(%%x) : (f32) -> f32
    memref.store %%y, %%A[%%c0] : memref<4xf32>
    gpu.return
  }
  gpu.func @%[2]s(%%A: memref<4xf32>) kernel { gpu.return }
  func.func @%[4]s(%%x: f32) -> f32 attributes {no_inline} {
    %%y = arith.addf %%x, %%x : f32
    return %%y : f32
  }
}
`

// Kernels, functions, buffers and files of any names make PTX that can be parsed, in which each has a name of
// its own. The description says of each kernel which one of the program it is. What is no identifier gets its
// name by its place: a symbol that is one keeps it, whatever the others are called.
func FuzzNames(f *testing.F) {
	f.Add("a.b", "a_b", "a b", "a_b_", "k.mlir")
	f.Add("x\n}{ .visible .entry pwn() { ret; }", "*/ x /*", "$", "_", "a\"\n.file 2 \"b")
	f.Add("$L0_1", "retval", "k_param_0", "__local_depot0", "\x1b[2J")
	f.Add("\x00", "\u202e\u009b", "9", "WARP_SZ", `\`)
	f.Add("a\u2028b", "\xff\x9b", "\u0661", "param0", "\u00e4\u202e")
	f.Fuzz(func(t *testing.T, a, b, buffer, function, file string) {
		names := map[string]bool{a: true, b: true, buffer: true, function: true}
		if len(names) < 4 || names[""] {
			t.Skip()
		}
		source := fmt.Sprintf(namedKernels, quoted(a), quoted(b), quoted(buffer), quoted(function))
		module, diags := text.Parse(all.NewContext(), diag.NewFile(file, []byte(source)), text.Options{})
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		code, err := ptx.Compile(t.Context(), module, ptx.Options{Lines: true})
		if err != nil {
			t.Fatal(err)
		}
		checkPTX(t, code.Text)
		checkDescription(t, code, []string{a, b})
	})
}

// checkPTX checks that a text can be parsed, and that it has two kernels and a function, which are not one.
func checkPTX(t *testing.T, code string) {
	t.Helper()
	module, err := language.Parse(diag.NewFile("k.ptx", []byte(code)))
	if err != nil {
		t.Fatalf("%v\n%s", err, code)
	}
	seen := map[string]bool{}
	for _, fn := range module.Functions() {
		seen[fn.Name] = true
	}
	for _, v := range module.Variables() {
		seen[v.Name] = true
	}
	if len(module.Kernels()) != 2 || len(seen) != 4 {
		t.Errorf("there are %d kernels, and the names %v, in\n%s", len(module.Kernels()), seen, code)
	}
	if i := strings.IndexFunc(code, func(r rune) bool {
		return r != '\n' && r != '\t' && (r < ' ' || r > '~')
	}); i >= 0 {
		t.Errorf("the text has the byte %#x in\n%s", code[i], code)
	}
}

// checkDescription checks the JSON beside the text.
func checkDescription(t *testing.T, code *ptx.Kernels, symbols []string) {
	t.Helper()
	var described struct {
		Kernels []struct{ Name, Symbol string }
	}
	if err := json.Unmarshal(code.Metadata, &described); err != nil ||
		len(described.Kernels) != len(symbols) {
		t.Fatalf("%v: %s", err, code.Metadata)
	}
	if bytes.ContainsFunc(code.Metadata, func(r rune) bool { return r != '\n' && !unicode.IsPrint(r) }) {
		t.Errorf("not printable: %q", code.Metadata)
	}
	for i, k := range described.Kernels {
		if utf8.ValidString(symbols[i]) && k.Symbol != symbols[i] {
			t.Errorf("kernel %d is called %q, not %q", i, k.Symbol, symbols[i])
		}
		if !strings.Contains(code.Text, ".entry "+k.Name+"(") {
			t.Errorf("there is no kernel %q in\n%s", k.Name, code.Text)
		}
	}
}

// The order in which symbols are used does not matter for their names.
func TestNamesByDefinition(t *testing.T) {
	source := fmt.Sprintf(namedKernels, `"z z"`, `"a_a"`, `"z.z"`, `"a a"`)
	code, err := ptx.Compile(t.Context(), passtest.Parse(t, source), ptx.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{".entry z_z_(", ".entry a_a(",
		".func (.param .b32 retval) a_a_(\n\t.param .b32 a_a__param_0\n);", "z_z["} {
		if !strings.Contains(code.Text, want) {
			t.Errorf("there is no %s in\n%s", want, code.Text)
		}
	}
}
