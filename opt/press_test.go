package opt_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/internal/race"
	"github.com/inflight-compiler/inflight/internal/randcoro"
	"github.com/inflight-compiler/inflight/internal/randtask"
)

// pressed are pipelines at whose end functions become text one by one, those that are alike by one of them.
var pressed = [][]string{
	asyncToLLVM,
	asyncToLLVM[1:],
	asyncToLLVM[:1],
	asyncToLLVM[:2],
	asyncToLLVM[1:4],
	append([]string{"async-color-functions", "async-func-to-async-runtime"}, asyncToLLVM[1:]...),
	{"convert-scf-to-cf"},
	{"convert-scf-to-cf", "async-parallel-for", "async-to-async-runtime"},
	{"lower-affine", "convert-scf-to-cf", "convert-arith-to-llvm", "finalize-memref-to-llvm", "convert-func-to-llvm", "convert-cf-to-llvm"},
	{"convert-func-to-llvm"},
	{"convert-cf-to-llvm", "reconcile-unrealized-casts"},
}

// What functions become as text, one by one, is what the whole program becomes. Statistics want to see the whole.
func comparePressed(t *testing.T, name, source string, passes []string) (ok bool) {
	t.Helper()
	flags := []string{"--allow-unregistered-dialect", "--split-input-file"}
	for _, p := range passes {
		flags = append(flags, "--"+p)
	}
	got, errs, code := runOpt(t, name, source, flags...)
	want, report, wantCode := runOpt(t, name, source, append(flags, "--mlir-pass-statistics")...)
	wantErrs, _, _ := strings.Cut(report, "===---")
	if got != want || code != wantCode || errs != wantErrs {
		t.Errorf("%s by %s: code %d, %d; as a whole (-) and one by one (+):\n%s\n%s", name, strings.Join(passes, ","), wantCode, code,
			cmp.Diff(want, got), cmp.Diff(wantErrs, errs))
	}
	return wantCode == 0
}

func TestPressedPrograms(t *testing.T) {
	for _, pattern := range []string{"../ir/text/testdata/corpus/*.mlir", "testdata/mlir/*.mlir", "../examples/*/*.mlir"} {
		for i, source := range programs(t, pattern) {
			if testing.Short() && i%10 > 0 {
				continue
			}
			for _, passes := range pressed {
				comparePressed(t, pattern, source, passes)
			}
		}
	}
}

// programs returns what is in files.
func programs(t testing.TB, pattern string) (sources []string) {
	files, err := filepath.Glob(pattern)
	if err != nil || len(files) == 0 {
		t.Fatalf("no programs in %s: %v", pattern, err)
	}
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		sources = append(sources, string(content))
	}
	return sources
}

func FuzzPressed(f *testing.F) {
	race.Skip(f, "the random programs are enough")
	for _, source := range programs(f, "testdata/mlir/async_*runtime*.mlir") {
		for _, program := range strings.Split(source, "// -----\n") {
			f.Add(program)
		}
	}
	f.Fuzz(func(t *testing.T, source string) {
		if len(source) < 6000 {
			comparePressed(t, "fuzz.mlir", source, asyncToLLVM)
		}
	})
}

// Programs in which functions are alike, or nearly so, in ways that names could be mistaken.
func TestPressedNames(t *testing.T) {
	large := "func.func @large%[1]d(%%m: memref<4xf32>, %%i: index, %%x: f32) {\n  %%t = async.execute {\n" +
		strings.Repeat("    memref.store %%x, %%m[%%i] : memref<4xf32>\n", 2100) + "    async.yield\n  }\n  async.await %%t : !async.token\n  return\n}\n"
	for name, pattern := range map[string]string{
		"a companion with a name made of the function's": "func.func @f%[1]d(%%i: index) -> index attributes {llvm.emit_c_interface} {\n  return %%i : index\n}\n" +
			"func.func @g%[1]d(%%i: index) -> index {\n  %%0 = call @f%[1]d(%%i) : (index) -> index\n  return %%0 : index\n}\n",
		"a function that calls itself beside one that calls another": "func.func @f%[1]d(%%i: index) {\n  call @f%[1]d(%%i) : (index) -> ()\n  return\n}\n" +
			"func.func @g%[1]d(%%i: index) {\n  call @f%[1]d(%%i) : (index) -> ()\n  return\n}\n",
		"calls of functions with different types, of which one is declared": "func.func private @d%[1]d(i32)\nfunc.func @e%[1]d(%%a: i32) {\n  return\n}\n" +
			"func.func @f%[1]d(%%a: i32) {\n  call @d%[1]d(%%a) : (i32) -> ()\n  call @e%[1]d(%%a) : (i32) -> ()\n  call @d%[1]d(%%a) : (i32) -> ()\n  return\n}\n",
		"names that are to be given":          "func.func @async_execute_fn_%[1]d() {\n  %%t = async.execute {\n    async.yield\n  }\n  async.await %%t : !async.token\n  return\n}\n",
		"names that look like placeholders":   "func.func @\"\\00\\01name%[1]d\\02\"() attributes {text = \"\\00\\01name0\\02\"} {\n  call @\"\\00\\01name%[1]d\\02\"() : () -> ()\n  return\n}\n",
		"texts that look like placeholders":   "func.func @f%[1]d(%%c: i1) {\n  cf.assert %%c, \"\\00\\01name0\\02\"\n  call @f%[1]d(%%c) : (i1) -> ()\n  return\n}\n",
		"names that need quotes":              "func.func @\"f %[1]d\"(%%c: i1) {\n  cf.assert %%c, \"not\"\n  call @\"f %[1]d\"(%%c) : (i1) -> ()\n  return\n}\n",
		"symbols in lists":                    "func.func @f%[1]d() attributes {list = [@f%[1]d, @f0], one = @f1, nested = @f0::@f1} {\n  return\n}\n",
		"a name before the function's own":    "func.func @f%[1]d() attributes {a = @z} {\n  return\n}\nfunc.func @h%[1]d() attributes {a = @h%[1]d} {\n  return\n}\n",
		"tasks in tasks, with assertions":     "func.func @f%[1]d(%%c: i1) {\n  %%t = async.execute {\n    %%u = async.execute {\n      cf.assert %%c, \"inner\"\n      async.yield\n    }\n    async.await %%u : !async.token\n    async.yield\n  }\n  cf.assert %%c, \"outer\"\n  async.await %%t : !async.token\n  return\n}\n",
		"a large task":                        large,
		"one of the same name as the runtime": "func.func @f%[1]d(%%a: i64) -> !llvm.ptr {\n  %%0 = func.call @malloc%[1]d(%%a) : (i64) -> !llvm.ptr\n  return %%0 : !llvm.ptr\n}\nfunc.func @malloc%[1]d(%%a: i64) -> !llvm.ptr {\n  %%0 = llvm.inttoptr %%a : i64 to !llvm.ptr\n  return %%0 : !llvm.ptr\n}\n",
		"one that cannot be lowered":          "func.func @f%[1]d(%%c: i1, %%x: tensor<4xf32>) {\n  cf.br ^bb1(%%x : tensor<4xf32>)\n^bb1(%%y: tensor<4xf32>):\n  return\n}\n",
	} {
		var source strings.Builder
		for i := range 4 {
			fmt.Fprintf(&source, pattern, i)
		}
		lowered := 0
		for _, passes := range pressed {
			if comparePressed(t, name, source.String(), passes) {
				lowered++
			}
		}
		if lowered == 0 {
			t.Errorf("no passes lower %s", name)
		}
	}
}

var symbol = regexp.MustCompile(`@\w+`)

// Random programs, each with functions that are alike and others that nearly are.
func TestPressedRandomPrograms(t *testing.T) {
	for seed := range passtest.Programs(30) {
		r := rand.New(rand.NewPCG(uint64(seed), 7))
		program := randtask.Program(r)
		if seed%2 == 1 {
			program = randcoro.Program(r, randcoro.Options{Errors: true, Blocking: seed%4 == 1})
		}
		source := program
		for i := range 3 {
			source += symbol.ReplaceAllStringFunc(program, func(name string) string { return fmt.Sprint(name, "_", i) })
		}
		for _, passes := range pressed[:6] {
			comparePressed(t, fmt.Sprint("seed ", seed), source, passes)
		}
	}
}
