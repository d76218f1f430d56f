package wasm

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/internal/tools"
)

// node runs a function of a program under node, as examples/wasm/run.mjs does, and returns what it prints.
func node(t *testing.T, source string, args ...string) (string, error) {
	t.Helper()
	program := tools.Require(t, "node")
	code, err := Build(t.Context(), passtest.Parse(t, source), "")
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "f.wasm")
	if err := os.WriteFile(file, code, 0o644); err != nil {
		t.Fatal(err)
	}
	out, err := exec.CommandContext(t.Context(), program,
		append([]string{"../../examples/wasm/run.mjs", file}, args...)...).CombinedOutput()
	return strings.TrimSpace(string(out)), err
}

// A module that was built runs under node: memory of any layout goes in and comes out, and where it stops is
// said.
func TestNode(t *testing.T) {
	saxpy, err := os.ReadFile("../../examples/wasm/saxpy.mlir")
	if err != nil {
		t.Fatal(err)
	}
	const view = `func.func @f(%x: memref<?x4xi32, strided<[?, 1], offset: ?>>, %h: f64, %n: i8) -> (memref<?x2xi32, strided<[?, 1], offset: ?>>, f64, i8) {
  %c0 = arith.constant 0 : index
  %r = memref.dim %x, %c0 : memref<?x4xi32, strided<[?, 1], offset: ?>>
  %v = memref.subview %x[0, 1] [%r, 2] [1, 1] : memref<?x4xi32, strided<[?, 1], offset: ?>> to memref<?x2xi32, strided<[?, 1], offset: ?>>
  %e = math.exp %h : f64
  return %v, %e, %n : memref<?x2xi32, strided<[?, 1], offset: ?>>, f64, i8
}`
	for _, c := range []struct{ source, args, want string }{
		{string(saxpy), "saxpy 2 5 5", "x = 0 1 2 3 4\ny = 0 3 6 9 12\nresult = 30"},
		{string(saxpy), "saxpy 2 5 4", "in.mlir:9:11: out of bounds"},
		{string(saxpy), "nothing", "the functions are: saxpy"},
		{view, "f 2 0 7", "x = 0 1 2 3 4 5 6 7\nresult = 1 2 5 6, 1, 7"},
		{"func.func @f(%a: i64, %b: i64) -> i64 {\n  %q = arith.divsi %a, %b : i64\n  return %q : i64\n}",
			"f 1 0", "in.mlir:2:8: division by zero"},
		{
			"func.func @f(%n: index) -> memref<?xi64> {\n  %c0 = arith.constant 0 : index\n  %m = " +
				"memref.alloc(%n) : memref<?xi64>\n" +
				"  %d = memref.dim %m, %c0 : memref<?xi64>\n  %v = arith.index_cast %d : index to i64\n  " +
				"linalg.fill ins(%v : i64) outs(%m : memref<?xi64>)\n" +
				"  return %m : memref<?xi64>\n}", "f 3", "result = 3 3 3"},
	} {
		if got, _ := node(t, c.source, strings.Fields(c.args)...); !strings.HasPrefix(got, c.want) {
			t.Errorf("%s: got %q, want %q", c.args, got, c.want)
		}
	}
}
