package schedulestream_test

import (
	"math/rand/v2"
	"testing"

	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/machine"
	"github.com/inflight-compiler/inflight/sim"
	"github.com/inflight-compiler/inflight/timed"
	"github.com/inflight-compiler/inflight/transform/sync/schedulestream"
	"github.com/inflight-compiler/inflight/value"
)

// wide is a machine on which no operation waits for an engine, and the host takes no time, so that a makespan
// is that of the longest chain of work. What the work moves in memory takes time, and nothing else does.
const wide = `{"name": "wide", "memories": [{"name": "memory", "spaces": [""], "bandwidth": 1e9}],
"processors": [{"name": "unit", "units": 10000, "float": 1e15, "integer": 1e15, "other": 1e15}]}`

// In simulated time, scheduled work takes no longer than the same work with a timepoint for each operation.
func TestPropertyNeverSlowerInSimulatedTime(t *testing.T) {
	m, err := machine.Parse("wide.json", []byte(wide))
	if err != nil {
		t.Fatal(err)
	}
	n, fewer := passtest.Programs(40), 0
	for i := range n {
		source := values(rand.New(rand.NewPCG(uint64(i), 43)))
		singly := passtest.Parse(t, source)
		schedulestream.OnePerOperation(singly)
		whole := passtest.Transform(t, passtest.Parse(t, source), "builtin.module(schedule-stream)")
		alone, together := makespan(t, m, singly), makespan(t, m, whole)
		if together > alone {
			t.Fatalf("program %d takes %v, and %v with a timepoint for each operation\n%s\n%s", i, together,
				alone,
				passtest.Print(whole), passtest.Print(singly))
		}
		if executions(whole) < executions(singly) {
			fewer++
		}
	}
	t.Logf("%d of %d programs have fewer timepoints than operations", fewer, n)
	if fewer < n/2 {
		t.Errorf("only %d of %d programs have fewer timepoints than operations", fewer, n)
	}
}

func executions(m *ir.Op) (n int) {
	for op := range m.Walk() {
		if op.Name() == "stream.async.execute" {
			n++
		}
	}
	return n
}

// makespan executes work in the timed simulator.
func makespan(t *testing.T, m *machine.Machine, module *ir.Op) timed.Time {
	t.Helper()
	p, err := sim.Compile(passtest.Transform(t, module, tasks), "main")
	if err != nil {
		t.Fatal(err)
	}
	var args []value.Value
	for _, typ := range p.Inputs() {
		memory, ok := typ.(*ir.MemRefType)
		if !ok {
			args = append(args, value.Int(typ, 3))
			continue
		}
		b, err := value.NewBuffer(memory, []int64{480})
		if err != nil {
			t.Fatal(err)
		}
		args = append(args, value.Memory(b))
	}
	b := timed.NewBuilder(m)
	if _, err := p.Run(t.Context(), sim.Config{Mode: sim.Timed, Graph: b}, args); err != nil {
		t.Fatal(err)
	}
	r, err := timed.Run(b.Graph())
	if err != nil {
		t.Fatal(err)
	}
	return r.Makespan
}
