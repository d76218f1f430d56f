package sim_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/sim"
	"github.com/inflight-compiler/inflight/value"
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

// launches is a device that executes kernels by a function, and no other operation.
type launches func(context.Context, *sim.Launch) error

func (f launches) Do(ctx context.Context, o *sim.DeviceOp) (sim.Ticket, error) {
	if o.Launch == nil {
		return nil, nil
	}
	return nil, f(ctx, o.Launch)
}

// runHost runs the program on a device that executes kernels by launch.
func runHost(t *testing.T, source string, n int64, launch launches) (*sim.Result, error) {
	t.Helper()
	p, err := sim.CompileHost(parse(t, "host.mlir", source), "main")
	if err != nil {
		return nil, err
	}
	inputs := p.Inputs()
	return p.Run(context.Background(), sim.Config{Device: launch},
		[]value.Value{value.Int(inputs[0], n), value.Float(inputs[1].(*ir.FloatType), 1.5)})
}

// A device gets the sizes and the arguments of a kernel, and can change the memory of the host.
func TestHostLaunches(t *testing.T) {
	launches := 0
	result, err := runHost(t, strings.Replace(hostProgram, "FREE", "", 1), 4,
		func(_ context.Context, l *sim.Launch) error {
			launches++
			if l.Op.Name() != "gpu.launch_func" || l.Kernel.SymbolName() != "kernel" ||
				l.Grid != [3]int64{1, 2, 4} || l.Block != [3]int64{4, 3, 1} || l.Shared != 100 {
				t.Errorf("%+v", l)
			}
			b := l.Args[0].Buffer
			if len(l.Args[0].Memory) != 64 || l.Args[0].Origin != 0 || b.Offset != 3 ||
				!slices.Equal(b.Shape, []int64{4}) || !slices.Equal(b.Strides, []int64{2}) {
				t.Errorf("%+v", b)
			}
			if l.Args[1].Float() != 1.5 || l.Args[2].Int() != 4 {
				t.Errorf("%v, %v", l.Args[1], l.Args[2])
			}
			b.Set(value.Float(b.Type.Elem.(*ir.FloatType), 42).Bits, 1)
			return nil
		})
	if err != nil || launches != 1 || result.Returns[0].Float() != 42 {
		t.Fatalf("%d launches: %v, %v", launches, result, err)
	}
}

// An error in a launch has the place of the launch, and so has an error that the device returns.
func TestHostFailures(t *testing.T) {
	program := strings.Replace(hostProgram, "FREE", "", 1)
	inHost := strings.Replace(program, "%t = gpu.launch_func",
		`gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
        threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) { gpu.terminator }
    %t = gpu.launch_func`, 1)
	fail := func(err error) launches {
		return func(context.Context, *sim.Launch) error { return err }
	}
	for name, c := range map[string]struct {
		source string
		n      int64
		err    error
		want   string
	}{
		"device":     {program, 4, errors.New("it burns"), "sim-device"},
		"diagnostic": {program, 4, diag.Errorf("my-code", diag.Span{}, "it burns"), "my-code"},
		"sizes":      {program, 0, nil, "sim-launch-size"},
		"freed": {strings.Replace(hostProgram, "FREE", "memref.dealloc %A : memref<16xf32>", 1), 4,
			nil, "sim-use-after-free"},
		"not a function": {inHost, 4, nil, "sim-unsupported-op"},
	} {
		_, err := runHost(t, c.source, c.n, fail(c.err))
		d, ok := errors.AsType[*diag.Diagnostic](err)
		if !ok || string(d.Code) != c.want || !d.Span.IsKnown() {
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
	}
}

// recorder is a device that gives every operation a number as its ticket, and keeps the operations.
type recorder []*sim.DeviceOp

func (r *recorder) Do(_ context.Context, o *sim.DeviceOp) (sim.Ticket, error) {
	*r = append(*r, o)
	return len(*r), nil
}

// fourNumbers returns memory for the argument of a program.
func fourNumbers(t *testing.T, p *sim.Program) value.Value {
	b, err := value.NewBuffer(p.Inputs()[0].(*ir.MemRefType), []int64{4})
	if err != nil {
		t.Fatal(err)
	}
	return value.Memory(b)
}

// The device gets operations with the tickets of the operations that they come after, also where tokens are
// carried by a loop.
func TestHostTickets(t *testing.T) {
	p, err := sim.CompileHost(parse(t, "host.mlir", `func.func @main(%a: memref<4xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %five = arith.constant 5 : i32
  %d, %0 = gpu.alloc async () : memref<4xi32>
  %1 = gpu.memcpy async [%0] %d, %a : memref<4xi32>, memref<4xi32>
  %2 = scf.for %i = %c0 to %c2 step %c1 iter_args(%t = %1) -> (!gpu.async.token) {
    %n = gpu.memset async [%t] %d, %five : memref<4xi32>, i32
    scf.yield %n : !gpu.async.token
  }
  %3 = gpu.wait async [%2, %0]
  %4 = gpu.dealloc async [%3] %d : memref<4xi32>
  gpu.wait [%4]
  return
}`), "main")
	if err != nil {
		t.Fatal(err)
	}
	var r recorder
	if _, err := p.Run(context.Background(), sim.Config{Device: &r},
		[]value.Value{fourNumbers(t, p)}); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, o := range r {
		got = append(got, fmt.Sprint(o.Op.Name(), o.After, o.Async, o.Value))
	}
	want := []string{
		"gpu.alloc[] true 0", "gpu.memcpy[1] true 0", "gpu.memset[2] true 5", "gpu.memset[3] true 5",
		"gpu.wait[4 1] true 0", "gpu.dealloc[5] true 0",
		"gpu.wait[6] false 0",
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	if c := r[1]; !c.Memory.OnDevice || c.Source.OnDevice || &c.Memory.Memory[0] != &r[0].Memory.Memory[0] {
		t.Errorf("%+v", c)
	}
}

// The host cannot access memory of the device, and the memory is freed once.
func TestHostMayNotTouchTheDevice(t *testing.T) {
	for code, body := range map[diag.Code]string{
		"sim-host-access": "%v = memref.load %d[%c0] : memref<4xi32>",
		"sim-double-free": "gpu.dealloc %d : memref<4xi32>\n  gpu.dealloc %d : memref<4xi32>",
		"sim-use-after-free": "gpu.dealloc %d : memref<4xi32>\n  gpu.memcpy %d, %a : memref<4xi32>, " +
			"memref<4xi32>",
		"sim-out-of-bounds": "%s = memref.reinterpret_cast %d to offset: [2], sizes: [4], strides: [1] : " +
			"memref<4xi32> to memref<4xi32, strided<[1], offset: 2>>\n" +
			"  gpu.memcpy %s, %a : memref<4xi32, strided<[1], offset: 2>>, memref<4xi32>",
	} {
		p, err := sim.CompileHost(
			parse(t, "host.mlir", "func.func @main(%a: memref<4xi32>) {\n  %c0 = arith.constant 0 : index\n"+
				"  %d = gpu.alloc () : memref<4xi32>\n  "+body+"\n  return\n}"), "main")
		if err != nil {
			t.Fatal(err)
		}
		_, err = p.Run(context.Background(), sim.Config{Device: &recorder{}},
			[]value.Value{fourNumbers(t, p)})
		d, ok := errors.AsType[*diag.Diagnostic](err)
		if !ok || d.Code != code || !d.Span.IsKnown() {
			t.Errorf("%s: %v", code, err)
		}
	}
}
