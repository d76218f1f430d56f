package asyncrt

import (
	"debug/elf"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/internal/tools"
)

// exported returns the names of the C functions that a shared library exports.
func exported(t *testing.T, path string) []string {
	t.Helper()
	file, err := elf.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	symbols, err := file.DynamicSymbols()
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, s := range symbols {
		isFunction := elf.ST_TYPE(s.Info) == elf.STT_FUNC && s.Section != elf.SHN_UNDEF
		if isFunction && !strings.HasPrefix(s.Name, "_Z") && !strings.HasPrefix(s.Name, "_init") &&
			!strings.HasPrefix(s.Name, "_fini") {
			names = append(names, s.Name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// The shared library exports each function of upstream's library and, besides them, only those of the header.
func TestSymbols(t *testing.T) {
	ours := exported(t, library(t, compilers(t)[0]))
	var extensions, own []string
	for _, name := range ours {
		if strings.HasPrefix(name, "inflightAsync") || strings.HasPrefix(name, "inflightTask") {
			extensions = append(extensions, name)
		} else {
			own = append(own, name)
		}
	}
	header, err := os.ReadFile(filepath.Join("src", Header))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range extensions {
		if !strings.Contains(string(header), name+"(") {
			t.Errorf("%s is not in %s", name, Header)
		}
	}
	theirs := exported(t, tools.Require(t, "libmlir_async_runtime"))
	if len(theirs) != 25 || !slices.Equal(own, theirs) {
		t.Errorf("upstream's %d functions are\n%q, ours\n%q", len(theirs), theirs, own)
	}
}

// lowering is upstream's pipeline from the async dialect to the LLVM dialect.
var lowering = []string{
	"--async-parallel-for=min-task-size=100", "--async-func-to-async-runtime", "--async-to-async-runtime",
	"--async-runtime-ref-counting", "--async-runtime-ref-counting-opt", "--convert-scf-to-cf",
	"--convert-async-to-llvm",
	"--finalize-memref-to-llvm", "--convert-arith-to-llvm", "--convert-func-to-llvm", "--convert-cf-to-llvm",
	"--reconcile-unrealized-casts",
}

// runMLIR runs the function main of a lowered program with a runtime.
func runMLIR(t *testing.T, program, runtime, threads string) (string, error) {
	t.Helper()
	runner := tools.Require(t, "mlir-runner")
	utilities := tools.Require(t, "libmlir_c_runner_utils")
	return output(t, []string{"INFLIGHT_LEAKS=fail", "INFLIGHT_THREADS=" + threads}, runner, "-O2", program,
		"-e", "main",
		"--entry-point-result=void", "--shared-libs="+utilities+","+runtime)
}

// Programs lowered by upstream print the right values with our library, and no object is left. With
// upstream's library the programs that do not meet one of its faults print the same.
func TestUpstreamPrograms(t *testing.T) {
	expected := map[string]string{
		"values": "63\n", "groups": "1498500\n3496500\n", "errors": "1\n0\n1\n1\n1\n", "fib": "610\n",
		"parallel":         "333283335000\n",
		"fault_same_token": "1\n", "fault_long_chain": "300000\n", "fault_nested_awaits": "500\n",
	}
	opt := tools.Require(t, "mlir-opt")
	runtime := library(t, compilers(t)[0])
	for name, want := range expected {
		t.Run(name, func(t *testing.T) {
			lowered := filepath.Join(t.TempDir(), name+".mlir")
			arguments := append([]string{filepath.Join("testdata/mlir", name+".mlir"), "-o", lowered},
				lowering...)
			if text, err := output(t, nil, opt, arguments...); err != nil {
				t.Fatalf("%v\n%s", err, text)
			}
			for _, threads := range threadCounts {
				if got, err := runMLIR(t, lowered, runtime, threads); err != nil || got != want {
					t.Errorf("%s threads: %v\n%s", threads, err, got)
				}
			}
			if strings.HasPrefix(name, "fault_") {
				return
			}
			if got, err := runMLIR(t, lowered, tools.Require(t, "libmlir_async_runtime"), "2"); err != nil ||
				got != want {
				t.Errorf("upstream's runtime: %v\n%s", err, got)
			}
		})
	}
	files, _ := filepath.Glob("testdata/mlir/*.mlir")
	if len(files) != len(expected) {
		t.Errorf("%d programs are expected, there are %d", len(expected), len(files))
	}
}
