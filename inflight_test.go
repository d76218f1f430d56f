package inflight_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight"
	"github.com/inflight-compiler/inflight/check"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/exec"
	"github.com/inflight-compiler/inflight/timeline"
)

const copyLoop = `func.func @copy(%A: memref<16xf32>, %C: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  scf.for %i = %c0 to %c16 step %c1 {
    %B = memref.alloc() : memref<1xf32>
    %a = memref.load %A[%i] : memref<16xf32>
    memref.store %a, %B[%c0] : memref<1xf32>
    %b = memref.load %B[%c0] : memref<1xf32>
    memref.store %b, %C[%i] : memref<16xf32>
  } {software_pipeline_stage = [0, 1],
     software_pipeline_order = [0, 1],
     software_pipeline_async_stages = [0]}
  return
}
`

func Example() {
	m, err := inflight.Parse(diag.NewFile("copy.mlir", []byte(copyLoop)))
	if err != nil {
		fmt.Println(err)
		return
	}
	piped, err := m.Pipeline(context.Background())
	if err != nil {
		fmt.Println(err)
		return
	}
	report, err := piped.Check(context.Background(), check.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, w := range report.Functions[0].Waits {
		fmt.Printf("wait on queue %d until %s groups are in flight: %s\n", w.Queue, w.N, w.Verdict)
	}
	// Output:
	// wait on queue 0 until 1 groups are in flight: needed
	// wait on queue 0 until 0 groups are in flight: needed
}

func parse(t testing.TB, source string) *inflight.Module {
	t.Helper()
	m, err := inflight.Parse(diag.NewFile("in.mlir", []byte(source)))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// Pipeline does not change the program, and its result can be parsed again.
func TestPipelineIsPure(t *testing.T) {
	m := parse(t, copyLoop)
	before := m.String()
	piped, err := m.Pipeline(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if m.String() != before {
		t.Error("Pipeline has changed the program")
	}
	if again := parse(t, piped.String()).String(); again != piped.String() {
		t.Errorf("prints as\n%s\nand then as\n%s", piped, again)
	}
}

func TestRun(t *testing.T) {
	phases := map[string]bool{}
	report, err := parse(t, copyLoop).Run(context.Background(), inflight.RunConfig{
		Progress: func(phase string, _ int64) { phases[phase] = true },
	})
	if err != nil {
		t.Fatal(err)
	}
	if report.Entry != "copy" || report.Engine != "wasm" || report.Equality != inflight.EqualBits ||
		report.File != "in.mlir" || report.Difference != "" {
		t.Errorf("got %+v", report)
	}
	a, c := report.Arguments[0].Value.Buffer, report.Arguments[1].Value.Buffer
	if !bytes.Equal(a.Data, c.Data) {
		t.Error("C is not a copy of A")
	}
	if !phases["checking"] {
		t.Errorf("the progress was %v", phases)
	}
}

// The report has the entry and engine, versions, waits, verdict, result, time and timeline, in this order,
// and names the part of each wait.
func TestReportText(t *testing.T) {
	report, err := parse(t, copyLoop).Run(context.Background(), inflight.RunConfig{})
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := report.WriteText(&b, timeline.Options{Width: 80, ASCII: true}); err != nil {
		t.Fatal(err)
	}
	rest := b.String()
	for _, want := range []string{
		"in.mlir: @copy on wasm", "argument", "buffer", "wait in", "body      10:5", "epilogue  10:5",
		"verdict: proven free of hazards; all 2 waits are needed and exact", "result:  equal", "time: ",
		" GB/s\n", "model: ", "queue 0",
	} {
		_, after, found := strings.Cut(rest, want)
		if !found {
			t.Fatalf("%q does not follow in\n%s", want, b.String())
		}
		rest = after
	}
	for line := range strings.Lines(b.String()) {
		if strings.TrimRight(line, " \n") != strings.TrimRight(line, "\n") {
			t.Errorf("blanks at the end of %q", line)
		}
	}
}

const threeStages = `from tvm.script import tirx as T

@T.prim_func(s_tir=True)
def three_stages(A: T.Buffer((16,), "float32"), D: T.Buffer((16,), "float32")):
    for i in range(16):
        with T.sblock():
            B = T.sblock_alloc_buffer((1,), "float32")
            C = T.sblock_alloc_buffer((1,), "float32")
            B[0] = A[i] + 1
            C[0] = B[0] + 1
            D[i] = C[0] + 1

sch.annotate(i, "software_pipeline_stage", [0, 1, 2])
sch.annotate(i, "software_pipeline_order", [0, 1, 2])
sch.annotate(i, "software_pipeline_async_stages", [0, 1])
`

// A program in TVMScript is pipelined and printed as TVMScript. A warning in the Python text says that TVM's
// own pass would make the program a race.
func TestScript(t *testing.T) {
	m, err := inflight.Parse(diag.NewFile("in.py", []byte(threeStages)))
	if err != nil {
		t.Fatal(err)
	}
	if m.Language() != inflight.TVMScript || len(m.Warnings()) > 0 {
		t.Errorf("the language is %v, the warnings are %v", m.Language(), m.Warnings())
	}
	piped, err := m.Pipeline(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	warnings := piped.Warnings()
	if len(warnings) != 1 || warnings[0].Severity != diag.Warning ||
		warnings[0].Span.Place() != (diag.Place{Filename: "in.py", Line: 5, Col: 5}) {
		t.Errorf("got the warnings %v", warnings)
	}
	text, err := piped.Text(piped.Language())
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(text), `with T.attr(0, "async_wait_inflight_count", 1):`) {
		t.Errorf("got\n%s", text)
	}
	report, err := m.Run(context.Background(), inflight.RunConfig{})
	if err != nil {
		t.Fatal(err)
	}
	if len(report.Warnings) != 1 || report.File != "in.py" {
		t.Errorf("got %+v", report)
	}
}

// Not every program has a form in TVMScript.
func TestNoText(t *testing.T) {
	m := parse(t, "func.func @f() { cf.br ^a ^a: cf.br ^a }")
	if text, err := m.Text(inflight.TVMScript); err == nil || len(text) > 0 {
		t.Errorf("got %q, %v", text, err)
	}
	if text, err := m.Text(inflight.MLIR); err != nil || string(text) != m.String()+"\n" {
		t.Errorf("got %q, %v", text, err)
	}
}

// A canceled run ends with a diagnostic.
func TestCanceled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	endless := parse(t, "func.func @f() { cf.br ^a ^a: cf.br ^a }")
	_, err := endless.Run(ctx, inflight.RunConfig{})
	wantCode(t, err, "run-interrupted")
}

// A run ends in an error if the program has a hazard, accesses memory outside of its bounds or reads elements
// that nothing has written, and if there is no such engine, entry or input.
func TestNotRun(t *testing.T) {
	for name, c := range map[string]struct {
		source, code string
		config       inflight.RunConfig
	}{
		"race": {`func.func @f(%A: memref<1xf32>) {
  %c0 = arith.constant 0 : index
  %x = arith.constant 1.0 : f32
  pipeline.commit_queue 0 { pipeline.async_scope { memref.store %x, %A[%c0] : memref<1xf32> } }
  memref.store %x, %A[%c0] : memref<1xf32>
  pipeline.wait_queue 0, 0 { }
  return
}`, "check-race-waw", inflight.RunConfig{}},
		"in flight at the end": {`func.func @f(%A: memref<1xf32>) {
  %c0 = arith.constant 0 : index
  %x = arith.constant 1.0 : f32
  pipeline.commit_queue 0 { pipeline.async_scope { memref.store %x, %A[%c0] : memref<1xf32> } }
  return
}`, "check-in-flight-at-return", inflight.RunConfig{}},
		"out of bounds": {`func.func @f(%A: memref<1xf32>) {
  %c1 = arith.constant 1 : index
  %x = arith.constant 1.0 : f32
  memref.store %x, %A[%c1] : memref<1xf32>
  return
}`, "check-out-of-bounds", inflight.RunConfig{}},
		"never written": {`func.func @f(%A: memref<1xf32>) {
  %c0 = arith.constant 0 : index
  %B = memref.alloc() : memref<1xf32>
  %x = memref.load %B[%c0] : memref<1xf32>
  memref.store %x, %A[%c0] : memref<1xf32>
  return
}`, "sim-uninitialized-read", inflight.RunConfig{}},
		"no engine": {copyLoop, "run-engine", inflight.RunConfig{Engine: "abacus"}},
		"no entry":  {copyLoop, "run-entry", inflight.RunConfig{Entry: "main"}},
		"bad input": {copyLoop, "run-argument",
			inflight.RunConfig{Inputs: exec.Inputs{Args: map[string]string{"Z": "1"}}}},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := parse(t, c.source).Run(context.Background(), c.config)
			wantCode(t, err, c.code)
		})
	}
}

func wantCode(t *testing.T, err error, code string) {
	t.Helper()
	var d *diag.Diagnostic
	if !errors.As(err, &d) || string(d.Code) != code {
		t.Errorf("got %v, want code %s", err, code)
	}
}

// If a program is judged without being pipelined, its waits stand in no part of a pipeline.
func TestVerdictsAsWritten(t *testing.T) {
	piped, err := parse(t, copyLoop).Pipeline(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	report, err := parse(t, piped.String()).Check(t.Context(), check.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := report.WriteText(&b); err != nil {
		t.Fatal(err)
	}
	if text := b.String(); strings.Contains(text, "epilogue") ||
		!strings.Contains(text, "all 2 waits are needed and exact") {
		t.Errorf("got\n%s", text)
	}
}
