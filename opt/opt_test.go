package opt_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const twice = `func.func @f(%a: i32, %b: i32) -> i32 {
  %0 = arith.addi %a, %b : i32
  %1 = arith.addi %a, %b : i32
  %2 = arith.muli %0, %1 : i32
  return %2 : i32
}
`

func TestPassFlagsRunInOrder(t *testing.T) {
	_, errs, code := runOpt(t, "a.mlir", twice, "--canonicalize", "--cse", "--canonicalize=max-iterations=3",
		"--dump-pass-pipeline")
	if want := "builtin.module(canonicalize,cse,canonicalize{max-iterations=3})\n"; errs != want ||
		code != 0 {
		t.Errorf("got %q, code %d; want %q", errs, code, want)
	}
}

func TestUsageErrors(t *testing.T) {
	for _, c := range []struct {
		flags []string
		want  string
	}{
		{[]string{"--pass-pipeline=cse"}, "expected pass pipeline to be wrapped"},
		{[]string{"--pass-pipeline=builtin.module(csee)"}, "did you mean 'cse'?"},
		{[]string{"--pass-pipeline=builtin.module(cse{x=1})"}, "no such option x"},
		{[]string{"--pass-pipeline=builtin.module(cse)", "--cse"}, "cannot be combined"},
	} {
		out, errs, code := runOpt(t, "a.mlir", twice, c.flags...)
		if code != 2 || out != "" || !strings.Contains(errs, c.want) {
			t.Errorf("%v: code %d, output %q, errors %q; want %q", c.flags, code, out, errs, c.want)
		}
	}
}

func TestPipelineForAnotherOperation(t *testing.T) {
	_, errs, code := runOpt(t, "a.mlir", twice, "--pass-pipeline=func.func(cse)")
	if code != 1 || !strings.Contains(errs, "can't run 'func.func' pass manager on 'builtin.module' op") {
		t.Errorf("code %d, %s", code, errs)
	}
}

// A program with an error has no output, and the other programs of the input have theirs. Places are relative
// to the whole input.
func TestSplitInput(t *testing.T) {
	input := "func.func @a() {\n  return\n}\n// -----\n\"x.y\"() : () -> ()\n// -----\nfunc.func @c() {\n  " +
		"return\n}\n"
	out, errs, code := runOpt(t, "a.mlir", input, "--split-input-file")
	want := "module {\n  func.func @a() {\n    return\n  }\n}\n\n// -----\n// -----\nmodule {\n  func.func " +
		"@c() {\n    return\n  }\n}\n\n"
	if out != want || code != 1 || !strings.HasPrefix(errs, "a.mlir:5:") {
		t.Errorf("code %d\n%s\n%s", code, out, errs)
	}
}

func TestOutputFileIsWholeOrAbsent(t *testing.T) {
	dir := t.TempDir()
	good, bad := filepath.Join(dir, "good.mlir"), filepath.Join(dir, "bad.mlir")
	if _, errs, code := runOpt(t, "a.mlir", twice, "--cse", "-o", good); code != 0 {
		t.Fatal(errs)
	}
	content, err := os.ReadFile(good)
	if err != nil || !strings.HasPrefix(string(content), "module {") {
		t.Errorf("%v: %q", err, content)
	}
	if _, _, code := runOpt(t, "a.mlir", twice+"junk", "-o", bad); code != 1 {
		t.Errorf("exit code %d", code)
	}
	entries, _ := os.ReadDir(dir)
	if len(entries) != 1 {
		t.Errorf("left behind: %v", entries)
	}
}

func TestPrintIR(t *testing.T) {
	_, errs, _ := runOpt(t, "a.mlir", twice, "--cse", "--canonicalize", "--mlir-print-ir-before=cse",
		"--mlir-print-ir-after-all",
		"--mlir-print-ir-after-change")
	for _, want := range []string{"// -----// IR Dump Before CSE (cse) //----- //\nmodule {",
		"// -----// IR Dump After CSE (cse) //----- //\nmodule {"} {
		if !strings.Contains(errs, want) {
			t.Errorf("no %q in\n%s", want, errs)
		}
	}
	if strings.Contains(errs, "After Canonicalizer") {
		t.Errorf("canonicalize changed nothing but is printed:\n%s", errs)
	}
}

func TestReports(t *testing.T) {
	_, errs, _ := runOpt(t, "a.mlir", twice, "--pass-pipeline=builtin.module(func.func(cse),canonicalize)",
		"--mlir-timing", "--stats")
	for _, want := range []string{"Execution time report", ")  'func.func' Pipeline\n", ")    CSE\n",
		")  Canonicalizer\n",
		")  Parser\n", ")  Output\n", "100.0%)  Total\n", "Pass statistics report",
		"(S)      1 num-cse'd\n"} {
		if !strings.Contains(errs, want) {
			t.Errorf("no %q in\n%s", want, errs)
		}
	}
}

func TestVerifyDiagnostics(t *testing.T) {
	for _, c := range []struct{ name, input, want string }{
		{"met", "// expected-error@+1 {{unregistered dialect}}\n\"x.y\"() : () -> ()\n", ""},
		{"below and above", "// expected-error@below {{unregistered}}\n\"x.y\"() : () -> ()\n", ""},
		{"above", "\"x.y\"() : () -> ()\n// expected-error@above {{unregistered}}\n", ""},
		{"pattern", "// expected-error-re@+1 {{{{un.*ed}} dialect}}\n\"x.y\"() : () -> ()\n", ""},
		{"not met", "// expected-error {{nothing}}\nfunc.func private @f()\n",
			"a.mlir:1:4: error: expected error \"nothing\" was not produced"},
		{"wrong kind", "// expected-warning@+1 {{unregistered}}\n\"x.y\"() : () -> ()\n",
			"unexpected error:"},
		{"wrong line", "// expected-error@+2 {{unregistered}}\n\"x.y\"() : () -> ()\n", "unexpected error:"},
	} {
		_, errs, code := runOpt(t, "a.mlir", c.input, "--verify-diagnostics")
		if (code == 0) != (c.want == "") || !strings.Contains(errs, c.want) {
			t.Errorf("%s: code %d\n%s", c.name, code, errs)
		}
	}
}
