package inflight_test

import (
	"context"
	"errors"
	"fmt"
	"github.com/inflight-compiler/inflight/check"
	"sync"
	"testing"
	"time"

	"github.com/inflight-compiler/inflight"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/exec"
	"github.com/inflight-compiler/inflight/internal/tools"
	"github.com/inflight-compiler/inflight/value"
)

const sumProgram = `func.func @sum(%x: memref<?xi32>, %n: index) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i32
  %s = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> i32 {
    %v = memref.load %x[%i] : memref<?xi32>
    %t = arith.addi %acc, %v : i32
    scf.yield %t : i32
  }
  return %s : i32
}`

const endlessProgram = `func.func @forever(%m: memref<1xi32>) {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1 : i32
  cf.br ^again
^again:
  %v = memref.atomic_rmw addi %one, %m[%c0] : (i32, memref<1xi32>) -> i32
  cf.br ^again
}`

// compile parses and compiles a program.
func compile(t testing.TB, source, engine string) *inflight.Program {
	t.Helper()
	tools.Cache(t)
	m, err := inflight.Parse(diag.NewFile("in.mlir", []byte(source)))
	if err != nil {
		t.Fatal(err)
	}
	p, err := m.Compile(context.Background(), inflight.CompileConfig{Engine: engine})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// engines returns the engines whose tools this machine has.
func engines(t *testing.T) []string {
	if _, err := tools.Find("clang"); err != nil {
		return []string{"sim"}
	}
	return []string{"sim", "native"}
}

// Several runs of one program may go on at the same time, and each has its own result.
func TestFutures(t *testing.T) {
	for _, engine := range engines(t) {
		p := compile(t, sumProgram, engine)
		var wg sync.WaitGroup
		for i := range 8 {
			wg.Go(func() {
				args, err := p.Arguments(
					exec.Inputs{Seed: uint64(i), Dims: map[string]int64{"x.0": 100, "n": 100}})
				if err != nil {
					t.Error(err)
					return
				}
				want := int32(0)
				for k := range int64(100) {
					want += int32(args[0].Value.Buffer.At(k))
				}
				values, err := p.Start(t.Context(), exec.Values(args)).Wait(t.Context())
				if err != nil || int32(values[0].Bits) != want {
					t.Errorf("%s: got %v, %v, want %d", engine, values, err, want)
				}
			})
		}
		wg.Wait()
	}
}

// A run ends when the context that it was started with ends, and by Cancel. A wait whose own context ends
// does not end the run.
func TestFutureIsCanceled(t *testing.T) {
	for _, engine := range engines(t) {
		p := compile(t, endlessProgram, engine)
		args, err := p.Arguments(exec.Inputs{})
		if err != nil {
			t.Fatal(err)
		}
		f := p.Start(t.Context(), exec.Values(args))
		short, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		if _, err := f.Wait(short); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%s: got %v", engine, err)
		}
		cancel()
		select {
		case <-f.Done():
			t.Errorf("%s: the run has ended", engine)
		default:
		}
		f.Cancel()
		wantCanceled(t, engine, f)
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		wantCanceled(t, engine, p.Start(ctx, exec.Values(args)))
		cancel()
	}
}

func wantCanceled(t *testing.T, engine string, f *inflight.Future) {
	t.Helper()
	start := time.Now()
	_, err := f.Wait(t.Context())
	d, ok := errors.AsType[*diag.Diagnostic](err)
	if !ok || string(d.Code) != "run-interrupted" || time.Since(start) > 20*time.Second {
		t.Errorf("%s: got %v after %v", engine, err, time.Since(start))
	}
}

func ExampleProgram_Start() {
	m, err := inflight.Parse(diag.NewFile("sum.mlir", []byte(sumProgram)))
	if err != nil {
		fmt.Println(err)
		return
	}
	ctx := context.Background()
	p, err := m.Compile(ctx, inflight.CompileConfig{}) // Engine: "native" compiles with clang
	if err != nil {
		fmt.Println(err)
		return
	}
	args, err := p.Arguments(exec.Inputs{Dims: map[string]int64{"x.0": 4, "n": 4}})
	if err != nil {
		fmt.Println(err)
		return
	}
	for i := range int64(4) {
		args[0].Value.Buffer.Set(uint64(i+1), i)
	}
	future := p.Start(ctx, exec.Values(args))
	// ... other work ...
	values, err := future.Wait(ctx)
	fmt.Println(values[0].Bits, err)
	// Output: 10 <nil>
}

// The error about an argument that does not fit names the argument, the expected type and the given type.
func ExampleProgram_Start_argument() {
	m, err := inflight.Parse(diag.NewFile("sum.mlir", []byte(sumProgram)))
	if err != nil {
		fmt.Println(err)
		return
	}
	ctx := context.Background()
	p, err := m.Compile(ctx, inflight.CompileConfig{})
	if err != nil {
		fmt.Println(err)
		return
	}
	args, err := p.Arguments(exec.Inputs{Dims: map[string]int64{"x.0": 4, "n": 4}})
	if err != nil {
		fmt.Println(err)
		return
	}
	values := exec.Values(args)
	values[1] = value.Int(m.Op().Context().I32, 4)
	_, err = p.Start(ctx, values).Wait(ctx)
	fmt.Println(err)
	// Output:
	// sum.mlir:1:1: error: argument 'n' of '@sum' has the type index, but a value of type i32 is given [wasm-bad-argument]
}

// A module with a hazard is refused by Compile, unless the configuration says that it is to be compiled
// without a verdict.
func ExampleModule_Compile_unchecked() {
	m, err := inflight.Parse(diag.NewFile("race.mlir", []byte(unorderedCopies)))
	if err != nil {
		fmt.Println(err)
		return
	}
	ctx := context.Background()
	_, err = m.Compile(ctx, inflight.CompileConfig{AsIs: true})
	for _, d := range diag.FromError(err) {
		fmt.Println(d.Code)
	}
	_, err = m.Compile(ctx, inflight.CompileConfig{AsIs: true, Unchecked: true})
	fmt.Println(err)
	// Output:
	// check-race-raw
	// check-in-flight-at-return
	// <nil>
}

// ctx ends the work of Check in the middle; the error says why.
func ExampleModule_Check() {
	m, err := inflight.Parse(diag.NewFile("race.mlir", []byte(unorderedCopies)))
	if err != nil {
		fmt.Println(err)
		return
	}
	report, err := m.Check(context.Background(), check.Options{})
	fmt.Println(report.OK(), err)
	ctx, cancel := context.WithTimeout(context.Background(), 0)
	defer cancel()
	_, err = m.Check(ctx, check.Options{})
	fmt.Println(err, errors.Is(err, context.DeadlineExceeded))
	// Output:
	// false <nil>
	// error: interrupted: context deadline exceeded [run-interrupted] true
}

// unorderedCopies reads memory that an asynchronous copy may still be writing.
const unorderedCopies = `func.func @f(%a: memref<4xf32>, %b: memref<4xf32>, %c: memref<4xf32>) {
  pipeline.commit_queue 0 {
    pipeline.async_scope {
      memref.copy %a, %b : memref<4xf32> to memref<4xf32>
    }
  }
  pipeline.wait_queue 0, 1 {
    memref.copy %b, %c : memref<4xf32> to memref<4xf32>
  }
  return
}
`

// Waits that TVM's own pass would choose are judged as any: of the RFC's loop with two asynchronous producers
// that stand apart they are wrong, and Compile refuses it. Those that Inflight chooses are proven, and the
// verdict says so.
func ExampleModule_Compile_tvm() {
	m, err := inflight.ReadFile("examples/rfc77/interleaved.mlir")
	if err != nil {
		fmt.Println(err)
		return
	}
	ctx := context.Background()
	_, err = m.Compile(ctx, inflight.CompileConfig{Pipeline: inflight.PipelineOptions{TVM: true}})
	fmt.Println(err != nil)
	p, err := m.Compile(ctx, inflight.CompileConfig{Check: check.Options{SkipWaits: true}})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(p.Verdict().OK())
	// Output:
	// true
	// true
}
