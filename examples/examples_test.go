// Package examples_test holds the examples to what they claim: each is
// pipelined, judged and run, and compared with goldens beside it.
package examples_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/inflight-compiler/inflight"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/exec"
	"github.com/inflight-compiler/inflight/internal/golden"
	"github.com/inflight-compiler/inflight/internal/race"
	"github.com/inflight-compiler/inflight/internal/smallexample"
	"github.com/inflight-compiler/inflight/language"
	"github.com/inflight-compiler/inflight/opt"
	"github.com/inflight-compiler/inflight/timeline"
	_ "github.com/inflight-compiler/inflight/transform/all"
)

// The tests run at the root of the repository, so that file names in goldens
// are those that the README uses.
func TestMain(m *testing.M) {
	if err := os.Chdir(".."); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}

// programs returns the files of the examples that are to be pipelined, in either
// language. Programs of several ranks have no meaning alone.
func programs(t testing.TB) []string {
	t.Helper()
	var programs []string
	for _, file := range matches(t, "examples/*/*.mlir", "examples/*/*.py") {
		if !strings.Contains(file, ".golden.") && !strings.HasPrefix(file, "examples/ranks/") {
			programs = append(programs, file)
		}
	}
	if len(programs) < 22 {
		t.Fatalf("found only %d examples: %v", len(programs), programs)
	}
	return programs
}

// beside returns the name of a golden of an example.
func beside(file, suffix string) string { return strings.TrimSuffix(file, filepath.Ext(file)) + suffix }

// What Inflight makes of each example, in the language that it is written in: the output of
// inflight opt FILE --inject-software-pipeline --canonicalize --cse, with --emit=tvmscript for TVMScript.
func TestPipelined(t *testing.T) {
	for _, file := range programs(t) {
		t.Run(file, func(t *testing.T) {
			got := optimize(t, opt.Config{
				Passes: []opt.PassFlag{{Name: "inject-software-pipeline"}, {Name: "canonicalize"},
					{Name: "cse"}},
				Emit: language.Of(diag.UnloadedFile(file)),
			}, file)
			golden.Compare(t, beside(file, ".golden"+filepath.Ext(file)), got)
		})
	}
}

// optimize returns what inflight opt prints for a file.
func optimize(t testing.TB, c opt.Config, file string) []byte {
	t.Helper()
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return optimizeText(t, c, file, content)
}

func optimizeText(t testing.TB, c opt.Config, name string, content []byte) []byte {
	t.Helper()
	c.NewContext = all.NewContext
	var out, errs bytes.Buffer
	if status := opt.Run(t.Context(), c, diag.NewFile(name, content), &out, &errs); status != 0 {
		t.Fatalf("%s: status %d\n%s", name, status, errs.String())
	}
	return out.Bytes()
}

// What is reported about each example: the output of inflight run FILE --engine sim, warnings first.
func TestReport(t *testing.T) {
	for _, file := range programs(t) {
		t.Run(file, func(t *testing.T) {
			skipLarge(t, file)
			report := run(t, file)
			var got bytes.Buffer
			if err := (diag.Text{W: &got}).Render(report.Warnings); err != nil {
				t.Fatal(err)
			}
			if err := report.WriteText(&got, timeline.Options{Width: 80, ASCII: true}); err != nil {
				t.Fatal(err)
			}
			golden.Compare(t, beside(file, ".report.txt"), got.Bytes())
		})
	}
}

// skipLarge skips a test that executes an example under the race detector, if that takes minutes there.
func skipLarge(t *testing.T, file string) {
	if strings.HasPrefix(file, "examples/gpu/") {
		race.Skip(t, "the threads of a kernel take turns")
	}
}

// forSimulator returns an example as the simulator runs it.
func forSimulator(t testing.TB, file string) *diag.File {
	t.Helper()
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return diag.NewFile(file, smallexample.Of(file, content))
}

// The first example overlaps on the default engine, and computes what it does in order.
func TestFirst(t *testing.T) {
	race.Skip(t, "16 MiB of random numbers take long")
	m, err := inflight.ReadFile("examples/gemm/gemm.mlir")
	if err != nil {
		t.Fatal(err)
	}
	report, err := m.Run(t.Context(),
		inflight.RunConfig{Inputs: exec.Inputs{Seed: 1}, Measure: time.Minute, MeasureTurns: 1})
	if err != nil {
		t.Fatal(err)
	}
	if report.Engine != "wasm" || report.Equality != inflight.EqualBits || !report.OnEngine {
		t.Errorf("on %s, equality %v, on the engine %v", report.Engine, report.Equality, report.OnEngine)
	}
	turn := report.InTurn
	if turn == nil || turn.Runs != 1 || turn.InOrder <= 0 || turn.Overlapped <= 0 || turn.OneThread {
		t.Fatalf("measured: %+v", turn)
	}
	if share, ok := turn.Hidden(); !ok || share < 0 || share > 1 {
		t.Errorf("hidden: %v, %v", share, ok)
	}
	var text bytes.Buffer
	if err := report.WriteText(&text, timeline.Options{Width: 80, ASCII: true}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"overlap: in order", "of the asynchronous work", "line 28 writes %W",
		"the rest of @layer"} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("the report does not say '%s':\n%s", want, text.String())
		}
	}
}

func run(t testing.TB, file string) *inflight.RunReport {
	t.Helper()
	m, err := inflight.Parse(forSimulator(t, file))
	if err != nil {
		t.Fatal(err)
	}
	report, err := m.Run(context.Background(),
		inflight.RunConfig{Engine: "sim", Inputs: exec.Inputs{Seed: 1}})
	if err != nil {
		t.Fatal(err)
	}
	return report
}
