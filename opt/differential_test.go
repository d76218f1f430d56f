package opt_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/spf13/pflag"

	"github.com/inflight-compiler/inflight/diag"
	dialects "github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/internal/tools"
	"github.com/inflight-compiler/inflight/opt"
	_ "github.com/inflight-compiler/inflight/transform/all"
)

// runOpt runs the tool on a text with flags and returns what it prints.
func runOpt(t testing.TB, name, content string, flags ...string) (stdout, stderr string, code int) {
	t.Helper()
	cfg := opt.Config{NewContext: dialects.NewContext}
	fs := pflag.NewFlagSet("opt", pflag.ContinueOnError)
	opt.Flags(fs, &cfg)
	if err := fs.Parse(flags); err != nil {
		t.Fatal(err)
	}
	var out, errs bytes.Buffer
	code = opt.Run(t.Context(), cfg, diag.NewFile(name, []byte(content)), &out, &errs)
	return out.String(), errs.String(), code
}

// passesOf returns the flags in the first line of a case, "// PASSES: --cse".
func passesOf(t *testing.T, content []byte) []string {
	t.Helper()
	first, _, _ := strings.Cut(string(content), "\n")
	flags, ok := strings.CutPrefix(first, "// PASSES: ")
	if !ok {
		t.Fatalf("the first line is %q", first)
	}
	return strings.Fields(flags)
}

// pendingReason returns why a case is known to fail, from its second line "// PENDING: ...". It returns "" if
// the line is another one.
func pendingReason(content []byte) string {
	_, rest, _ := strings.Cut(string(content), "\n")
	second, _, _ := strings.Cut(rest, "\n")
	reason, _ := strings.CutPrefix(second, "// PENDING: ")
	if reason == second {
		return ""
	}
	return reason
}

// After the passes in its first line, every program in testdata/mlir prints the same text as with mlir-opt.
func TestPassesAgreeWithMLIROpt(t *testing.T) { passesAgree(t, "testdata/mlir") }

// Many small functions with operations that simplify, of one dialect each, simplify as in mlir-opt.
func TestCanonicalizationAgreesWithMLIROpt(t *testing.T) { passesAgree(t, "testdata/canonicalize") }

func passesAgree(t *testing.T, folder string) {
	mlirOpt := tools.Require(t, "mlir-opt")
	files, err := filepath.Glob(folder + "/*.mlir")
	if err != nil || len(files) == 0 {
		t.Fatalf("no programs: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".mlir"), func(t *testing.T) {
			content, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			flags := append(passesOf(t, content), "--allow-unregistered-dialect", "--split-input-file")
			cmd := tools.Command(t, mlirOpt, append(flags, file)...)
			var stderr bytes.Buffer
			cmd.Stderr = &stderr
			want, err := cmd.Output()
			if err != nil {
				t.Fatalf("mlir-opt: %v\n%s", err, stderr.Bytes())
			}
			got, errs, code := runOpt(t, file, string(content), flags...)
			if code != 0 {
				t.Fatalf("exit code %d\n%s", code, errs)
			}
			reason := pendingReason(content)
			switch d := cmp.Diff(string(want), got); {
			case d == "" && reason != "":
				t.Errorf("no longer pending: %s", reason)
			case d != "" && reason != "":
				t.Skipf("still differs: %s", reason)
			case d != "":
				t.Errorf("mlir-opt %s (-) and inflight opt (+) differ:\n%s", strings.Join(flags, " "), d)
			}
		})
	}
}

// Both tools report the diagnostics that the programs in testdata/invalid expect.
func TestDiagnosticsAgreeWithMLIROpt(t *testing.T) {
	files, err := filepath.Glob("testdata/invalid/*.mlir")
	if err != nil || len(files) == 0 {
		t.Fatalf("no programs: %v", err)
	}
	flags := []string{"--split-input-file", "--verify-diagnostics", "--allow-unregistered-dialect"}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".mlir")
		t.Run(name+"/inflight", func(t *testing.T) {
			content, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if _, errs, code := runOpt(t, file, string(content), flags...); code != 0 {
				t.Errorf("exit code %d\n%s", code, errs)
			}
		})
		t.Run(name+"/mlir-opt", func(t *testing.T) {
			mlirOpt := tools.Require(t, "mlir-opt")
			if out, err := tools.Command(t, mlirOpt,
				append(flags, file, "-o", os.DevNull)...).CombinedOutput(); err != nil {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
}
