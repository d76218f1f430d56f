package injectsoftwarepipeline_test

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/inflight-compiler/inflight/check"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/internal/golden"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/internal/randloop"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
	"github.com/inflight-compiler/inflight/sim"
	"github.com/inflight-compiler/inflight/transform/pipeline/injectsoftwarepipeline"
)

// TestTVMBugs pipelines the programs of testdata/tvm in both modes. TVM's pass makes a different mistake on
// each. The result of mode=exact must be right under every schedule and for the checker. The result of
// mode=tvm must be wrong for the checker if a warning names a hazard in it, and right otherwise.
func TestTVMBugs(t *testing.T) {
	golden.Txtar(t, "testdata/tvm/*.txtar", func(t *testing.T, ar *txtar.Archive) {
		src := string(golden.Get(t, ar, "in.mlir"))
		exact, diags := tryMode(t, src,
			injectsoftwarepipeline.Options{TVMWarnings: injectsoftwarepipeline.Always})
		golden.Set(ar, "exact", []byte(outcome(exact, diags)))
		tvm, followed := tryMode(t, src, injectsoftwarepipeline.Options{Mode: injectsoftwarepipeline.TVM})
		golden.Set(ar, "tvm", []byte(outcome(tvm, followed)))
		if exact != nil {
			j := &judge{src: src, piped: exact, exact: !strings.Contains(src, "scf.if"), whole: true,
				random: 20, exhaustive: true}
			if err := j.run([]int64{0, 1, 2, 3, 5, 8}); err != nil {
				t.Errorf("mode=exact: %v\n%s", err, printed(exact))
			}
		}
		if tvm != nil {
			judgeFollowed(t, src, tvm, outcome(nil, followed))
		}
	})
}

// TestTVMAgrees follows TVM's plan for random loops: a hazard is reported if and only if the checker finds
// one in the resulting program.
func TestTVMAgrees(t *testing.T) {
	wrong, right, tried := 0, 0, uint64(passtest.Programs(600))
	for seed := range tried {
		p := randloop.New(rand.New(rand.NewPCG(seed, 9)))
		for _, s := range p.Stmts {
			s.Guard = false // the checker is conservative about conditions
		}
		p.Dynamic = false
		src := p.Text()
		tvm, diags := tryMode(t, src, injectsoftwarepipeline.Options{Mode: injectsoftwarepipeline.TVM})
		if tvm == nil {
			continue
		}
		if strings.Contains(outcome(nil, diags), "hazard on") {
			wrong++
		} else {
			right++
		}
		judgeFollowed(t, src, tvm, outcome(nil, diags))
		if t.Failed() {
			t.Fatalf("seed %d\n%s\n%s", seed, src, outcome(nil, diags))
		}
	}
	t.Logf("%d plans with a hazard, %d without", wrong, right)
	if min(wrong, right) < int(tried/30) {
		t.Errorf("%d plans with a hazard, %d without: too few to show anything", wrong, right)
	}
}

// judgeFollowed checks that the program of TVM's plan has a hazard if and only if a warning says so.
// Instances that are issued in the wrong order are not a race, and need not show.
func judgeFollowed(t *testing.T, src string, tvm *ir.Op, warnings string) {
	t.Helper()
	if strings.Contains(warnings, "is issued first") {
		return
	}
	report, err := check.Module(t.Context(), tvm, check.Options{SkipWaits: true})
	if err != nil {
		t.Fatal(err)
	}
	wrong := strings.Contains(warnings, "hazard on")
	if report.OK() == wrong {
		t.Errorf("mode=tvm: %s\nbut the checker says\n%s\n%s", warnings, report.Text(), printed(tvm))
	}
	if !wrong && sequentiallyWrong(t, src, tvm) {
		t.Errorf("mode=tvm: no hazard is reported, but the results differ\n%s", printed(tvm))
	}
}

// sequentiallyWrong reports whether a pipelined program breaks a dependence: it has other results than the
// original even if every asynchronous operation completes at once.
func sequentiallyWrong(t *testing.T, src string, piped *ir.Op) bool {
	t.Helper()
	written, err := parseText(src)
	if err != nil {
		t.Fatal(err)
	}
	j := &judge{}
	want, _, err := j.simulate(written, 6, sim.Config{Mode: sim.Sequential})
	if err != nil {
		t.Fatal(err)
	}
	got, _, err := j.simulate(piped, 6, sim.Config{Mode: sim.Sequential})
	if err != nil {
		t.Fatal(err)
	}
	for i := range want {
		if !want[i].Equal(got[i]) {
			return true
		}
	}
	return false
}

// tryMode pipelines a program. It returns nil if the program is refused.
func tryMode(t *testing.T, src string, o injectsoftwarepipeline.Options) (*ir.Op, diag.List) {
	t.Helper()
	m, err := parseText(src)
	if err != nil {
		t.Fatalf("%v\n%s", err, src)
	}
	var diags diag.List
	o.Report = func(d *diag.Diagnostic) { diags.Add(d) }
	if err := o.Apply(m); err != nil {
		return nil, append(diags, diag.FromError(err)...)
	}
	if errs := ir.Verify(m); errs.HasErrors() {
		t.Fatalf("%v\n%s", errs, printed(m))
	}
	return m, diags
}

// outcome returns the diagnostics, and the plan of the pipelined program.
func outcome(m *ir.Op, diags diag.List) string {
	var out strings.Builder
	diag.Text{W: &out}.Render(diags)
	if m != nil {
		out.WriteString(planOf(m) + "\n")
	}
	return out.String()
}

// explore executes a program under all schedules that matter.
func (j *judge) explore(m *ir.Op, extent int64) (*sim.Result, error) {
	program, err := sim.Compile(m, "f")
	if err != nil {
		return nil, err
	}
	args, _, err := j.arguments(program, extent)
	if err != nil {
		return nil, err
	}
	return program.Run(context.Background(),
		sim.Config{Mode: sim.Exhaustive, Hazards: true, Limits: sim.Limits{Schedules: 400}}, args)
}

// TestWarningsAuto shows for which loops TVM's plan is judged by default: those from TVMScript.
func TestWarningsAuto(t *testing.T) {
	src := (&loopOf{statements: []string{"B=X", "C=B", "Y=C"}, stage: []int{0, 1, 2}, order: []int{0, 1, 2},
		async: []int{0, 1}}).text()
	for _, c := range []struct {
		from    string
		located string // the file that locations in MLIR's text name
		when    injectsoftwarepipeline.When
		mode    injectsoftwarepipeline.Mode
		want    int
	}{
		{"tvmscript", "", injectsoftwarepipeline.Auto, injectsoftwarepipeline.Exact, 1},
		{"tvmscript", "", injectsoftwarepipeline.Never, injectsoftwarepipeline.Exact, 0},
		{"mlir", "", injectsoftwarepipeline.Auto, injectsoftwarepipeline.Exact, 0},
		{"mlir", "model.py", injectsoftwarepipeline.Auto, injectsoftwarepipeline.Exact, 0},
		{"mlir", "", injectsoftwarepipeline.Always, injectsoftwarepipeline.Exact, 1},
		{"mlir", "", injectsoftwarepipeline.Auto, injectsoftwarepipeline.TVM, 1},
		{"mlir", "", injectsoftwarepipeline.Never, injectsoftwarepipeline.TVM, 0},
	} {
		file := diag.NewFile("<stdin>", []byte(src))
		m, diags := text.Parse(all.NewContext(), file, text.Options{})
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		file.ReadAs(c.from)
		if c.located != "" {
			at := m.Context().FileLoc(c.located, 1, 1)
			for op := range m.Walk() {
				op.SetLoc(at)
			}
		}
		got := 0
		o := injectsoftwarepipeline.Options{Mode: c.mode, TVMWarnings: c.when,
			Report: func(*diag.Diagnostic) { got++ }}
		if err := o.Apply(m); err != nil {
			t.Fatal(err)
		}
		if got != c.want {
			t.Errorf("%s, %d, mode %d: %d warnings, want %d", c.from, c.when, c.mode, got, c.want)
		}
	}
}
