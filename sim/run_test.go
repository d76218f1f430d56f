package sim_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/sim"
	"github.com/inflight-compiler/inflight/value"
)

// codeOf returns the code of an error.
func codeOf(err error) diag.Code {
	var d *diag.Diagnostic
	if errors.As(err, &d) {
		return d.Code
	}
	return ""
}

const endless = `
func.func @main() {
  cf.br ^again
^again:
  cf.br ^again
}
`

func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	var seen []int64
	cfg := sim.Config{Progress: func(steps int64) {
		if seen = append(seen, steps); len(seen) == 3 {
			cancel()
		}
	}}
	_, err := compile(t, endless, "main").Run(ctx, cfg, nil)
	if codeOf(err) != "run-interrupted" || !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	if !slices.IsSorted(seen) || len(seen) > 4 {
		t.Errorf("progress %v", seen)
	}
}

func TestArguments(t *testing.T) {
	p := compile(t, "func.func @main(%a: memref<2x?xi32>, %b: memref<4xi32>, %n: index) {\n return\n}",
		"main")
	types := p.Inputs()
	matrix := func(dims ...int64) value.Value {
		b, err := value.NewBuffer(types[0].(*ir.MemRefType), dims)
		if err != nil {
			t.Fatal(err)
		}
		return value.Memory(b)
	}
	good := func() []value.Value {
		return []value.Value{matrix(2, 3), makeArg(t, types[1], "iota"), value.Int(types[2], 1)}
	}
	for name, change := range map[string]func(args []value.Value) []value.Value{
		"too few": func(a []value.Value) []value.Value { return a[:2] },
		"scalar":  func(a []value.Value) []value.Value { a[0] = a[2]; return a },
		"memory":  func(a []value.Value) []value.Value { a[2] = a[0]; return a },
		"rank":    func(a []value.Value) []value.Value { a[1] = matrix(2, 2); return a },
		"shape":   func(a []value.Value) []value.Value { a[0].Buffer.Shape[0] = 3; return a },
		"size":    func(a []value.Value) []value.Value { a[0].Buffer.Shape[1] = 4; return a },
		"offset":  func(a []value.Value) []value.Value { a[0].Buffer.Offset = -1; return a },
		"other scalar": func(a []value.Value) []value.Value {
			a[2] = value.Int(all.NewContext().I32, 1)
			return a
		},
		"aliases": func(a []value.Value) []value.Value { a[1].Buffer.Data = a[0].Buffer.Data; return a },
	} {
		if _, err := p.Run(context.Background(), sim.Config{},
			change(good())); codeOf(err) != "sim-bad-argument" {
			t.Errorf("%s: got %v", name, err)
		}
	}
	if _, err := p.Run(context.Background(), sim.Config{}, good()); err != nil {
		t.Error(err)
	}
}

func TestNewBufferRefuses(t *testing.T) {
	c := all.NewContext()
	typ := c.MemRef([]int64{2, ir.Dynamic}, c.F32, nil, nil)
	for _, dims := range [][]int64{{2}, {3, 1}, {2, -1}, {2, 1 << 60}} {
		if _, err := value.NewBuffer(typ, dims); err == nil {
			t.Errorf("extents %v were accepted", dims)
		}
	}
	if _, err := value.NewBuffer(c.MemRef([]int64{1}, c.Complex(c.Float(ir.F80)), nil, nil),
		[]int64{1}); err == nil {
		t.Error("complex numbers of f80 were accepted")
	}
}

// Arguments may be strided views. Bytes between their elements do not change.
func TestStridedArgument(t *testing.T) {
	p := compile(t, `
func.func @main(%a: memref<2x2xi8, strided<[?, ?], offset: ?>>) {
  %x = arith.constant 9 : i8
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  memref.store %x, %a[%c0, %c1] : memref<2x2xi8, strided<[?, ?], offset: ?>>
  memref.store %x, %a[%c1, %c0] : memref<2x2xi8, strided<[?, ?], offset: ?>>
  return
}`, "main")
	b := &value.Buffer{Type: p.Inputs()[0].(*ir.MemRefType), Shape: []int64{2, 2}, Strides: []int64{1, -3},
		Offset: 4, Data: make([]byte, 6)}
	if _, err := p.Run(context.Background(), sim.Config{Hazards: true},
		[]value.Value{value.Memory(b)}); err != nil {
		t.Fatal(err)
	}
	if want := []byte{0, 9, 0, 0, 0, 9}; !slices.Equal(b.Data, want) {
		t.Errorf("got %v, want %v", b.Data, want)
	}
}

func TestEntry(t *testing.T) {
	module := parse(t, "m.mlir", "func.func private @f()\nmemref.global \"private\" @g : memref<1xi32>")
	for _, name := range []string{"f", "g", "h"} {
		if _, err := sim.Compile(module, name); codeOf(err) != "sim-no-entry" {
			t.Errorf("@%s: got %v", name, err)
		}
	}
}

// A seed gives the same run each time. Different seeds give different runs.
func TestRandomIsReproducible(t *testing.T) {
	source := `
func.func @main(%out: memref<1xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  scf.for %i = %c0 to %c9 step %c1 {
    pipeline.async_scope {
      %v = arith.index_cast %i : index to i32
      memref.store %v, %out[%c0] : memref<1xi32>
    }
  }
  pipeline.async_commit_stage 0
  pipeline.async_wait_stage 0, 0
  return
}`
	p := compile(t, source, "main")
	results := map[uint64]bool{}
	for seed := range uint64(20) {
		var first uint64
		for i := range 2 {
			args := makeArgs(t, p, []string{"zero"})
			if _, err := p.Run(context.Background(), sim.Config{Mode: sim.Random, Seed: seed},
				args); err != nil {
				t.Fatal(err)
			}
			if got := args[0].Buffer.At(0); i == 0 {
				first = got
			} else if got != first {
				t.Errorf("seed %d gave %d and %d", seed, first, got)
			}
		}
		results[first] = true
	}
	if len(results) < 4 {
		t.Errorf("20 seeds give only %d results", len(results))
	}
}

// If there are too many schedules of single accesses, the search continues with whole operations, and says
// so.
func TestExplorationLimit(t *testing.T) {
	p := compile(t, `
func.func @main(%out: memref<4xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 4 : index
  scf.for %i = %c0 to %n step %c1 {
    pipeline.async_scope {
      scf.for %j = %c0 to %n step %c1 {
        %v = arith.index_cast %i : index to i32
        memref.store %v, %out[%j] : memref<4xi32>
      }
    }
  }
  pipeline.async_commit_stage 0
  pipeline.async_wait_stage 0, 0
  return
}`, "main")
	args := makeArgs(t, p, []string{"zero"})
	res, err := p.Run(context.Background(),
		sim.Config{Mode: sim.Exhaustive, Limits: sim.Limits{Schedules: 60}}, args)
	if err != nil {
		t.Fatal(err)
	}
	x := res.Exploration
	if !x.WholeOperations || !x.Complete || x.States < 4 || x.Violation == nil {
		t.Errorf("got %+v", x)
	}
	if d := x.Diagnostic(parse(t, "m.mlir", "")); d == nil || d.Code != "sim-schedule-dependent" {
		t.Errorf("got %v", d)
	}
	if showBuffer(args[0].Buffer) != "[3 3 3 3]" {
		t.Errorf("the arguments end as %s, not as in the sequential program", showBuffer(args[0].Buffer))
	}
}

func TestWaitStats(t *testing.T) {
	p := compile(t, copySource, "main")
	for _, mode := range []sim.Mode{sim.Sequential, sim.Late, sim.Random} {
		res, err := p.Run(context.Background(), sim.Config{Mode: mode},
			makeArgs(t, p, []string{"iota", "iota", "zero"}))
		if err != nil || len(res.Waits) != 2 {
			t.Fatalf("%v: %v, %d waits", mode, err, len(res.Waits))
		}
		loop, end := res.Waits[0], res.Waits[1]
		if loop.Executed != 64 || loop.Forced != 63 || loop.Groups != 63 || loop.MaxInFlight != 2 ||
			end.Groups != 1 {
			t.Errorf("%v: %+v, %+v", mode, loop, end)
		}
	}
}

func TestEventLimit(t *testing.T) {
	p := compile(t, copySource, "main")
	cfg := sim.Config{Mode: sim.Timed, Trace: true, Limits: sim.Limits{Events: 10}}
	res, err := p.Run(context.Background(), cfg, makeArgs(t, p, []string{"iota", "iota", "zero"}))
	if err != nil || len(res.Events) != 10 || !res.Truncated {
		t.Errorf("%v, %d events, truncated %v", err, len(res.Events), res.Truncated)
	}
}

// Recursion through asynchronous operations ends at the limit, too, in every mode.
func TestNestingLimit(t *testing.T) {
	p := compile(t, `
func.func @main() {
  pipeline.async_scope {
    func.call @main() : () -> ()
  }
  pipeline.async_commit_stage 0
  pipeline.async_wait_stage 0, 0
  return
}`, "main")
	for _, cfg := range everyMode(1) {
		if _, err := p.Run(context.Background(), cfg, nil); codeOf(err) != "sim-limit-depth" {
			t.Errorf("%v: got %v", cfg.Mode, err)
		}
	}
}

// Operations that are issued without end reach the limit of memory, if no other limit stops them.
func TestPendingOperationsCount(t *testing.T) {
	p := compile(t, `
func.func @main() {
  cf.br ^again
^again:
  pipeline.async_scope {
  }
  cf.br ^again
}`, "main")
	cfg := sim.Config{Mode: sim.Late, Limits: sim.Limits{Memory: 1 << 22}}
	if _, err := p.Run(context.Background(), cfg, nil); codeOf(err) != "sim-limit-memory" {
		t.Errorf("got %v", err)
	}
}
