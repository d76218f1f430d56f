package sim_test

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/machine"
	"github.com/inflight-compiler/inflight/sim"
	"github.com/inflight-compiler/inflight/timed"
	"github.com/inflight-compiler/inflight/value"
)

// parsedMachine returns a machine of a description.
func parsedMachine(t *testing.T, description string) *machine.Machine {
	t.Helper()
	m, err := machine.Parse("m.json", []byte(description))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// recorded executes a function on memory of zeros, and on n for its numbers. It returns the recorded graph
// for a machine, and the simulation of that graph.
func recorded(t *testing.T, module *ir.Op, name string, m *machine.Machine, n int64) (*timed.Graph,
	*timed.Result) {
	t.Helper()
	p, err := sim.Compile(module, name)
	if err != nil {
		t.Fatal(err)
	}
	var args []value.Value
	for _, v := range ir.NewSymbolTables().Lookup(module, name).Region(0).Entry().Args() {
		switch typ := v.Type().(type) {
		case *ir.MemRefType:
			b, err := value.NewBuffer(typ, typ.Shape)
			if err != nil {
				t.Fatal(err)
			}
			args = append(args, value.Memory(b))
		case *ir.FloatType:
			args = append(args, value.Float(typ, 1))
		default:
			args = append(args, value.Int(typ, n))
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

// A recorded execution equals the estimate, for programs that do not depend on data.
func TestRecordedIsEstimated(t *testing.T) {
	source, err := os.ReadFile("../examples/gpu/two_matmuls.mlir")
	if err != nil {
		t.Fatal(err)
	}
	estimated(t, passtest.Parse(t, string(source)), "h100", 0.05)
	estimated(t, passtest.Parse(t, onDevices), "two-h100", 0.2)
}

// onDevices launches a long kernel on each of two devices. Then the second device copies the first one's
// result.
const onDevices = `module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @slow(%a: memref<8xi32>) kernel {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c9000 = arith.constant 9000 : index
      %i = gpu.thread_id x
      scf.for %j = %c0 to %c9000 step %c1 {
        %x = memref.load %a[%i] : memref<8xi32>
        %y = arith.addi %x, %x : i32
        memref.store %y, %a[%i] : memref<8xi32>
      }
      gpu.return
    }
  }
  func.func @main(%in: memref<8xi32>) {
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %first = arith.constant 0 : i32
    %second = arith.constant 1 : i32
    gpu.set_default_device %first
    %a, %a0 = gpu.alloc async () : memref<8xi32>
    %a1 = gpu.memcpy async [%a0] %a, %in : memref<8xi32>, memref<8xi32>
    %a2 = gpu.launch_func async [%a1] @kernels::@slow blocks in (%c1, %c1, %c1) threads in (%c8, %c1, %c1) args(%a : memref<8xi32>)
    gpu.set_default_device %second
    %b, %b0 = gpu.alloc async () : memref<8xi32>
    %b1 = gpu.memcpy async [%b0] %b, %in : memref<8xi32>, memref<8xi32>
    %b2 = gpu.launch_func async [%b1] @kernels::@slow blocks in (%c1, %c1, %c1) threads in (%c8, %c1, %c1) args(%b : memref<8xi32>)
    %b3 = gpu.memcpy async [%a2, %b2] %b, %a : memref<8xi32>, memref<8xi32>
    %b4 = gpu.dealloc async [%b3] %b : memref<8xi32>
    gpu.set_default_device %first
    %a3 = gpu.dealloc async [%b3] %a : memref<8xi32>
    gpu.wait [%a3, %b4]
    return
  }
}
`

// Each device has engines and memory of its own: operations on two devices overlap. A device that the machine
// does not have is an error.
func TestDevices(t *testing.T) {
	module := passtest.Parse(t, onDevices)
	one, two := builtin(t, "h100"), builtin(t, "two-h100")
	_, alone := recorded(t, module, "main", one, 1)
	g, r := recorded(t, module, "main", two, 1)
	if 3*r.Makespan > 2*alone.Makespan {
		t.Errorf("two devices take %d, one %d", r.Makespan, alone.Makespan)
	}
	var engines []string
	for i := range g.Ops {
		if e := r.Engine[i]; e != timed.None && g.Engines[e].Name != "host" {
			engines = append(engines, g.Engines[e].Name)
		}
	}
	if got := strings.Join(engines, ", "); got != "copy in 0, gpu 0, copy in 1, gpu 1, copy in 1" {
		t.Errorf("on %s", got)
	}
	for i, memory := range g.Memories {
		if strings.HasPrefix(memory.Name, "device") && r.Peak[i] != 32 {
			t.Errorf("%d bytes of %s", r.Peak[i], memory.Name)
		}
	}
	p, err := sim.Compile(
		passtest.Parse(t, strings.Replace(onDevices, "constant 1 : i32", "constant 2 : i32", 1)), "main")
	if err != nil {
		t.Fatal(err)
	}
	b, err := value.NewBuffer(p.Inputs()[0].(*ir.MemRefType), []int64{8})
	if err != nil {
		t.Fatal(err)
	}
	_, err = p.Run(context.Background(), sim.Config{Mode: sim.Timed, Graph: timed.NewBuilder(two)},
		[]value.Value{value.Memory(b)})
	if err == nil || !strings.Contains(err.Error(), "the machine has no device 2 [timed-device]") {
		t.Errorf("device 2: %v", err)
	}
}

func builtin(t *testing.T, name string) *machine.Machine {
	t.Helper()
	m, err := machine.Builtin(name)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// estimated compares the recorded execution of a program on a machine with the estimate. Their times may
// differ by a share.
func estimated(t *testing.T, module *ir.Op, name string, share float64) {
	t.Helper()
	m := builtin(t, name)
	g, r := recorded(t, module, "main", m, 1)
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
			t.Errorf("operation %d is %q on %d, and %q on %d", i, g.Ops[i].Label, r.Engine[i], e.Ops[i].Label,
				want.Engine[i])
		}
	}
	if ratio := float64(r.Makespan) / float64(want.Makespan); ratio < 1-share || ratio > 1+share {
		t.Errorf("makespans %d and %d", r.Makespan, want.Makespan)
	}
	for i := range r.Peak {
		if r.Peak[i] != want.Peak[i] {
			t.Errorf("%d bytes of %s in use, %d estimated", r.Peak[i], g.Memories[i].Name, want.Peak[i])
		}
	}
}

// scratch is a processor with a memory of its own, and engines that copy into that memory for asynchronous
// scopes and transfers.
const scratch = `{
  "name": "scratch",
  "memories": [{"name": "main", "spaces": [""]}, {"name": "scratch", "spaces": ["1"]}],
  "processors": [{"name": "core", "units": %d, "float": 1e9, "integer": 1e9, "other": 1e9, "spawn_ns": 10, "wait_ns": 10}],
  "dma": [{"name": "dma", "units": %d, "executes": ["pipeline.async_scope", "memref.dma_start"]}],
  "links": [{"from": "main", "to": "scratch", "bandwidth": 1e9, "latency_ns": 100}]
}`

// between returns the times at which the operations with a label execute, in the order of the program.
func between(g *timed.Graph, r *timed.Result, label string) (spans [][2]timed.Time) {
	for i := range g.Ops {
		if strings.HasPrefix(g.Ops[i].Label, label) {
			spans = append(spans, [2]timed.Time{r.Start[i], r.End[i]})
		}
	}
	return spans
}

// Two groups of copies run on one engine one after the other, and on two engines at the same time. A wait for
// the older group does not wait for the younger.
func TestRecordedQueues(t *testing.T) {
	module := passtest.Parse(t,
		`func.func @f(%a: memref<200xi8>, %b: memref<200xi8, 1>, %c: memref<200xi8>, %d: memref<200xi8, 1>, %s: memref<1xi8>) {
  %c0 = arith.constant 0 : index
  pipeline.commit_queue 0 { pipeline.async_scope { memref.copy %a, %b : memref<200xi8> to memref<200xi8, 1> } }
  pipeline.commit_queue 0 { pipeline.async_scope { memref.copy %c, %d : memref<200xi8> to memref<200xi8, 1> } }
  pipeline.wait_queue 0, 1 {
    %x = memref.load %b[%c0] : memref<200xi8, 1>
    memref.store %x, %s[%c0] : memref<1xi8>
  }
  pipeline.wait_queue 0, 0 { }
  return
}`)
	for units := 1; units <= 2; units++ {
		g, r := recorded(t, module, "f", parsedMachine(t, fmt.Sprintf(scratch, 1, units)), 1)
		copies, host := between(g, r, "async_scope"), between(g, r, "f")
		if len(copies) != 2 || copies[0][1]-copies[0][0] != 300_000 {
			t.Fatalf("copies %v", copies)
		}
		if overlap := copies[1][0] < copies[0][1]; overlap != (units == 2) {
			t.Errorf("on %d engines: %v", units, copies)
		}
		first, second := host[len(host)-2], host[len(host)-1] // the host's work after each wait
		if first[0] != copies[0][1] || second[0] != max(copies[1][1], first[1]) {
			t.Errorf("the host goes on at %v after copies %v", host, copies)
		}
	}
}

// Tasks run on the available cores, and loops take the time of all their iterations. A group is awaited as a
// whole. A task that waits for another task occupies no core.
func TestRecordedTasks(t *testing.T) {
	module := passtest.Parse(t, `func.func @f(%a: memref<8xf32>, %x: f32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %group = async.create_group %n : !async.group
  scf.for %i = %c0 to %n step %c1 {
    %t = async.execute {
      %inner = async.execute {
        affine.for %j = 0 to 100 { %s = math.fma %x, %x, %x : f32 }
        async.yield
      }
      async.await %inner : !async.token
      memref.store %x, %a[%i] : memref<8xf32>
      async.yield
    }
    async.add_to_group %t, %group : !async.token
  }
  async.await_all %group
  return
}`)
	var makespan [3]timed.Time
	for cores := 1; cores <= 2; cores++ {
		g, r := recorded(t, module, "f", parsedMachine(t, fmt.Sprintf(scratch, cores, 1)), 6)
		if tasks := between(g, r, "execute inner"); len(tasks) != 6 {
			t.Fatalf("%d inner tasks", len(tasks))
		}
		last := between(g, r, "f")
		for _, s := range between(g, r, "execute") {
			if s[1] > last[len(last)-1][0] {
				t.Errorf("the host goes on at %v, a task ends at %v", last[len(last)-1][0], s[1])
			}
		}
		makespan[cores] = r.Makespan
	}
	if ratio := float64(makespan[1]) / float64(makespan[2]); ratio < 1.6 || ratio > 2 {
		t.Errorf("two cores are %.2f times as fast as one", ratio)
	}
}

// A transfer with a tag runs on the engine, and its wait ends with it.
func TestRecordedTransfers(t *testing.T) {
	module := passtest.Parse(t, `func.func @f(%a: memref<100xi8>, %b: memref<100xi8, 1>) {
  %tag = memref.alloc() : memref<1xi32>
  %c0 = arith.constant 0 : index
  %c100 = arith.constant 100 : index
  memref.dma_start %a[%c0], %b[%c0], %c100, %tag[%c0] : memref<100xi8>, memref<100xi8, 1>, memref<1xi32>
  memref.dma_wait %tag[%c0], %c100 : memref<1xi32>
  memref.dealloc %tag : memref<1xi32>
  return
}`)
	g, r := recorded(t, module, "f", parsedMachine(t, fmt.Sprintf(scratch, 1, 1)), 1)
	copies, host := between(g, r, "dma_start"), between(g, r, "f")
	if len(copies) != 1 || copies[0][1]-copies[0][0] != 200_000 || host[len(host)-1][0] != copies[0][1] {
		t.Errorf("copies %v, host %v", copies, host)
	}
	if r.Peak[0] != 104 || g.Memories[0].Held != 100 || r.Peak[1] != 100 {
		t.Errorf("peak %v", r.Peak)
	}
}

// A recording of tasks that take turns, or hold a resource, allows the same schedules as the program.
func TestRecordedTurns(t *testing.T) {
	m := parsedMachine(t, `{
  "name": "m",
  "memories": [{"name": "a", "spaces": [""]}, {"name": "b", "spaces": ["1"], "capacity": 1000}],
  "processors": [{"name": "p", "units": 4, "float": 1e9, "integer": 1e9, "other": 1e9}],
  "dma": [{"name": "d", "executes": ["memref.copy"]}, {"name": "e", "executes": ["memref.copy"]}],
  "links": [{"from": "a", "to": "b", "bandwidth": 1e9}]
}`)
	for _, c := range []struct {
		made, with string
		overlap    bool
	}{
		{`task.queue`, "on %q", false},
		{`task.queue {order = "issue"}`, "on %q", true},
		{`task.queue {order = "none"}`, "on %q", true},
		{`task.queue {order = "none", depth = 1}`, "on %q", false},
		{`task.queue {order = "none", engine = "e"}`, "on %q", false},
		{`task.resource`, "holding(%q)", false},
	} {
		g, r := recorded(t, passtest.Parse(t,
			fmt.Sprintf(
				`func.func @f(%%a: memref<100xi8>, %%b: memref<100xi8, 1>, %%c: memref<100xi8>, %%d: memref<100xi8, 1>) {
  %%q = %s
  %%t = task.execute %s {
    memref.copy %%a, %%b : memref<100xi8> to memref<100xi8, 1>
    task.yield
  }
  %%u = task.execute %s {
    memref.copy %%c, %%d : memref<100xi8> to memref<100xi8, 1>
    task.yield
  }
  async.await %%t : !async.token
  async.await %%u : !async.token
  return
}`, c.made, c.with, c.with)), "f", m, 0)
		if overlap := r.Makespan < 200_000; overlap != c.overlap {
			t.Errorf("%s: %d operations take %v", c.made, len(g.Ops), r.Makespan)
		}
	}
}
