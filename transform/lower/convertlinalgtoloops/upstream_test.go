package convertlinalgtoloops_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/inflight-compiler/inflight/internal/golden"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/internal/tools"
)

// passes are the names of the passes of the package.
var passes = []string{"convert-linalg-to-loops", "convert-linalg-to-affine-loops",
	"convert-linalg-to-parallel-loops"}

// What the passes make of a program.
func TestGolden(t *testing.T) {
	golden.Txtar(t, "testdata/*.txtar", func(t *testing.T, ar *txtar.Archive) {
		module := passtest.Parse(t, string(golden.Get(t, ar, "in.mlir")))
		for _, pass := range passes {
			made := passtest.Transform(t, module, "builtin.module("+pass+")")
			golden.Set(ar, strings.TrimPrefix(pass, "convert-linalg-to-")+".mlir",
				[]byte(passtest.Print(made)))
		}
	})
}

// The passes make of the corpus, and of the goldens, what mlir-opt makes of them.
func TestAgreesWithMLIROpt(t *testing.T) {
	mlirOpt := tools.Require(t, "mlir-opt")
	for _, pattern := range []string{"../../../ir/text/testdata/corpus/linalg_*.mlir", "testdata/*.txtar"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatalf("no programs: %v", err)
		}
		for _, file := range files {
			for _, pass := range passes {
				t.Run(filepath.Base(file)+" "+pass, func(t *testing.T) {
					compare(t, mlirOpt, sourceOf(t, file), pass)
				})
			}
		}
	}
}

func sourceOf(t *testing.T, file string) string {
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if filepath.Ext(file) == ".txtar" {
		return string(golden.Get(t, txtar.Parse(content), "in.mlir"))
	}
	return string(content)
}

func compare(t *testing.T, mlirOpt, source, pass string) {
	cmd := tools.Command(t, mlirOpt, "--"+pass)
	cmd.Stdin = strings.NewReader(source)
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	made := passtest.Transform(t, passtest.Parse(t, source), "builtin.module("+pass+")")
	if d := cmp.Diff(strings.TrimSpace(string(out)), strings.TrimSpace(passtest.Print(made))); d != "" {
		t.Errorf("mlir-opt (-) and inflight (+) differ:\n%s", d)
	}
}

// An operation whose extent is no bound of an affine loop stays: mlir-opt's loop is not valid.
func TestNoAffineBound(t *testing.T) {
	for _, options := range []string{"", "{simplify=false}"} {
		module := passtest.Parse(t, `func.func @f(%n: index, %p: memref<?xindex>, %x: f32) {
  scf.for %i = %n to %n step %n {
    %k = memref.load %p[%i] : memref<?xindex>
    %m = memref.alloc(%k) : memref<?xf32>
    linalg.fill ins(%x : f32) outs(%m : memref<?xf32>)
  }
  return
}`)
		before := passtest.Print(module)
		if made := passtest.Print(
			passtest.Transform(t, module,
				"builtin.module(convert-linalg-to-affine-loops"+options+")")); made != before {
			t.Errorf("%s: became\n%s", options, made)
		}
	}
}
