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
func comparePressed(t *testing.T, name, source string, passes []string) {
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
}

func TestPressedPrograms(t *testing.T) {
	for _, pattern := range []string{"../ir/text/testdata/corpus/*.mlir", "testdata/mlir/*.mlir", "../examples/*/*.mlir"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatalf("no programs in %s: %v", pattern, err)
		}
		for _, file := range files {
			content, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for _, passes := range pressed {
				comparePressed(t, file, string(content), passes)
			}
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
