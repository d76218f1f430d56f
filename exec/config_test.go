package exec_test

import (
	"bytes"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/exec"
	"github.com/inflight-compiler/inflight/internal/devicerun"
	"github.com/inflight-compiler/inflight/internal/fakecuda"
	"github.com/inflight-compiler/inflight/internal/tools"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/printed"
	"github.com/inflight-compiler/inflight/timeline"
)

// trial runs programs on one engine.
type trial struct {
	*testing.T
	engine string
}

// run runs a program whose function main has the body. On the engine cuda, a launch of a kernel follows the
// body.
func (t trial) run(body string, c exec.Code, o exec.Options) ([]exec.Argument, error) {
	t.Helper()
	e, err := exec.Lookup(t.engine)
	if err != nil {
		t.Fatal(err)
	}
	m := t.program(body)
	fn, err := exec.Entry(m, "main")
	if err != nil {
		t.Fatal(err)
	}
	args, err := exec.Inputs{Seed: 7}.Arguments(fn)
	if err != nil {
		t.Fatal(err)
	}
	_, err = runEntry(tools.Context(t.T), e, m, "main", c, exec.Values(args), o)
	return args, err
}

// program returns the program with a body, and with a kernel where a device has something to do.
func (t trial) program(body string) *ir.Op {
	t.Helper()
	attributes, kernels := "", ""
	if t.engine == "cuda" && body != onDevice {
		body += onDevice
	}
	if strings.Contains(body, onDevice) {
		attributes, kernels = "attributes {gpu.container_module} ", increment
	}
	return devicerun.Program(t.T, "main.mlir", "module "+attributes+"{\n"+kernels+
		"func.func @main(%A: memref<1000xf32>) {\n"+body+"  return\n}\n}\n")
}

// ends runs a program that an option is not to end.
func (t trial) ends(body string, c exec.Code, o exec.Options) {
	t.Helper()
	if _, err := t.run(body, c, o); err != nil {
		t.Fatal(err)
	}
}

// codeOf returns the code of a diagnostic, "" if the error is none.
func codeOf(err error) string {
	if d, ok := errors.AsType[*diag.Diagnostic](err); ok {
		return string(d.Code)
	}
	return ""
}

// stopsAt reports whether a limit ends a program with an error that names it.
func (t trial) stopsAt(body, code string, l exec.Limits) bool {
	_, err := t.run(body, exec.Code{}, exec.Options{Limits: l})
	return err != nil && strings.HasSuffix(codeOf(err), code)
}

// increment is the kernel of onDevice.
const increment = `gpu.module @kernels {
  gpu.func @increment(%A: memref<1000xf32>) kernel {
    %one = arith.constant 1.0 : f32
    %t = gpu.global_id x
    %x = memref.load %A[%t] : memref<1000xf32>
    %y = arith.addf %x, %one : f32
    memref.store %y, %A[%t] : memref<1000xf32>
    gpu.return
  }
}
`

// The bodies of programs.
const (
	onDevice = `
  %one = arith.constant 1 : index
  %two = arith.constant 2 : index
  %threads = arith.constant 32 : index
  %t0 = gpu.wait async
  %d, %t1 = gpu.alloc async [%t0] () : memref<1000xf32>
  %t2 = gpu.memcpy async [%t1] %d, %A : memref<1000xf32>, memref<1000xf32>
  %t3 = gpu.launch_func async [%t2] @kernels::@increment blocks in (%two, %one, %one)
      threads in (%threads, %one, %one) args(%d : memref<1000xf32>)
  %t4 = gpu.memcpy async [%t3] %A, %d : memref<1000xf32>, memref<1000xf32>
  %t5 = gpu.dealloc async [%t4] %d : memref<1000xf32>
  gpu.wait [%t5]
`
	forever = `
  %f0 = arith.constant 0 : index
  %always = arith.constant true
  scf.while : () -> () {
    %x = memref.load %A[%f0] : memref<1000xf32>
    memref.store %x, %A[%f0] : memref<1000xf32>
    scf.condition(%always)
  } do {
    scf.yield
  }
`
	large = `
  %b0 = arith.constant 0 : index
  %b1 = arith.constant 1 : index
  %mask = arith.constant 4194303 : index
  %v = memref.load %A[%b0] : memref<1000xf32>
  %w = memref.load %A[%b1] : memref<1000xf32>
  %vi = arith.fptosi %v : f32 to i64
  %wi = arith.fptosi %w : f32 to i64
  %vx = arith.index_cast %vi : i64 to index
  %wx = arith.index_cast %wi : i64 to index
  %at = arith.andi %vx, %mask : index
  %from = arith.andi %wx, %mask : index
  %m = memref.alloc() : memref<4194304xf32>
  memref.store %w, %m[%from] : memref<4194304xf32>
  memref.store %v, %m[%at] : memref<4194304xf32>
  %y = memref.load %m[%from] : memref<4194304xf32>
  memref.store %y, %A[%b0] : memref<1000xf32>
  memref.dealloc %m : memref<4194304xf32>
`
	beyond = `
  %c0 = arith.constant 0 : index
  %far = memref.load %A[%c0] : memref<1000xf32>
  %i = arith.fptosi %far : f32 to i64
  %h = arith.constant 1000 : i64
  %j = arith.maxsi %i, %h : i64
  %k = arith.index_cast %j : i64 to index
  memref.store %far, %A[%k] : memref<1000xf32>
`
	loop = `
  %l0 = arith.constant 0 : index
  %l1 = arith.constant 1 : index
  %l2 = arith.constant 1000000 : index
  scf.for %i = %l0 to %l2 step %l1 {
    %x = memref.load %A[%l0] : memref<1000xf32>
    memref.store %x, %A[%l0] : memref<1000xf32>
  }
`
	sum = `
  %zero = arith.constant 0.0 : f32
  %tenth = arith.constant 0.1 : f32
  %sum = affine.for %i = 0 to 1000 iter_args(%s = %zero) -> f32 {
    %x = affine.load %A[%i] : memref<1000xf32>
    %p = arith.mulf %x, %tenth : f32
    %t = arith.addf %s, %p : f32
    affine.yield %t : f32
  }
  affine.store %sum, %A[0] : memref<1000xf32>
`
	// Each task ends when the other one has begun.
	meeting = `
  %flags = memref.alloc() : memref<2xi32>
  %p0 = arith.constant 0 : index
  %p1 = arith.constant 1 : index
  %m0 = arith.constant 0 : i32
  %m1 = arith.constant 1 : i32
  memref.store %m0, %flags[%p0] : memref<2xi32>
  memref.store %m0, %flags[%p1] : memref<2xi32>
  %t = async.execute {
    %begun = memref.atomic_rmw addi %m1, %flags[%p0] : (i32, memref<2xi32>) -> i32
    scf.while : () -> () {
      %seen = memref.atomic_rmw addi %m0, %flags[%p1] : (i32, memref<2xi32>) -> i32
      %not = arith.cmpi eq, %seen, %m0 : i32
      scf.condition(%not)
    } do {
      scf.yield
    }
    async.yield
  }
  %u = async.execute {
    %begun = memref.atomic_rmw addi %m1, %flags[%p1] : (i32, memref<2xi32>) -> i32
    scf.while : () -> () {
      %seen = memref.atomic_rmw addi %m0, %flags[%p0] : (i32, memref<2xi32>) -> i32
      %not = arith.cmpi eq, %seen, %m0 : i32
      scf.condition(%not)
    } do {
      scf.yield
    }
    async.yield
  }
  async.await %t : !async.token
  async.await %u : !async.token
  memref.dealloc %flags : memref<2xi32>
`
)

// effect says which engines use a field, which do not, and how a program shows that an engine has received
// it.
type effect struct {
	with, without []string
	shows         func(trial) bool
}

// effects has the fields of exec.Code and exec.Options.
var effects = map[string]effect{
	"BoundsChecks": {with: []string{"native"}, without: []string{"sim", "wasm", "cuda"},
		shows: func(t trial) bool {
			_, err := t.run(beyond, exec.Code{BoundsChecks: true}, exec.Options{})
			return codeOf(err) == "native-out-of-bounds"
		}},
	"DeviceGraphs": {with: []string{"native", "cuda"}, without: []string{"sim", "wasm"}, shows: graphs},
	"FastMath": {with: []string{"native", "wasm"}, without: []string{"sim", "cuda"},
		shows: func(t trial) bool {
			inOrder, err := t.run(sum, exec.Code{}, exec.Options{})
			if err != nil {
				t.Fatal(err)
			}
			fast, err := t.run(sum, exec.Code{FastMath: true}, exec.Options{})
			return err == nil && !fast[0].Value.Equal(inOrder[0].Value)
		}},
	"Time": {with: []string{"sim", "native", "wasm", "cuda"},
		shows: func(t trial) bool {
			return t.stopsAt(forever, "limit-time", exec.Limits{Time: 300 * time.Millisecond})
		}},
	"Memory": {with: []string{"sim", "native", "wasm", "cuda"},
		shows: func(t trial) bool {
			t.ends(large, exec.Code{}, exec.Options{})
			return t.stopsAt(large, "limit-memory", exec.Limits{Memory: 1 << 20})
		}},
	"Threads": {with: []string{"native", "wasm"}, without: []string{"sim", "cuda"},
		shows: func(t trial) bool {
			t.ends(meeting, exec.Code{}, exec.Options{Limits: exec.Limits{Threads: 2, Time: time.Minute}})
			return t.stopsAt(meeting, "limit-time", exec.Limits{Threads: 1, Time: 300 * time.Millisecond})
		}},
	"Output": {with: []string{"sim", "native", "wasm", "cuda"},
		shows: func(t trial) bool {
			var text, notes bytes.Buffer
			t.ends("  %n = arith.constant 41 : i32\n  vector.print %n : i32\n", exec.Code{},
				exec.Options{Output: printed.NewOutput(&text, &notes)})
			return text.String() == "41\n"
		}},
	"Progress": {with: []string{"sim", "cuda"}, without: []string{"native", "wasm"},
		shows: func(t trial) bool {
			calls := 0
			t.ends(loop, exec.Code{}, exec.Options{Progress: func(int64) { calls++ }})
			return calls > 0
		}},
	"Trace": {with: []string{"wasm", "cuda"}, without: []string{"sim", "native"},
		shows: func(t trial) bool { return t.events(0) > 0 }},
	"TraceEvents": {with: []string{"wasm"}, without: []string{"sim", "native", "cuda"},
		shows: func(t trial) bool { return t.events(0) > 1 && t.events(1) == 1 }},
	"Ran": {with: []string{"wasm", "cuda"}, without: []string{"sim", "native"},
		shows: func(t trial) bool {
			told := false
			t.ends(loop, exec.Code{}, exec.Options{Ran: func(time.Duration) { told = true }})
			return told
		}},
	"Device": {with: []string{"cuda"}, without: []string{"sim", "native", "wasm"},
		shows: func(t trial) bool {
			var usage *exec.DeviceUsage
			t.ends("", exec.Code{}, exec.Options{Device: func(u *exec.DeviceUsage) { usage = u }})
			return usage != nil && len(usage.Kernels) == 1
		}},
}

// reaches fails if the engine does not receive the field, or is not listed.
func (e effect) reaches(t *testing.T, engine string) {
	switch uses, listed := slices.Contains(e.with, engine), slices.Contains(e.without, engine); {
	case uses == listed:
		t.Errorf("it uses the option is %v, it does not is %v", uses, listed)
	case uses:
		require(t, engine)
		tools.Cache(t)
		if engine == "cuda" {
			fakecuda.Install(t)
		}
		if !e.shows(trial{t, engine}) {
			t.Error("the option has no effect")
		}
	}
}

// graphs reports whether a device was given graphs: the engine cuda tells, and the fake device of the engine
// native notes it.
func graphs(t trial) bool {
	t.Setenv("INFLIGHT_GPU_COUNT", "1")
	for _, asked := range []bool{false, true} {
		var text, notes bytes.Buffer
		var usage exec.DeviceUsage
		t.ends(onDevice, exec.Code{DeviceGraphs: asked}, exec.Options{
			Output: printed.NewOutput(&text, &notes), Device: func(u *exec.DeviceUsage) { usage = *u }})
		if given := usage.Queues.Graphs > 0 || strings.Contains(notes.String(), "graph"); given != asked {
			return false
		}
	}
	return true
}

// events returns the number of events in a trace of at most so many, 0 for all.
func (t trial) events(most int) int {
	body, o := "", exec.Options{Trace: &timeline.Timeline{}, TraceEvents: most}
	if t.engine == "wasm" {
		body, o.Threads = meeting, 2
	}
	t.ends(body, exec.Code{}, o)
	return len(o.Trace.Events)
}

// Every field of the configuration of the engines reaches each engine that uses it, and is listed for each
// engine that does not.
func TestEveryOptionReachesItsEngines(t *testing.T) {
	seen := map[string]bool{}
	for _, typ := range []reflect.Type{reflect.TypeFor[exec.Code](), reflect.TypeFor[exec.Options]()} {
		for _, field := range reflect.VisibleFields(typ) {
			if field.Anonymous {
				continue
			}
			effect, listed := effects[field.Name]
			seen[field.Name] = true
			if !listed {
				t.Errorf("%s.%s is not listed: which engines use it, and what shows that?", typ, field.Name)
				continue
			}
			for _, engine := range exec.Names() {
				t.Run(field.Name+" "+engine, func(t *testing.T) { effect.reaches(t, engine) })
			}
		}
	}
	for name := range effects {
		if !seen[name] {
			t.Errorf("%s is no field", name)
		}
	}
}
