package sim_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/sim"
)

const hostProgram = `module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @kernel(%A: memref<?xf32, strided<[2], offset: 3>>, %x: f32, %n: index) kernel {
      "gpu.return"() : () -> ()
    }
  }
  func.func @main(%n: index, %x: f32) -> f32 {
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    %bytes = arith.constant 100 : i32
    %A = memref.alloc() : memref<16xf32>
    %s = memref.subview %A[3] [%n] [2] : memref<16xf32> to memref<?xf32, strided<[2], offset: 3>>
    FREE
    %t = gpu.launch_func async @kernels::@kernel blocks in (%c1, %c2, %n) threads in (%c4, %c3, %c1)
        dynamic_shared_memory_size %bytes args(%s : memref<?xf32, strided<[2], offset: 3>>, %x : f32, %n : index)
    gpu.wait [%t]
    %v = memref.load %s[%c1] : memref<?xf32, strided<[2], offset: 3>>
    return %v : f32
  }
}`

// runHost runs the program with kernels that a function executes.
func runHost(t *testing.T, source string, n int64, launch func(context.Context, *sim.Launch) error) (*sim.Result, error) {
	t.Helper()
	p, err := sim.CompileHost(parse(t, "host.mlir", source), "main")
	if err != nil {
		return nil, err
	}
	inputs := p.Inputs()
	return p.Run(context.Background(), sim.Config{Launch: launch}, []sim.Value{sim.Int(inputs[0], n), sim.Float(inputs[1].(*ir.FloatType), 1.5)})
}

// A kernel that something else executes is given its sizes and its arguments, and changes the memory of the host.
func TestHostLaunches(t *testing.T) {
	launches := 0
	result, err := runHost(t, strings.Replace(hostProgram, "FREE", "", 1), 4, func(_ context.Context, l *sim.Launch) error {
		launches++
		if l.Op.Name() != "gpu.launch_func" || l.Kernel.SymbolName() != "kernel" || l.Grid != [3]int64{1, 2, 4} || l.Block != [3]int64{4, 3, 1} || l.Shared != 100 {
			t.Errorf("%+v", l)
		}
		b := l.Args[0].Buffer
		if len(l.Args[0].Memory) != 64 || l.Args[0].Origin != 0 || b.Offset != 3 || !slices.Equal(b.Shape, []int64{4}) || !slices.Equal(b.Strides, []int64{2}) {
			t.Errorf("%+v", b)
		}
		if l.Args[1].Float() != 1.5 || l.Args[2].Int() != 4 {
			t.Errorf("%v, %v", l.Args[1], l.Args[2])
		}
		b.Set(sim.Float(b.Type.Elem.(*ir.FloatType), 42).Bits, 1)
		return nil
	})
	if err != nil || launches != 1 || result.Returns[0].Float() != 42 {
		t.Fatalf("%d launches: %v, %v", launches, result, err)
	}
}

// What is wrong with a launch is an error at its place: also what the device says.
func TestHostFailures(t *testing.T) {
	program := strings.Replace(hostProgram, "FREE", "", 1)
	inHost := strings.Replace(program, "%t = gpu.launch_func", `gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
        threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) { gpu.terminator }
    %t = gpu.launch_func`, 1)
	fail := func(err error) func(context.Context, *sim.Launch) error {
		return func(context.Context, *sim.Launch) error { return err }
	}
	for name, c := range map[string]struct {
		source string
		n      int64
		err    error
		want   string
	}{
		"device":         {program, 4, errors.New("it burns"), "sim-device"},
		"diagnostic":     {program, 4, diag.Errorf("my-code", diag.Span{}, "it burns"), "my-code"},
		"sizes":          {program, 0, nil, "sim-launch-size"},
		"freed":          {strings.Replace(hostProgram, "FREE", "memref.dealloc %A : memref<16xf32>", 1), 4, nil, "sim-use-after-free"},
		"not a function": {inHost, 4, nil, "sim-unsupported-op"},
	} {
		_, err := runHost(t, c.source, c.n, fail(c.err))
		d, ok := errors.AsType[*diag.Diagnostic](err)
		if !ok || string(d.Code) != c.want || !d.Span.IsKnown() {
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
	}
}
