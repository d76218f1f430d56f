package sim_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	funcdialect "github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/sim"
	"github.com/inflight-compiler/inflight/value"
)

// delegateAll delegates all operations of the dialect gpu that have effects outside of kernels, and calls.
func delegateAll(op *ir.Op) (*sim.Delegation, error) {
	switch {
	case op.Is(gpu.Alloc):
		return &sim.Delegation{Operands: op.OperandsOf(1), Allocates: true}, nil
	case op.Is(gpu.Dealloc):
		return &sim.Delegation{Operands: op.OperandsOf(1), Frees: true}, nil
	case op.Is(gpu.Memcpy), op.Is(gpu.Memset):
		return &sim.Delegation{Operands: []*ir.Value{gpu.Memory(op), gpu.Source(op)}}, nil
	case op.Is(gpu.Wait):
		return &sim.Delegation{}, nil
	case op.Is(gpu.Launch):
		return nil, sim.Unsupported(op, "in this test")
	case op.Is(funcdialect.Call):
		return &sim.Delegation{Operands: op.Operands()}, nil
	}
	return nil, nil
}

// executor executes operations by a function.
type executor func(o *sim.Operation) error

func (f executor) Do(_ context.Context, o *sim.Operation) (sim.Ticket, error) { return nil, f(o) }

const delegatingProgram = `func.func private @elsewhere(memref<?xf32, strided<[2], offset: 3>>, f32, index)
func.func @main(%n: index, %x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %A = memref.alloc() : memref<16xf32>
  %s = memref.subview %A[3] [%n] [2] : memref<16xf32> to memref<?xf32, strided<[2], offset: 3>>
  FREE
  scf.for %i = %c0 to %c1 step %c1 {
    func.call @elsewhere(%s, %x, %n) : (memref<?xf32, strided<[2], offset: 3>>, f32, index) -> ()
  }
  %v = memref.load %s[%c1] : memref<?xf32, strided<[2], offset: 3>>
  return %v : f32
}`

// runDelegating runs the program with n = 4 and x = 1.5.
func runDelegating(t *testing.T, source string, e executor) (*sim.Result, error) {
	t.Helper()
	p, err := sim.CompileFor(parse(t, "delegating.mlir", source), "main", delegateAll)
	if err != nil {
		return nil, err
	}
	inputs := p.Inputs()
	return p.Run(context.Background(), sim.Config{Executor: e},
		[]value.Value{value.Int(inputs[0], 4), value.Float(inputs[1].(*ir.FloatType), 1.5)})
}

// An executor gets the values of the operands of an operation that the simulator cannot execute, here a call
// of a function without a body. It can change the memory of the program.
func TestDelegatedOperands(t *testing.T) {
	executions := 0
	result, err := runDelegating(t, strings.Replace(delegatingProgram, "FREE", "", 1),
		func(o *sim.Operation) error {
			executions++
			memory := o.Args[0]
			b := memory.Buffer
			if o.Op.Name() != "func.call" || o.Async || len(memory.Memory) != 64 || memory.Origin != 0 ||
				memory.Away || b.Offset != 3 || !slices.Equal(b.Shape, []int64{4}) ||
				!slices.Equal(b.Strides, []int64{2}) {
				t.Errorf("%+v %+v", o, b)
			}
			if o.Args[1].Float() != 1.5 || o.Args[2].Int() != 4 {
				t.Errorf("%v, %v", o.Args[1], o.Args[2])
			}
			b.Set(value.Float(b.Type.Elem.(*ir.FloatType), 42).Bits, 1)
			return nil
		})
	if err != nil || executions != 1 || result.Returns[0].Float() != 42 {
		t.Fatalf("%d executions: %v, %v", executions, result, err)
	}
}

// An error about a delegated operation has the operation's place, whoever found it. An error of the executor
// says in which iteration the operation was executed.
func TestDelegatedFailures(t *testing.T) {
	program := strings.Replace(delegatingProgram, "FREE", "", 1)
	refused := strings.Replace(program, "func.call",
		`gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
        threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) { gpu.terminator }
    func.call`, 1)
	for name, c := range map[string]struct {
		source string
		err    error
		want   string
		notes  int
	}{
		"executor":   {program, errors.New("it burns"), "sim-device", 1},
		"diagnostic": {program, diag.Errorf("my-code", diag.Span{}, "it burns"), "my-code", 1},
		"freed": {strings.Replace(delegatingProgram, "FREE", "memref.dealloc %A : memref<16xf32>", 1), nil,
			"sim-use-after-free", 1},
		"refused": {refused, nil, "sim-unsupported-op", 0},
	} {
		_, err := runDelegating(t, c.source, func(*sim.Operation) error { return c.err })
		d, ok := errors.AsType[*diag.Diagnostic](err)
		if !ok || string(d.Code) != c.want || !d.Span.IsKnown() || len(d.Notes) != c.notes {
			t.Errorf("%s: %v, want %s with %d notes", name, err, c.want, c.notes)
		}
	}
}

// recorder is an executor that gives every operation a number as its ticket, and keeps the operations.
type recorder []*sim.Operation

func (r *recorder) Do(_ context.Context, o *sim.Operation) (sim.Ticket, error) {
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

// The executor gets operations with the tickets of the operations that they come after, also where tokens are
// carried by a loop.
func TestTickets(t *testing.T) {
	p, err := sim.CompileFor(parse(t, "host.mlir", `func.func @main(%a: memref<4xi32>) {
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
}`), "main", delegateAll)
	if err != nil {
		t.Fatal(err)
	}
	var r recorder
	if _, err := p.Run(context.Background(), sim.Config{Executor: &r},
		[]value.Value{fourNumbers(t, p)}); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, o := range r {
		got = append(got, fmt.Sprint(o.Op.Name(), o.After, o.Async, len(o.Args)))
	}
	want := []string{
		"gpu.alloc[] true 1", "gpu.memcpy[1] true 2", "gpu.memset[2] true 2", "gpu.memset[3] true 2",
		"gpu.wait[4 1] true 0", "gpu.dealloc[5] true 1", "gpu.wait[6] false 0",
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	allocated, copied := r[0].Args[0], r[1].Args
	if !copied[0].Away || copied[1].Away || &copied[0].Memory[0] != &allocated.Memory[0] {
		t.Errorf("%+v of %+v", copied, allocated)
	}
	if v := r[2].Args[1].Int(); v != 5 {
		t.Errorf("the value is %d", v)
	}
}

// The program cannot access memory that a delegated operation has allocated, and the memory is freed once.
func TestMemoryElsewhere(t *testing.T) {
	for code, body := range map[diag.Code]string{
		"sim-host-access": "%v = memref.load %d[%c0] : memref<4xi32>",
		"sim-double-free": "gpu.dealloc %d : memref<4xi32>\n  gpu.dealloc %d : memref<4xi32>",
		"sim-use-after-free": "gpu.dealloc %d : memref<4xi32>\n  gpu.memcpy %d, %a : memref<4xi32>, " +
			"memref<4xi32>",
		"sim-out-of-bounds": "%s = memref.reinterpret_cast %d to offset: [2], sizes: [4], strides: [1] : " +
			"memref<4xi32> to memref<4xi32, strided<[1], offset: 2>>\n" +
			"  gpu.memcpy %s, %a : memref<4xi32, strided<[1], offset: 2>>, memref<4xi32>",
	} {
		p, err := sim.CompileFor(
			parse(t, "host.mlir", "func.func @main(%a: memref<4xi32>) {\n  %c0 = arith.constant 0 : index\n"+
				"  %d = gpu.alloc () : memref<4xi32>\n  "+body+"\n  return\n}"), "main", delegateAll)
		if err != nil {
			t.Fatal(err)
		}
		_, err = p.Run(context.Background(), sim.Config{Executor: &recorder{}},
			[]value.Value{fourNumbers(t, p)})
		d, ok := errors.AsType[*diag.Diagnostic](err)
		if !ok || d.Code != code || !d.Span.IsKnown() {
			t.Errorf("%s: %v", code, err)
		}
	}
}
