package ptx_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/internal/gputest"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/internal/race"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ptx/judge"
	"github.com/inflight-compiler/inflight/ptx/machine"
	"github.com/inflight-compiler/inflight/sim"
	"github.com/inflight-compiler/inflight/target/ptx"
	"github.com/inflight-compiler/inflight/value"
)

// fill makes elements of a type: integers of all sizes, and floating-point numbers with few digits.
func fill(r *rand.Rand, elem ir.Type, data []byte) {
	t, ok := elem.(*ir.FloatType)
	if !ok {
		for i := range data {
			data[i] = byte(r.Uint32())
		}
		return
	}
	size := int(t.Width()) / 8
	for i := 0; i+size <= len(data); i += size {
		copy(data[i:], littleEndian(ir.EncodeFloat(t.Kind, float64(r.IntN(33)-16)/8), 8*size))
	}
}

// inputs makes arguments for the function @main of a program, which takes memrefs of static size.
func inputs(t *testing.T, m *ir.Op) []*value.Buffer {
	t.Helper()
	program, err := sim.Compile(m, "main")
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(5, 6))
	var list []*value.Buffer
	for _, typ := range program.Inputs() {
		mt := typ.(*ir.MemRefType)
		b, err := value.NewBuffer(mt, mt.Shape)
		if err != nil {
			t.Fatal(err)
		}
		fill(r, mt.Elem, b.Data)
		list = append(list, b)
	}
	return list
}

// simulateKernels runs a program with its barriers in place, and returns what is in its arguments then.
func simulateKernels(t *testing.T, m *ir.Op, args []*value.Buffer) [][]byte {
	t.Helper()
	program, err := sim.Compile(
		passtest.Transform(t, m, "builtin.module(inject-ptx-async-copy,place-gpu-barriers)"), "main")
	if err != nil {
		t.Fatal(err)
	}
	var values []value.Value
	var after [][]byte
	for _, a := range args {
		b, err := value.NewBuffer(a.Type, a.Type.Shape)
		if err != nil {
			t.Fatal(err)
		}
		copy(b.Data, a.Data)
		values, after = append(values, value.Memory(b)), append(after, b.Data)
	}
	if _, err := program.Run(context.Background(), sim.Config{}, values); err != nil {
		t.Fatal(err)
	}
	return after
}

// executeKernels runs the launches of @main on the machine of PTX, and returns what is in the arguments of
// @main then. It is an error if the judge finds anything.
func executeKernels(t *testing.T, m *ir.Op, text string, args []*value.Buffer) [][]byte {
	t.Helper()
	module, err := judge.Load(diag.NewFile("kernel.ptx", []byte(text)))
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	buffers := map[*ir.Value]*machine.Buffer{}
	var after [][]byte
	for i, v := range mainOf(m).Body().Args() {
		buffers[v] = &machine.Buffer{Name: v.Name(), Data: append([]byte(nil), args[i].Data...)}
	}
	for _, launch := range m.Find(gpu.LaunchFunc) {
		p, err := judge.NewPlan(module,
			judge.Options{Kernel: launch.Attr("kernel").(*ir.SymbolRefAttr).Nested[0],
				Grid:  extents(t, gpu.GridSize(launch)),
				Block: extents(t, gpu.BlockSize(launch)), DynamicShared: dynamicShared(t, launch)})
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		if got, want := len(p.Config.Args), len(parameters(t, launch, buffers)); got != want {
			t.Fatalf("the kernel has %d parameters, not %d", got, want)
		}
		p.Config.Args = parameters(t, launch, buffers)
		result, err := judge.Run(context.Background(), p, 1)
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		for _, d := range result.Findings {
			if d.Severity != diag.Remark { // as conflicts of banks are
				t.Fatalf("%v\n%s", result.Findings, text)
			}
		}
		onDevice(t, p)
		for i, a := range p.Config.Args {
			if a.Buffer != nil {
				copy(a.Buffer.Data, result.Buffers[i].Data)
			}
		}
		for _, w := range result.Waits {
			if w.Verdict != judge.Needed || w.Exact != w.N {
				t.Errorf("line %d: %s is %v, exact %d", w.Line, w.Text, w.Verdict, w.Exact)
			}
		}
	}
	for _, v := range mainOf(m).Body().Args() {
		after = append(after, buffers[v].Data)
	}
	return after
}

// onDevice executes a launch on the device as well, if there is one.
func onDevice(t *testing.T, p *judge.Plan) {
	t.Helper()
	if !gputest.Enabled() {
		return
	}
	for _, a := range p.Config.Args {
		if a.Buffer != nil {
			a.Buffer.Grows = false // it is as long as it has to be
		}
	}
	if _, err := gputest.Launch(t, p.Kernel, p.Config); err != nil {
		t.Error(err)
	}
}

func mainOf(m *ir.Op) *ir.Op {
	for op := range m.Body().Ops() {
		if op.SymbolName() == "main" {
			return op
		}
	}
	return nil
}

func extents(t *testing.T, sizes [3]*ir.Value) (e machine.Extents) {
	t.Helper()
	for i, v := range sizes {
		e[i] = int(constant(t, v))
	}
	return e
}

func constant(t *testing.T, v *ir.Value) int64 {
	t.Helper()
	n, ok := ir.ConstInt(v)
	if !ok {
		t.Fatalf("%v is not constant", v)
	}
	return n
}

func dynamicShared(t *testing.T, launch *ir.Op) int64 {
	t.Helper()
	if v := gpu.DynamicSharedMemorySize(launch); v != nil {
		return constant(t, v)
	}
	return -1
}

// parameters returns those of a kernel: those of memrefs as descriptors have them.
func parameters(t *testing.T, launch *ir.Op, buffers map[*ir.Value]*machine.Buffer) (list []machine.Arg) {
	t.Helper()
	for _, v := range gpu.KernelOperands(launch) {
		mt, ok := v.Type().(*ir.MemRefType)
		switch {
		case ok && buffers[v] == nil:
			t.Skipf("the kernel gets %v, which is no argument of @main", v)
		case ok:
			shape := make([]int, len(mt.Shape))
			for i, n := range mt.Shape {
				shape[i] = int(n)
			}
			list = append(list, descriptor(buffers[v], shape...)...)
		default:
			list = append(list, machine.Arg{Bits: uint64(constant(t, v))})
		}
	}
	return list
}

// disagree returns what differs between the arguments of @main on two machines.
func disagree(m *ir.Op, got, want [][]byte) string {
	for i, v := range mainOf(m).Body().Args() {
		elem := v.Type().(*ir.MemRefType).Elem
		size := int(value.ElementSize(elem))
		for at := 0; at < len(want[i]); at += size {
			x, y := got[i][at:at+size], want[i][at:at+size]
			if string(x) != string(y) && !(isNaN(elem.String(), x) && isNaN(elem.String(), y)) {
				return fmt.Sprintf("argument %d at %d is %x, want %x", i, at/size, x, y)
			}
		}
	}
	return ""
}

// kernelFiles are the programs that launch kernels: those of the tests, and all examples.
func kernelFiles(t *testing.T) (list []string) {
	t.Helper()
	for _, pattern := range []string{"testdata/*.mlir", "../../examples/*/*.mlir"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			source, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if strings.Contains(string(source), "gpu.launch_func") &&
				strings.Contains(string(source), "func.func @main(") && !strings.Contains(file, ".golden.") {
				list = append(list, file)
			}
		}
	}
	return list
}

// The PTX of a kernel computes on its machine what the simulator makes of the program, bit by bit, whenever
// copies take place; its waits are exact.
func TestMachineAgreesWithSimulator(t *testing.T) {
	race.Skip(t, "one goroutine executes kernels")
	files := kernelFiles(t)
	if len(files) < len(programs) {
		t.Fatalf("there are only %q", files)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".mlir"), func(t *testing.T) {
			source, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			compareMachines(t, passtest.Transform(t, passtest.Parse(t, string(source)),
				"builtin.module(inject-software-pipeline)"))
		})
	}
}

// compareMachines runs a program in the simulator and its kernels on the machine of PTX.
func compareMachines(t *testing.T, m *ir.Op) {
	t.Helper()
	k, err := ptx.Compile(t.Context(), m, ptx.Options{})
	if err != nil {
		t.Fatalf("%v\n%s", err, passtest.Print(m))
	}
	args := inputs(t, m)
	got := executeKernels(t, m, k.Text, args)
	if difference := disagree(m, got, simulateKernels(t, m, args)); difference != "" {
		t.Errorf("%s\n%s", difference, k.Text)
	}
}
