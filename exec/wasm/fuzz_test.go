package wasm

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/internal/race"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
	"github.com/inflight-compiler/inflight/target/wasm"
)

// validates compiles the functions of a program, as they are and lowered, and reports code that the
// WebAssembly runtime rejects. A function that cannot be compiled must give a diagnostic with a code and a
// place. It returns the number of compiled functions.
func validates(t *testing.T, name string, source []byte) (compiled int) {
	m, diags := text.Parse(all.NewContext(), diag.NewFile(name, source), text.Options{})
	if diags.HasErrors() || ir.Verify(m).HasErrors() {
		return 0
	}
	for i := range functions(m) {
		for _, lowered := range []bool{false, true} {
			m := m.Clone(nil)
			for j, fn := range functions(m) {
				if j != i {
					fn.Erase()
				}
			}
			valid := !ir.Verify(m).HasErrors() // the function may have called one that was removed
			if lowered && wasm.Lower(t.Context(), m, true) != nil {
				continue
			}
			if diags := ir.Verify(m); valid && diags.HasErrors() {
				t.Errorf("%s: the passes leave a module that is wrong: %v", name, diags)
			}
			if validatesModule(t, name, m) {
				compiled++
			}
		}
	}
	return compiled
}

func functions(m *ir.Op) []*ir.Op {
	var all []*ir.Op
	for op := range m.Body().Ops() {
		if op.Name() == "func.func" {
			all = append(all, op)
		}
	}
	return all
}

func validatesModule(t *testing.T, name string, m *ir.Op) bool {
	return validatesCode(t, name, m, wasm.Options{}) &&
		validatesCode(t, name+" with tasks", m, wasm.Options{Tasks: true})
}

func validatesCode(t *testing.T, name string, m *ir.Op, o wasm.Options) bool {
	code, diags := wasm.Write(m, o)
	if diags.HasErrors() {
		for _, d := range diags {
			if d.Code == "" || !d.Span.IsKnown() {
				t.Errorf("%s: no code or no place: %v", name, d)
			}
		}
		return false
	}
	r, err := machine()
	if err != nil {
		t.Fatal(err)
	}
	c, err := r.CompileModule(t.Context(), code.Bytes)
	if err != nil {
		t.Errorf("%s: %v", name, err)
		return true
	}
	_ = c.Close(t.Context())
	return true
}

// corpus returns programs of all dialects.
func corpus(t testing.TB) []string {
	var files []string
	for _, pattern := range []string{"../../ir/text/testdata/corpus/*.mlir", "../../examples/*/*.mlir",
		"../../opt/testdata/mlir/*.mlir"} {
		found, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, found...)
	}
	return files
}

// Every program is compiled to valid code, or a diagnostic gives the reason why not.
func TestCorpus(t *testing.T) {
	race.Skip(t, "FuzzCompile shows it some of these programs")
	compiled := 0
	for _, file := range corpus(t) {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		compiled += validates(t, filepath.Base(file), content)
	}
	if compiled < 400 {
		t.Errorf("only %d functions were compiled", compiled)
	}
}

// Mutated programs are compiled to valid code, too, or a diagnostic gives the reason why not. TestCorpus has
// the original ones.
func FuzzCompile(f *testing.F) {
	for i, file := range corpus(f) {
		if content, err := os.ReadFile(file); err == nil && i%20 == 0 {
			f.Add(content)
		}
	}
	for _, name := range []string{"arith.divsi", "arith.shli", "arith.maxnumf", "math.fma"} {
		op := allOperations()[name]
		f.Add([]byte(op.function(op.types[0])))
	}
	f.Fuzz(func(t *testing.T, source []byte) { validates(t, "fuzz.mlir", source) })
}
