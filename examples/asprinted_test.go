package examples_test

import (
	"bytes"
	"context"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/inflight-compiler/inflight"
	"github.com/inflight-compiler/inflight/check"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/exec"
	"github.com/inflight-compiler/inflight/internal/golden"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/sim"
)

// asPrinted returns the outputs that the RFC prints and that are races.
func asPrinted(t testing.TB) []string {
	t.Helper()
	files, err := filepath.Glob("examples/rfc77/as_printed/*.mlir")
	if err != nil || len(files) != 2 {
		t.Fatalf("found %v, %v", files, err)
	}
	return files
}

// Both outputs are rejected by the judge and by the machine, and they find the same pairs of operations.
func TestAsPrinted(t *testing.T) {
	for _, file := range asPrinted(t) {
		t.Run(file, func(t *testing.T) {
			m, err := inflight.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			judged := judge(t, m, file)
			simulated := simulate(t, m, file)
			if len(judged) != len(simulated) {
				t.Errorf("check finds %d hazards, sim %d", len(judged), len(simulated))
			}
			for pair := range judged {
				if !simulated[pair] {
					t.Errorf("sim does not find the hazard between %v and %v", pair[0].Span(), pair[1].Span())
				}
			}
		})
	}
}

// pair is the two operations of a hazard.
type pair [2]*ir.Op

// judge compares the verdict with its golden and returns the hazards.
func judge(t *testing.T, m *inflight.Module, file string) map[pair]bool {
	report, err := m.Check(t.Context(), check.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if report.OK() {
		t.Fatal("check has no objection")
	}
	var got bytes.Buffer
	if err := report.WriteText(&got); err != nil {
		t.Fatal(err)
	}
	got.WriteByte('\n')
	compareDiagnostics(t, beside(file, ".check.txt"), &got, report.Diagnostics())
	pairs := map[pair]bool{}
	for _, h := range report.Functions[0].Hazards {
		pairs[pair{h.First.Op, h.Second.Op}] = true
	}
	return pairs
}

// simulate compares what the machine says in late mode with its golden and
// returns the hazards.
func simulate(t *testing.T, m *inflight.Module, file string) map[pair]bool {
	fn, err := exec.Entry(m.Op(), "")
	if err != nil {
		t.Fatal(err)
	}
	args, err := exec.Inputs{Seed: 1}.Arguments(fn)
	if err != nil {
		t.Fatal(err)
	}
	program, err := sim.Compile(m.Op(), fn.SymbolName())
	if err != nil {
		t.Fatal(err)
	}
	result, err := program.Run(context.Background(), sim.Config{Mode: sim.Late, Hazards: true},
		exec.Values(args))
	if err != nil {
		t.Fatal(err)
	}
	compareDiagnostics(t, beside(file, ".sim.txt"), &bytes.Buffer{}, result.Diagnostics())
	pairs := map[pair]bool{}
	for _, h := range result.Hazards {
		pairs[pair{h.First.Op, h.Second.Op}] = true
	}
	return pairs
}

var namesIteration = regexp.MustCompile(`%?[ip] = \d+`)

// compareDiagnostics compares what got holds and then the diagnostics with a
// golden. Each is a counterexample that names iterations.
func compareDiagnostics(t *testing.T, path string, got *bytes.Buffer, diags diag.List) {
	t.Helper()
	for _, d := range diags {
		if d.Severity == diag.Error && !namesIteration.MatchString(d.Message) {
			t.Errorf("no iteration is named: %s", d.Message)
		}
	}
	if err := (diag.Text{W: got}).Render(diags); err != nil {
		t.Fatal(err)
	}
	golden.Compare(t, path, got.Bytes())
}
