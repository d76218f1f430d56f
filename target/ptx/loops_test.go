package ptx_test

import (
	"context"
	"os"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/exec"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/internal/ptxfaults"
	"github.com/inflight-compiler/inflight/internal/race"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/language"
	"github.com/inflight-compiler/inflight/ptx/judge"
	"github.com/inflight-compiler/inflight/ptx/launchfile"
	"github.com/inflight-compiler/inflight/ptx/machine"
	"github.com/inflight-compiler/inflight/target/ptx"
)

// loops are the examples whose kernels are loops that are bound to threads, with the number of copies that
// their PTX has at least, and of barriers at most: of a pipeline, one in the body.
var loops = map[string]struct{ copies, barriers int }{
	"../../examples/tvm/shared_gemm.py": {8, 5}, "../../examples/gpu/stream.py": {8, 0},
	"../../examples/gpu/softmax.py": {3, 15},
	"../../examples/gpu/stencil.py": {3, 3},
}

// read reads a program in any language.
func read(t *testing.T, file string) *ir.Op {
	t.Helper()
	source, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	f := diag.NewFile(file, source)
	m, diags := language.Of(f).Parse(all.NewContext(), f)
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	return m
}

// inOrder runs the only function of a program in order, and returns its arguments before and after.
func inOrder(t *testing.T, m *ir.Op) (before, after []exec.Argument) {
	t.Helper()
	fn := m.Find(function.Func)[0]
	before, err := exec.Inputs{Seed: 3}.Arguments(fn)
	if err != nil {
		t.Fatal(err)
	}
	after = exec.Clone(before)
	engine, err := exec.Lookup("sim")
	if err == nil {
		var program exec.Program
		if program, err = engine.Compile(context.Background(), m, fn.SymbolName(), exec.Code{}); err == nil {
			_, err = program.Run(context.Background(), exec.Values(after), exec.Options{})
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	return before, after
}

// What the kernel of a loop that is bound to threads computes, pipelined and as PTX, is bit by bit what the
// loop computes in order, whenever copies take place; all of its waits are needed and exact.
func TestLoopsAreKernels(t *testing.T) {
	race.Skip(t, "one goroutine executes kernels")
	for file, want := range loops {
		m := read(t, file)
		before, after := inOrder(t, m)
		k, err := ptx.Compile(t.Context(),
			passtest.Transform(t, m, "builtin.module(inject-software-pipeline)"),
			ptx.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(k.Text, "cp.async.c"); n < want.copies {
			t.Errorf("%s: %d asynchronous copies, want %d", file, n, want.copies)
		}
		if n := strings.Count(k.Text, "bar.sync"); n > want.barriers {
			t.Errorf("%s: %d barriers, want %d", file, n, want.barriers)
		}
		args, buffers := descriptors(t, before)
		sameAfterRun(t, file, launchOf(t, k, args), buffers, after)
	}
}

// descriptors returns the arguments of a kernel, as descriptors of memrefs have them, and the buffers behind
// them.
func descriptors(t *testing.T, args []exec.Argument) (all []machine.Arg, buffers []*machine.Buffer) {
	t.Helper()
	for _, a := range args {
		array, err := a.Array()
		if err != nil {
			t.Fatal(err)
		}
		b := &machine.Buffer{Name: a.Name, Data: append([]byte(nil), array.Data...)}
		buffers = append(buffers, b)
		var shape []int
		for _, n := range a.Value.Type.(*ir.MemRefType).Shape {
			shape = append(shape, int(n))
		}
		all = append(all, descriptor(b, shape...)...)
	}
	return all, buffers
}

// launchOf makes a launch of the kernel as its metadata says.
func launchOf(t *testing.T, k *ptx.Kernels, args []machine.Arg) *judge.Plan {
	t.Helper()
	m, err := judge.Load(diag.NewFile("kernel.ptx", []byte(k.Text)))
	if err != nil {
		t.Fatal(err)
	}
	metadata, err := launchfile.Parse(diag.NewFile("kernel.json", k.Metadata))
	if err != nil {
		t.Fatal(err)
	}
	p, err := judge.NewPlan(m, judge.Options{DynamicShared: -1, Metadata: metadata})
	if err != nil {
		t.Fatal(err)
	}
	p.Config.Args = args
	return p
}

func sameAfterRun(t *testing.T, file string, p *judge.Plan, buffers []*machine.Buffer,
	after []exec.Argument) {
	t.Helper()
	result, err := judge.Run(context.Background(), p, 1)
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
	onDevice(t, p)
	_, want := descriptors(t, after)
	got := map[string]string{}
	for _, b := range result.Buffers {
		if b != nil {
			got[b.Name] = string(b.Data)
		}
	}
	for i, b := range want {
		if got[b.Name] != string(b.Data) {
			t.Errorf("%s: %s differs from what the loop computes", file, buffers[i].Name)
		}
	}
}

// Each wait, barrier and commit of these kernels is needed.
func TestEveryWaitOfLoopsIsNeeded(t *testing.T) {
	race.Skip(t, "one goroutine executes kernels")
	for file := range loops {
		k, err := ptx.Compile(t.Context(),
			passtest.Transform(t, read(t, file), "builtin.module(inject-software-pipeline)"),
			ptx.Options{})
		if err != nil {
			t.Fatal(err)
		}
		faults, err := ptxfaults.All(diag.NewFile("kernel.ptx", []byte(k.Text)), 1)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range faults {
			if !faulty(t, f.Text) {
				t.Errorf("%s:%d: no fault is found after the %s", file, f.Line, f.What)
			}
		}
		if count := len(faults); count < 8 {
			t.Errorf("%s: %d mutants", file, count)
		}
	}
}

// A nest of parallel loops that is mapped to blocks and threads becomes a kernel, and its reduction shuffles.
func TestParallelLoopsAreKernels(t *testing.T) {
	const file = "testdata/rowsum.mlir"
	m := read(t, file)
	before, after := inOrder(t, m)
	k, err := ptx.Compile(t.Context(), m, ptx.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(k.Text, "shfl.sync.bfly") {
		t.Errorf("there is no shuffle in\n%s", k.Text)
	}
	args, buffers := descriptors(t, before)
	sameAfterRun(t, file, launchOf(t, k, args), buffers, after)
}
