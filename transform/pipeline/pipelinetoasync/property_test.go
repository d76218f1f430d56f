package pipelinetoasync_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/dialect/pipeline"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/internal/randloop"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/sim"
	"github.com/inflight-compiler/inflight/transform/pipeline/injectsoftwarepipeline"
	_ "github.com/inflight-compiler/inflight/transform/pipeline/pipelinetoasync"
	"github.com/inflight-compiler/inflight/value"
)

// TestPropertySameAnswer shows that random pipelined loops compute the same as chains of tasks and as queues,
// under every schedule and without a hazard: the tasks keep the order that the counts of the waits kept.
func TestPropertySameAnswer(t *testing.T) {
	tasks := 0
	for seed := range uint64(passtest.Programs(100)) {
		p := randloop.New(rand.New(rand.NewPCG(seed, 5)))
		source := p.Text()
		written := passtest.Parse(t, source)
		queues := written.Clone(nil)
		if injectsoftwarepipeline.Apply(queues) != nil {
			continue // the annotation breaks a dependence
		}
		chains := passtest.Transform(t, queues, "builtin.module(pipeline-to-async)")
		for op := range chains.Walk() {
			if op.Def().DialectName() == pipeline.Dialect.Name {
				t.Fatalf("seed %d: '%s' is left\n%s", seed, op.Name(), passtest.Print(chains))
			}
		}
		tasks += len(chains.Find(async.Execute))
		for _, extent := range p.Extents() {
			want := simulate(t, written, extent, seed, sim.Config{Mode: sim.Sequential})
			for _, mode := range passtest.Modes {
				mode.Hazards = true
				got := simulate(t, chains, extent, seed, mode)
				for i := range want {
					if !want[i].Equal(got[i]) {
						t.Fatalf("seed %d, extent %d, %v: argument %d differs\n%s\nbecame\n%s", seed, extent,
							mode.Mode, i, source, passtest.Print(chains))
					}
				}
			}
		}
	}
	if tasks < passtest.Programs(100) {
		t.Errorf("only %d tasks were made", tasks)
	}
}

// simulate runs @f on random data, with the extent for every scalar, and returns its arguments.
func simulate(t *testing.T, m *ir.Op, extent int64, seed uint64, c sim.Config) []value.Value {
	t.Helper()
	program, err := sim.Compile(m, "f")
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(seed, 3))
	var args []value.Value
	for _, typ := range program.Inputs() {
		mt, ok := typ.(*ir.MemRefType)
		if !ok {
			args = append(args, value.Int(typ, extent))
			continue
		}
		b, err := value.NewBuffer(mt, mt.Shape)
		if err != nil {
			t.Fatal(err)
		}
		for i := 0; i < len(b.Data); i += int(value.ElementSize(mt.Elem)) {
			b.Data[i] = byte(r.IntN(100))
		}
		args = append(args, value.Memory(b))
	}
	result, err := program.Run(context.Background(), c, args)
	if err != nil {
		t.Fatalf("seed %d, extent %d, %v: %v\n%s", seed, extent, c.Mode, err, passtest.Print(m))
	}
	for _, h := range result.Hazards {
		t.Fatalf("seed %d, extent %d, %v: %v\n%s", seed, extent, c.Mode, h.Diagnostic(), passtest.Print(m))
	}
	return args
}
