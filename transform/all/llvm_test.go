package all_test

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/inflight-compiler/inflight/internal/golden"
	"github.com/inflight-compiler/inflight/internal/tools"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/sim"
)

// toLLVM lowers a program of affine, scf, arith, math, memref, vector and func.
const toLLVM = "builtin.module(expand-strided-metadata,lower-affine,convert-vector-to-llvm," +
	"convert-scf-to-cf,convert-math-to-llvm," +
	"convert-arith-to-llvm,finalize-memref-to-llvm,convert-func-to-llvm,convert-cf-to-llvm," +
	"reconcile-unrealized-casts)"

// A lowered program computes what the simulator computes with the program as written. Each function without
// arguments that returns an i64 is an entry.
func TestLoweredProgramsRun(t *testing.T) {
	runner := tools.Require(t, "mlir-runner")
	golden.Txtar(t, "testdata/llvm/*.txtar", func(t *testing.T, ar *txtar.Archive) {
		source := string(golden.Get(t, ar, "in.mlir"))
		written, lowered := parse(t, source), parse(t, source)
		if errs := runPipeline(t, lowered, toLLVM); errs.HasErrors() {
			t.Fatalf("%v\n%s", errs, printed(lowered))
		}
		onlyLLVM(t, lowered)
		var results strings.Builder
		for op := range written.Body().Ops() {
			name := op.SymbolName()
			if !strings.HasPrefix(name, "main") {
				continue
			}
			want := simulated(t, written, name)
			if got := executed(t, runner, printed(lowered), name); got != want {
				t.Errorf("%s: mlir-runner computes %s, the simulator %s", name, got, want)
			}
			fmt.Fprintf(&results, "%s = %s\n", name, want)
		}
		golden.Set(ar, "results", []byte(results.String()))
	})
}

// onlyLLVM reports operations that are not lowered.
func onlyLLVM(t *testing.T, m *ir.Op) {
	for op := range m.Walk() {
		if d := op.Def().DialectName(); op != m && d != "llvm" {
			t.Errorf("%s is left", op.Name())
		}
	}
}

func simulated(t *testing.T, m *ir.Op, name string) string {
	t.Helper()
	program, err := sim.Compile(m, name)
	if err != nil {
		t.Fatal(err)
	}
	result, err := program.Run(context.Background(), sim.Config{Mode: sim.Sequential}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprint(int64(result.Returns[0].Bits))
}

func executed(t *testing.T, runner, program, name string) string {
	t.Helper()
	library := tools.Require(t, "libmlir_c_runner_utils")
	cmd := tools.Command(t, runner, "-e", name, "-entry-point-result=i64", "-shared-libs="+library)
	cmd.Stdin = strings.NewReader(program)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil {
		t.Fatalf("mlir-runner: %v\n%s\n%s", err, errs.String(), program)
	}
	return strings.TrimSpace(out.String())
}
