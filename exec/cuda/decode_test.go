package cuda

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/sim"
	"github.com/inflight-compiler/inflight/value"
)

// decoder is an executor that decodes operations for a program and executes none.
type decoder struct {
	program *Program
	decoded []*operation
}

func (d *decoder) Do(_ context.Context, o *sim.Operation) (sim.Ticket, error) {
	decoded, err := d.program.decode(o)
	d.decoded = append(d.decoded, decoded)
	return nil, err
}

// decoded runs the function main of a program with n and x = 1.5, and returns the operations of the device.
func decoded(t *testing.T, source string, n int64) ([]*operation, error) {
	t.Helper()
	module := passtest.Parse(t, source)
	program := newProgram(module)
	host, err := sim.CompileFor(module, "main", program.delegate)
	if err != nil {
		return nil, err
	}
	d := &decoder{program: program}
	inputs := host.Inputs()
	_, err = host.Run(t.Context(), sim.Config{Executor: d},
		[]value.Value{value.Int(inputs[0], n), value.Float(inputs[1].(*ir.FloatType), 1.5)})
	return d.decoded, err
}

const launching = `module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @kernel(%A: memref<16xf32>, %x: f32, %n: index) kernel {
      gpu.return
    }
  }
  func.func @main(%n: index, %x: f32) {
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    %bytes = arith.constant 100 : i32
    %A = gpu.alloc () : memref<16xf32>
    MORE
    gpu.launch_func @kernels::@kernel blocks in (%c1, %c2, %n) threads in (%c4, %c3, %c1)
        SHARED args(%A : memref<16xf32>, %x : f32, %n : index)
    return
  }
}`

// program returns the program that launches a kernel, with other operations in front of the launch.
func program(more, shared string) string {
	return strings.NewReplacer("MORE", more, "SHARED", shared).Replace(launching)
}

// The sizes of a launch are the first values of the operation, then comes the shared memory, if there is any,
// then the arguments of the kernel.
func TestDecodedLaunch(t *testing.T) {
	for shared, bytes := range map[string]int64{"": 0, "dynamic_shared_memory_size %bytes": 100} {
		operations, err := decoded(t, program("", shared), 4)
		if err != nil || len(operations) != 2 {
			t.Fatalf("%d operations: %v", len(operations), err)
		}
		l := operations[1].launch
		if l.op.Name() != "gpu.launch_func" || l.kernel.SymbolName() != "kernel" ||
			l.grid != [3]int64{1, 2, 4} || l.block != [3]int64{4, 3, 1} || l.shared != bytes ||
			len(l.args) != 3 || !l.args[0].Away || l.args[1].Float() != 1.5 || l.args[2].Int() != 4 {
			t.Errorf("%+v", l)
		}
	}
}

// A copy has a source, a fill has a value, and both have the memory that they write.
func TestDecodedCopyAndFill(t *testing.T) {
	source := strings.Replace(program(`%B = gpu.alloc host_shared () : memref<16xf32>
    gpu.memcpy %A, %B : memref<16xf32>, memref<16xf32>
    gpu.memset %A, %x : memref<16xf32>, f32
    gpu.dealloc %A : memref<16xf32>
    %C = gpu.alloc () : memref<16xf32>`, ""), "args(%A", "args(%C", 1)
	operations, err := decoded(t, source, 4)
	if err != nil || len(operations) != 6 {
		t.Fatalf("%d operations: %v", len(operations), err)
	}
	c, f, free := operations[1], operations[2], operations[3]
	if !c.memory.Away || c.source == nil || c.source.Away {
		t.Errorf("copy: %+v", c)
	}
	if !f.memory.Away || f.source != nil || f.value != 0x3fc00000 {
		t.Errorf("fill: %+v", f)
	}
	if free.memory.Buffer == nil || free.source != nil || free.launch != nil {
		t.Errorf("deallocation: %+v", free)
	}
}

// What no device executes is an error with the place of the operation, when it is compiled or when it is
// executed.
func TestNotDecoded(t *testing.T) {
	clusters := strings.Replace(program("", ""), "blocks in (%c1, %c2, %n)",
		"clusters in (%c1, %c1, %c1) blocks in (%c1, %c2, %n)", 1)
	for name, c := range map[string]struct {
		source string
		n      int64
		want   string
	}{
		"sizes": {program("", ""), 0, "sim-launch-size"},
		"promise": {strings.Replace(program("", ""), "kernel {", "kernel attributes {known_block_size = "+
			"array<i32: 32, 1, 1>} {", 1), 4, "sim-launch-size"},
		"shapes": {program(`%B = memref.alloc(%n) : memref<?xf32>
    %D = memref.cast %A : memref<16xf32> to memref<?xf32>
    gpu.memcpy %D, %B : memref<?xf32>, memref<?xf32>`, ""), 4, "sim-shape-mismatch"},
		"clusters": {clusters, 4, "sim-unsupported-op"},
		"no function": {program(`gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
        threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) { gpu.terminator }`, ""), 4,
			"sim-unsupported-op"},
	} {
		_, err := decoded(t, c.source, c.n)
		d, ok := errors.AsType[*diag.Diagnostic](err)
		if !ok || string(d.Code) != c.want || !d.Span.IsKnown() {
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
	}
}
