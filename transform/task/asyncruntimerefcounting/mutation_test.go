package asyncruntimerefcounting_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/inflight-compiler/inflight/dialect/async"
	_ "github.com/inflight-compiler/inflight/internal/fixedseed"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/internal/race"
	"github.com/inflight-compiler/inflight/internal/randcoro"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/sim"
	"github.com/inflight-compiler/inflight/value"
)

const counted = "builtin.module(async-func-to-async-runtime,async-to-async-runtime," +
	"async-runtime-ref-counting,async-runtime-ref-counting-opt)"

// Each operation on references is needed: without any single one that is executed, something is used after it
// was freed, or is left. The simulator says so; it is how the other tests know that references are right.
func TestEveryReferenceIsNeeded(t *testing.T) {
	race.Skip(t, "the simulator runs on one goroutine")
	executed := 0
	for seed := range uint64(passtest.Programs(6)) {
		source := randcoro.Program(rand.New(rand.NewPCG(seed, 6)), randcoro.Options{Errors: seed%2 > 0})
		module := passtest.Transform(t, passtest.Parse(t, source), counted)
		if err := run(t, module); err != nil {
			t.Fatalf("%v\n%s", err, passtest.Print(module))
		}
		for i := range len(references(module)) {
			if changed(t, module, i, func(op *ir.Op) {
				op.SetAttr("count", op.Context().Int(op.Context().Integer(64), 1000))
			}) == nil {
				continue // it is not executed
			}
			executed++
			if changed(t, module, i, (*ir.Op).Erase) == nil {
				t.Fatalf("without operation %d on references nothing is wrong\n%s", i, passtest.Print(module))
			}
		}
	}
	t.Logf("%d operations", executed)
	if executed < 100 {
		t.Errorf("only %d operations are executed", executed)
	}
}

// references returns the operations that add or drop.
func references(module *ir.Op) []*ir.Op {
	return append(module.Find(async.RuntimeAddRef), module.Find(async.RuntimeDropRef)...)
}

// changed runs a copy of the module with one of its operations on references changed.
func changed(t *testing.T, module *ir.Op, i int, change func(*ir.Op)) error {
	module = module.Clone(nil)
	change(references(module)[i])
	return run(t, module)
}

// run runs @main, which has one argument.
func run(t *testing.T, module *ir.Op) error {
	t.Helper()
	program, err := sim.Compile(module, "main")
	if err != nil {
		t.Fatal(err)
	}
	typ := program.Inputs()[0].(*ir.MemRefType)
	out, err := value.NewBuffer(typ, typ.Shape)
	if err != nil {
		t.Fatal(err)
	}
	_, err = program.Run(context.Background(), sim.Config{}, []value.Value{value.Memory(out)})
	return err
}
