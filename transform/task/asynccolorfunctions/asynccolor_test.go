package asynccolorfunctions_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/internal/asyncrun"
	_ "github.com/inflight-compiler/inflight/internal/fixedseed"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/internal/randcoro"
	"github.com/inflight-compiler/inflight/ir"
	_ "github.com/inflight-compiler/inflight/transform/all"
	"github.com/inflight-compiler/inflight/value"
)

const (
	colored = "async-color-functions"
	failing = "async-color-functions{assertions=true}"
	lowered = colored + ",async-func-to-async-runtime,async-to-async-runtime"
	counted = lowered + ",async-runtime-ref-counting,async-runtime-ref-counting-opt"
)

func TestGolden(t *testing.T) { passtest.Golden(t, colored) }

// blockedCoroutine returns a coroutine that can come to a wait that blocks its thread, nil if there is none.
func blockedCoroutine(module *ir.Op) *ir.Op {
	symbols := ir.NewSymbolTables()
	blocks := map[*ir.Op]bool{}
	for again := true; again; {
		again = false
		for op := range module.Walk() {
			fn := op.ParentOf(function.Func)
			waits := op.Is(async.RuntimeAwait)
			if op.Is(function.Call) {
				waits = blocks[symbols.Resolve(op, op.Attr("callee").(*ir.SymbolRefAttr))]
			}
			if !waits || blocks[fn] {
				continue
			}
			if fn.Attr("passthrough") != nil {
				return fn
			}
			blocks[fn], again = true, true
		}
	}
	return nil
}

// Random programs in which tasks call functions that wait compute the same in every mode; lowered, no
// coroutine can come to a wait that blocks. Without the pass, many can.
func TestPropertyColors(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 1))
	n, blocked := passtest.Programs(100), 0
	for i := range n {
		source := randcoro.Program(rng, randcoro.Options{Errors: i%3 > 0, Blocking: true})
		before := passtest.Parse(t, source)
		want, _ := passtest.Simulate(t, before, passtest.Modes[0], 0)
		if blockedCoroutine(
			passtest.Transform(t, before,
				"builtin.module(async-func-to-async-runtime,async-to-async-runtime)")) != nil {
			blocked++
		}
		if fn := blockedCoroutine(passtest.Transform(t, before, "builtin.module("+lowered+")")); fn != nil {
			t.Fatalf("@%s can block\n%s", fn.SymbolName(), source)
		}
		after := passtest.Transform(t, before, "builtin.module("+[]string{colored, counted, failing}[i%3]+")")
		for _, mode := range passtest.Modes {
			if got, _ := passtest.Simulate(t, after, mode, 0); !slices.EqualFunc(got, want,
				value.Value.Equal) {
				t.Fatalf("%v differs\n%s\n%s", mode.Mode, source, passtest.Print(after))
			}
		}
	}
	if blocked < n/5 {
		t.Errorf("only %d of %d programs need the pass", blocked, n)
	}
}

// They also run as machine code, where a task that blocks its thread can keep all others from running.
func TestColorsRun(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 1))
	asyncrun.Test{
		Pipeline: "builtin.module(" + counted +
			",convert-async-to-llvm,convert-scf-to-cf,convert-cf-to-llvm)", Programs: passtest.Programs(20),
		Batch: 40,
		Next: func() (string, []value.Value) {
			source := randcoro.Program(rng, randcoro.Options{Errors: rng.IntN(3) > 0, Blocking: true})
			memory, _ := passtest.Simulate(t, passtest.Parse(t, source), passtest.Modes[0], 0)
			return source, memory
		},
	}.Run(t)
}
