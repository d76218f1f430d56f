package examples_test

import (
	"context"
	"os"
	"testing"

	"github.com/inflight-compiler/inflight"
	"github.com/inflight-compiler/inflight/check"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/exec"
	"github.com/inflight-compiler/inflight/language"
	"github.com/inflight-compiler/inflight/opt"
	"github.com/inflight-compiler/inflight/sim"
)

// scripts returns the examples in TVMScript.
func scripts(t testing.TB) []string {
	t.Helper()
	var scripts []string
	for _, file := range programs(t) {
		if language.Of(diag.UnloadedFile(file)) == language.TVMScript {
			scripts = append(scripts, file)
		}
	}
	return scripts
}

// TVMScript in, pipelined, TVMScript out, and in again: what comes in again is proven free of hazards, and
// computes what the program as written does, whatever the asynchronous operations' schedule is.
func TestScriptsThereAndBack(t *testing.T) {
	for _, file := range scripts(t) {
		t.Run(file, func(t *testing.T) {
			skipLarge(t, file)
			written, err := inflight.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			piped, err := written.Pipeline(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			equal(t, "the program as written", []byte(written.String()),
				[]byte(parseScript(t, scriptOf(t, written)).String()))
			again := parseScript(t, scriptOf(t, piped))
			// Reading folds what is constant; from then on nothing changes.
			third := parseScript(t, scriptOf(t, again))
			equal(t, "the third text", scriptOf(t, again), scriptOf(t, third))
			equal(t, "the third program", []byte(again.String()), []byte(third.String()))
			want := execute(t, written, sim.Config{Mode: sim.Sequential})
			for name, m := range map[string]*inflight.Module{"pipelined": piped, "read again": again} {
				proven(t, name, m)
				sameInEveryMode(t, name, m, want)
			}
		})
	}
}

func scriptOf(t *testing.T, m *inflight.Module) []byte {
	t.Helper()
	text, err := m.Text(language.TVMScript)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func parseScript(t *testing.T, text []byte) *inflight.Module {
	t.Helper()
	m, err := inflight.ParseAs(language.TVMScript, diag.NewFile("again.py", text))
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if len(m.Warnings()) > 0 {
		t.Error(m.Warnings())
	}
	return m
}

// proven reports what the judge has to say against a program.
func proven(t *testing.T, name string, m *inflight.Module) {
	t.Helper()
	report, err := m.Check(t.Context(), check.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if d := report.Diagnostics(); !report.OK() || len(d) > 0 {
		t.Errorf("%s: %v", name, d)
	}
}

// sameInEveryMode runs a program in every mode and compares the arguments with those that are wanted.
func sameInEveryMode(t *testing.T, name string, m *inflight.Module, want []exec.Argument) {
	t.Helper()
	configs := []sim.Config{{Mode: sim.Sequential}, {Mode: sim.Late}, {Mode: sim.Early}}
	for seed := range uint64(5) {
		configs = append(configs, sim.Config{Mode: sim.Random, Seed: seed})
	}
	for _, c := range configs {
		got := execute(t, m, c)
		for i := range want {
			if w, g := want[i].Value.Buffer, got[i].Value.Buffer; w != nil && !w.Equal(g) {
				t.Errorf("%s, %v, seed %d: '%s' differs", name, c.Mode, c.Seed, want[i].Name)
			}
		}
	}
}

// execute runs a program on random data and returns its arguments. Hazards are errors.
func execute(t testing.TB, m *inflight.Module, c sim.Config) []exec.Argument {
	t.Helper()
	args := arguments(t, m)
	fn, err := exec.Entry(m.Op(), "")
	if err != nil {
		t.Fatal(err)
	}
	program, err := sim.Compile(m.Op(), fn.SymbolName())
	if err != nil {
		t.Fatal(err)
	}
	c.Hazards = true
	result, err := program.Run(context.Background(), c, exec.Values(args))
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range result.Diagnostics() {
		t.Error(d)
	}
	return args
}

// arguments returns random arguments, the same for the same types.
func arguments(t testing.TB, m *inflight.Module) []exec.Argument {
	t.Helper()
	fn, err := exec.Entry(m.Op(), "")
	if err != nil {
		t.Fatal(err)
	}
	args, err := exec.Inputs{Seed: 1}.Arguments(fn)
	if err != nil {
		t.Fatal(err)
	}
	return args
}

// The goldens in TVMScript are TVMScript: they are read, and print as themselves.
func TestScriptGoldens(t *testing.T) {
	for _, file := range matches(t, "examples/tvm/*.golden.py") {
		t.Run(file, func(t *testing.T) {
			m, err := inflight.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			proven(t, file, m)
			content, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			equal(t, "the text", content, scriptOf(t, m))
		})
	}
}

// As MLIR the examples in TVMScript say the same.
func TestScriptsAsMLIR(t *testing.T) {
	for _, file := range scripts(t) {
		t.Run(file, func(t *testing.T) {
			skipLarge(t, file)
			m, err := inflight.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			text := optimize(t, opt.Config{}, file)
			again, err := inflight.Parse(diag.NewFile("again.mlir", text))
			if err != nil {
				t.Fatalf("%v\n%s", err, text)
			}
			equal(t, "the program", text, optimizeText(t, opt.Config{}, "again.mlir", text))
			sameInEveryMode(t, "as MLIR", again, execute(t, m, sim.Config{}))
		})
	}
}
