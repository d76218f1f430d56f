package cuda_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/exec"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
	"github.com/inflight-compiler/inflight/ptx/judge"
	"github.com/inflight-compiler/inflight/ptx/machine"
)

// grids are the sizes that the programs launch their kernels with.
var grids = map[string]machine.Extents{
	"testdata/gemm.mlir": {2, 2, 1}, "../../examples/gpu/triad.mlir": {16, 1, 1},
}

// simulate runs a program with its loops pipelined and its barriers in place, and returns its arguments before and after.
func simulate(t *testing.T, file string) (before, after []exec.Argument) {
	t.Helper()
	source, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	m, diags := text.Parse(all.NewContext(), diag.NewFile(file, source), text.Options{})
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	m = passtest.Transform(t, m, "builtin.module(inject-software-pipeline,inject-ptx-async-copy,place-gpu-barriers)")
	fn, err := exec.Entry(m, "main")
	if err != nil {
		t.Fatal(err)
	}
	if before, err = (exec.Inputs{Seed: 3}).Arguments(fn); err != nil {
		t.Fatal(err)
	}
	after = exec.Clone(before)
	engine, err := exec.Lookup("sim")
	if err == nil {
		_, err = engine.Run(context.Background(), m, "main", exec.Values(after), exec.Options{})
	}
	if err != nil {
		t.Fatal(err)
	}
	return before, after
}

// descriptors returns the arguments of a kernel: for each memref its addresses, its offset, its sizes and its strides.
func descriptors(t *testing.T, args []exec.Argument) (all []machine.Arg, buffers []*machine.Buffer) {
	t.Helper()
	for _, a := range args {
		array, err := exec.Array(a.Value.Buffer)
		if err != nil {
			t.Fatal(err)
		}
		b := &machine.Buffer{Name: a.Name, Data: append([]byte(nil), array.Data...)}
		buffers = append(buffers, b)
		all = append(all, machine.Arg{Buffer: b}, machine.Arg{Buffer: b}, machine.Arg{})
		shape := a.Value.Type.(*ir.MemRefType).Shape
		stride, strides := int64(1), make([]machine.Arg, len(shape))
		for d := len(shape) - 1; d >= 0; d-- {
			strides[d] = machine.Arg{Bits: uint64(stride)}
			stride *= shape[d]
		}
		for _, n := range shape {
			all = append(all, machine.Arg{Bits: uint64(n)})
		}
		all = append(all, strides...)
	}
	return all, buffers
}

// plan makes a launch of a text.
func plan(t *testing.T, file, code string, args []machine.Arg) *judge.Plan {
	t.Helper()
	m, err := judge.Load(diag.NewFile(strings.TrimSuffix(filepath.Base(file), ".mlir")+".ptx", []byte(code)))
	if err != nil {
		t.Fatal(err)
	}
	p, err := judge.NewPlan(m, judge.Options{DynamicShared: -1, Grid: grids[file]})
	if err != nil {
		t.Fatal(err)
	}
	if len(p.Config.Args) != len(args) {
		t.Fatalf("the kernel has %d parameters, not %d", len(p.Config.Args), len(args))
	}
	p.Config.Args = args
	return p
}

// The PTX of a kernel computes on its machine what the simulator makes of the program, bit by bit, whenever copies
// take place; its waits are exact.
func TestMachineAgreesWithSimulator(t *testing.T) {
	for file := range grids {
		before, after := simulate(t, file)
		args, _ := descriptors(t, before)
		result, err := judge.Run(context.Background(), plan(t, file, compile(t, file).Text, args), 1)
		if err != nil {
			t.Fatal(err)
		}
		if !result.OK() || len(result.Findings) > 0 {
			t.Errorf("%s: %v", file, result.Findings)
		}
		for _, w := range result.Waits {
			if w.Verdict != judge.Needed || w.Exact != w.N {
				t.Errorf("%s: line %d: %s is %v, exact %d", file, w.Line, w.Text, w.Verdict, w.Exact)
			}
		}
		_, want := descriptors(t, after)
		at := 0
		for i, b := range want {
			for result.Buffers[at] == nil || result.Buffers[at].Name != b.Name {
				at++
			}
			if string(result.Buffers[at].Data) != string(b.Data) {
				t.Errorf("%s: %s differs from the simulator's", file, before[i].Name)
			}
		}
	}
}
