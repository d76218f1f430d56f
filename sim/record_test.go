package sim_test

import (
	"context"
	"os"
	"testing"

	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/machine"
	"github.com/inflight-compiler/inflight/sim"
	"github.com/inflight-compiler/inflight/timed"
)

// recorded executes a function on memory of zeros and returns what it did as a graph for a machine, and how that goes there.
func recorded(t *testing.T, module *ir.Op, name, on string) (*timed.Graph, *timed.Result) {
	t.Helper()
	m, err := machine.Builtin(on)
	if err != nil {
		t.Fatal(err)
	}
	p, err := sim.Compile(module, name)
	if err != nil {
		t.Fatal(err)
	}
	var args []sim.Value
	for _, v := range ir.NewSymbolTables().Lookup(module, name).Region(0).Entry().Args() {
		switch typ := v.Type().(type) {
		case *ir.MemRefType:
			b, err := sim.NewBuffer(typ, typ.Shape)
			if err != nil {
				t.Fatal(err)
			}
			args = append(args, sim.Memory(b))
		case *ir.FloatType:
			args = append(args, sim.Float(typ, 1))
		default:
			args = append(args, sim.Int(typ, 1))
		}
	}
	b := timed.NewBuilder(m)
	if _, err := p.Run(context.Background(), sim.Config{Mode: sim.Timed, Graph: b}, args); err != nil {
		t.Fatal(err)
	}
	r, err := timed.Run(b.Graph())
	if err != nil {
		t.Fatal(err)
	}
	return b.Graph(), r
}

// What an execution records is what the estimate says where nothing depends on data.
func TestRecordedIsEstimated(t *testing.T) {
	source, err := os.ReadFile("../examples/gpu/two_matmuls.mlir")
	if err != nil {
		t.Fatal(err)
	}
	module := passtest.Parse(t, string(source))
	g, r := recorded(t, module, "main", "h100")
	m, err := machine.Builtin("h100")
	if err != nil {
		t.Fatal(err)
	}
	e, err := timed.Of(ir.NewSymbolTables().Lookup(module, "main"), m)
	if err != nil {
		t.Fatal(err)
	}
	want, err := timed.Run(e)
	if err != nil {
		t.Fatal(err)
	}
	if len(g.Ops) != len(e.Ops) {
		t.Fatalf("%d operations are recorded, %d estimated", len(g.Ops), len(e.Ops))
	}
	for i := range g.Ops {
		if g.Ops[i].Label != e.Ops[i].Label || r.Engine[i] != want.Engine[i] {
			t.Errorf("operation %d is %q on %d, and %q on %d", i, g.Ops[i].Label, r.Engine[i], e.Ops[i].Label, want.Engine[i])
		}
	}
	if ratio := float64(r.Makespan) / float64(want.Makespan); ratio < 0.95 || ratio > 1.05 {
		t.Errorf("makespans %d and %d", r.Makespan, want.Makespan)
	}
	for i := range r.Peak {
		if r.Peak[i] != want.Peak[i] {
			t.Errorf("%d bytes of %s in use, %d estimated", r.Peak[i], g.Memories[i].Name, want.Peak[i])
		}
	}
}
