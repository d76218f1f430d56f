package sim_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/internal/tools"
	"github.com/inflight-compiler/inflight/sim"
	"github.com/inflight-compiler/inflight/value"
)

// planner makes random programs of tasks that access two buffers, ordered by exactly the tokens that they
// need, in any of the ways in which a token orders. A model of its own decides which tokens these are: the
// set of tasks that each thread of control knows to be complete.
type planner struct {
	rng   *rand.Rand
	nodes []planned
	main  map[int]bool // tasks that the program knows to be complete
	lines []plannedLine
	n     int // number of edges
}

// planned is a task.
type planned struct {
	from, to element
	knows    map[int]bool
}

// plannedLine is text. A line with an edge, or a part of it, is left out when its edge is removed.
type plannedLine struct {
	text  string
	parts []part // between the two halves of text, which a | separates
	edge  int    // edge of the line itself, -1 if the line is never left out
}

type part struct {
	text string
	edge int
}

func (p *planner) line(edge int, format string, args ...any) {
	p.lines = append(p.lines, plannedLine{text: fmt.Sprintf(format, args...), edge: edge})
}

func (p *planner) edge() int {
	p.n++
	return p.n - 1
}

// missing returns the tasks that a thread of control must learn to be complete before it accesses two
// elements. The youngest comes first, so that each is needed.
func (p *planner) missing(knows map[int]bool, from, to element) []int {
	known := map[int]bool{}
	for k := range knows {
		known[k] = true
	}
	var need []int
	for j := len(p.nodes) - 1; j >= 0; j-- {
		if !known[j] && conflicts(flying{from: p.nodes[j].from, to: p.nodes[j].to}, from, to) {
			need = append(need, j)
			p.learn(known, j)
		}
	}
	return need
}

func (p *planner) learn(knows map[int]bool, j int) {
	knows[j] = true
	for k := range p.nodes[j].knows {
		knows[k] = true
	}
}

// wait makes a thread wait for a task, alone or by a group.
func (p *planner) wait(j int) {
	e := p.edge()
	switch p.rng.IntN(3) {
	case 0:
		p.line(e, "async.await %%t%d : !async.token", j)
	case 1:
		p.line(e, "%%u%d = async.await %%v%d : !async.value<i32>", e, j)
	default:
		p.line(e, "%%g%d = async.create_group %%i1 : !async.group", e)
		p.line(e, "%%r%d = async.add_to_group %%t%d, %%g%d : !async.token", e, j, e)
		p.line(e, "async.await_all %%g%d", e)
	}
}

func (p *planner) task() {
	from, to := element{p.rng.IntN(numBuffers), p.rng.IntN(numElems)},
		element{p.rng.IntN(numBuffers), p.rng.IntN(numElems)}
	i, knows := len(p.nodes), map[int]bool{}
	for k := range p.main {
		knows[k] = true
	}
	var inside, dependencies []int
	for _, j := range p.missing(knows, from, to) {
		switch p.rng.IntN(4) {
		case 0:
			p.wait(j)
			p.learn(p.main, j)
		case 1:
			inside = append(inside, j)
		default:
			dependencies = append(dependencies, j)
		}
		p.learn(knows, j)
	}
	head := plannedLine{text: fmt.Sprintf("%%t%d, %%v%d = async.execute [|] -> !async.value<i32> {", i, i),
		edge: -1}
	for _, j := range dependencies {
		head.parts = append(head.parts, part{fmt.Sprintf("%%t%d", j), p.edge()})
	}
	p.lines = append(p.lines, head)
	for _, j := range inside {
		p.wait(j)
	}
	p.statement(i, from, to)
	p.line(-1, "async.yield %%x%d : i32", i)
	p.line(-1, "}")
	p.nodes = append(p.nodes, planned{from, to, knows})
}

// statement adds the value of one element to another.
func (p *planner) statement(n int, from, to element) {
	typ := fmt.Sprintf("memref<%dxi32>", numElems)
	p.line(-1, "%%l%d = memref.load %%b%d[%%i%d] : %s", n, from.buffer, from.index, typ)
	p.line(-1, "%%c%d = arith.constant %d : i32", n, p.rng.IntN(100)+2)
	p.line(-1, "%%m%d = arith.muli %%l%d, %%c%d : i32", n, n, n)
	p.line(-1, "%%x%d = arith.addi %%m%d, %%c%d : i32", n, n, n)
	p.line(-1, "memref.store %%x%d, %%b%d[%%i%d] : %s", n, to.buffer, to.index, typ)
}

// program plans tasks, and statements of the program itself.
func (p *planner) program(statements int) {
	p.main = map[int]bool{}
	for n := range statements {
		if p.rng.IntN(4) > 0 {
			p.task()
			continue
		}
		from, to := element{p.rng.IntN(numBuffers), p.rng.IntN(numElems)},
			element{p.rng.IntN(numBuffers), p.rng.IntN(numElems)}
		for _, j := range p.missing(p.main, from, to) {
			p.wait(j)
			p.learn(p.main, j)
		}
		p.statement(1000+n, from, to)
	}
	for j := len(p.nodes) - 1; j >= 0; j-- {
		if !p.main[j] {
			p.wait(j)
			p.learn(p.main, j)
		}
	}
}

// text returns the program without one of its edges.
func (p *planner) text(without int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "func.func @main(%%b0: memref<%dxi32>, %%b1: memref<%dxi32>) {\n", numElems, numElems)
	for i := range numElems {
		fmt.Fprintf(&b, "  %%i%d = arith.constant %d : index\n", i, i)
	}
	for _, l := range p.lines {
		if l.edge >= 0 && l.edge == without {
			continue
		}
		var parts []string
		for _, x := range l.parts {
			if x.edge != without {
				parts = append(parts, x.text)
			}
		}
		b.WriteString("  " + strings.Replace(l.text, "|", strings.Join(parts, ", "), 1) + "\n")
	}
	return b.String() + "  return\n}\n"
}

func plan(seed, stream uint64, statements int) *planner {
	p := &planner{rng: rand.New(rand.NewPCG(seed, stream))}
	p.program(statements)
	return p
}

// Programs of tasks with the tokens that they need compute the same results in every mode, and no mode
// reports a hazard.
func TestTaskProgramsAgree(t *testing.T) {
	for seed := range uint64(60) {
		source := plan(seed, 1, 14).text(-1)
		var want []value.Value
		for _, cfg := range everyMode(20) {
			args, res := runRandom(t, source, cfg)
			if len(res.Hazards) > 0 {
				t.Fatalf("seed %d, %v: %v\n%s", seed, cfg.Mode, res.Diagnostics(), source)
			}
			if want == nil {
				want = args
			}
			if !slices.EqualFunc(args, want, value.Value.Equal) {
				t.Fatalf("seed %d, %v: %s %s\n%s", seed, cfg.Mode, showValue(args[0]), showValue(args[1]),
					source)
			}
		}
	}
}

// If any one token is removed, every mode reports a hazard, even if its run gives the right result.
func TestEveryTokenIsNeeded(t *testing.T) {
	removed := 0
	for seed := range uint64(30) {
		p := plan(seed, 2, 14)
		for e := range p.n {
			source := p.text(e)
			removed++
			for _, cfg := range everyMode(2) {
				if _, res := runRandom(t, source, cfg); len(res.Hazards) == 0 {
					t.Fatalf("seed %d: %v does not miss edge %d\n%s\n%s", seed, cfg.Mode, e, source,
						p.text(-1))
				}
			}
		}
	}
	if removed < 200 {
		t.Errorf("only %d edges were removed", removed)
	}
}

// In programs of few tasks every schedule ends in the same state.
func TestTaskSchedulesAgree(t *testing.T) {
	for seed := range uint64(15) {
		source := plan(seed, 3, 5).text(-1)
		_, res := runRandom(t, source, sim.Config{Mode: sim.Exhaustive, Hazards: true})
		if x := res.Exploration; x.States != 1 || !x.Complete || len(res.Hazards) > 0 {
			t.Fatalf("seed %d: %+v %v\n%s", seed, x, res.Diagnostics(), source)
		}
	}
}

// asyncLowering are the passes of mlir-opt that come before those of lowering: they turn tasks into
// coroutines.
var asyncLowering = []string{
	"--async-to-async-runtime", "--async-runtime-ref-counting", "--async-runtime-ref-counting-opt",
	"--convert-async-to-llvm",
}

// Programs of tasks compute the same results as coroutines on the threads of MLIR's runtime.
func TestTasksAgreeWithRuntime(t *testing.T) {
	opt, runner := tools.Require(t, "mlir-opt"), tools.Require(t, "mlir-runner")
	libraries := tools.Require(t, "libmlir_c_runner_utils") + "," + tools.Require(t, "libmlir_async_runtime")
	const programs = 10
	var functions, calls strings.Builder
	for i := range programs {
		functions.WriteString(
			strings.Replace(plan(uint64(i), 4, 14).text(-1), "@main", fmt.Sprintf("@run%d", i), 1))
		fmt.Fprintf(&calls, "  func.call @run%d(%%b0, %%b1) : (memref<3xi32>, memref<3xi32>) -> ()\n", i)
	}
	source := functions.String() + fmt.Sprintf(`func.func @main() -> i64 {
  %%c0 = arith.constant 0 : index
  %%c1 = arith.constant 1 : index
  %%n = arith.constant %d : index
  %%b0 = memref.alloc() : memref<3xi32>
  %%b1 = memref.alloc() : memref<3xi32>
  scf.for %%i = %%c0 to %%n step %%c1 {
    %%x = arith.index_cast %%i : index to i32
    memref.store %%x, %%b0[%%i] : memref<3xi32>
    memref.store %%x, %%b1[%%i] : memref<3xi32>
  }
%s  %%zero = arith.constant 0 : i64
  %%factor = arith.constant 1000003 : i64
  %%sum = scf.for %%i = %%c0 to %%n step %%c1 iter_args(%%s = %%zero) -> (i64) {
    %%x = memref.load %%b0[%%i] : memref<3xi32>
    %%y = memref.load %%b1[%%i] : memref<3xi32>
    %%xy = arith.xori %%x, %%y : i32
    %%w = arith.extsi %%xy : i32 to i64
    %%v = arith.extsi %%x : i32 to i64
    %%a = arith.muli %%s, %%factor : i64
    %%b = arith.addi %%a, %%w : i64
    %%c = arith.muli %%b, %%factor : i64
    %%d = arith.addi %%c, %%v : i64
    scf.yield %%d : i64
  }
  memref.dealloc %%b0 : memref<3xi32>
  memref.dealloc %%b1 : memref<3xi32>
  return %%sum : i64
}
`, numElems, calls.String())
	lowered := pipe(t, source, opt, append(slices.Clone(asyncLowering), lowering...)...)
	out := pipe(t, lowered, runner, "-O0", "-e", "main", "--entry-point-result=i64",
		"--shared-libs="+libraries)
	if got, want := strings.TrimSpace(out), fmt.Sprint(simulated(t, source)); got != want {
		t.Errorf("the runtime computes %s, the simulator %s\n%s", got, want, source)
	}
}

// chainSource makes a number of tasks, each of which depends on the one before.
const chainSource = `
func.func @main(%A: memref<1xi32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = arith.constant 1 : i32
  %first = async.execute {
    async.yield
  }
  %last = scf.for %i = %c0 to %n step %c1 iter_args(%t = %first) -> !async.token {
    %u = async.execute [%t] {
      %a = memref.load %A[%c0] : memref<1xi32>
      %b = arith.addi %a, %x : i32
      memref.store %b, %A[%c0] : memref<1xi32>
      async.yield
    }
    scf.yield %u : !async.token
  }
  async.await %last : !async.token
  return
}`

// A long chain of tasks takes neither deep recursion nor quadratic time, and few of the tasks are kept.
func TestLongChain(t *testing.T) {
	p := compile(t, chainSource, "main")
	for _, mode := range []sim.Mode{sim.Sequential, sim.Late, sim.Timed} {
		args := makeArgs(t, p, []string{"zero", "20000"})
		res, err := p.Run(context.Background(), sim.Config{Mode: mode, Hazards: true}, args)
		if err != nil || len(res.Hazards) > 0 || args[0].Buffer.At(0) != 20000 {
			t.Errorf("%v: %v, %v, %s", mode, err, res.Diagnostics(), showBuffer(args[0].Buffer))
		}
	}
}

// Every task that nothing awaits is reported, however many there are.
func TestManyTasksNotAwaited(t *testing.T) {
	p := compile(t, `
func.func @main(%A: memref<64xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %n = arith.constant 64 : index
  %x = arith.constant 1 : i32
  scf.for %i = %c0 to %n step %c1 {
    %t = async.execute {
      memref.store %x, %A[%i] : memref<64xi32>
      async.yield
    }
    %r = arith.remui %i, %c2 : index
    %even = arith.cmpi eq, %r, %c0 : index
    scf.if %even {
      async.await %t : !async.token
    }
  }
  return
}`, "main")
	for _, cfg := range everyMode(2) {
		res, err := p.Run(context.Background(), cfg, makeArgs(t, p, []string{"zero"}))
		if err != nil || len(res.Hazards) != 1 || res.Hazards[0].Count != 32 || res.Hazards[0].Tasks != 32 {
			t.Errorf("%v: %v, %+v", cfg.Mode, err, res.Hazards)
		}
	}
}

// An operation that the root knows to be complete both by a token and by a later operation does not hide an
// operation in flight.
func TestKnownTwice(t *testing.T) {
	m := passtest.Parse(t, `func.func @main(%a: memref<4xi32>, %b: memref<4xi32>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %x = arith.constant 1 : i32
  pipeline.async_scope {
    memref.store %x, %a[%c2] : memref<4xi32>
  }
  %first = pipeline.async_commit_stage 1 -> !async.token
  async.await %first : !async.token
  pipeline.async_scope after(%first) {
    %v = memref.load %b[%c0] : memref<4xi32>
  }
  %second = pipeline.async_commit_stage 0 -> !async.token
  async.await %second : !async.token
  pipeline.async_scope {
    %v = memref.load %b[%c2] : memref<4xi32>
  }
  pipeline.async_commit_stage 1
  memref.store %x, %b[%c2] : memref<4xi32>
  pipeline.async_wait_stage 1, 0
  return
}`)
	for _, mode := range passtest.Modes {
		if _, hazards := passtest.Simulate(t, m, mode, 0); len(hazards) != 1 {
			t.Errorf("%v: %d hazards", mode.Mode, len(hazards))
		}
	}
}
