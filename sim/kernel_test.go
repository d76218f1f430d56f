package sim_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/sim"
	"github.com/inflight-compiler/inflight/value"
)

// kernelOracle makes random kernels. Their threads load and store shared memory, copy to it asynchronously,
// wait for their copies and meet at barriers of both kinds. The oracle decides by reachability in the graph
// of happens-before whether a kernel has a race.
type kernelOracle struct {
	oracle
	threads int
	lanes   []laneModel
	phase   int  // of the barrier in shared memory
	came    bool // whether all threads have arrived in the phase and have not waited for it
	known   int  // node at which the phase is complete
}

// laneModel is a thread of the block while the kernel is made.
type laneModel struct {
	last   int
	copies []int   // nodes of copies that are not committed
	groups [][]int // groups that no wait has joined
}

const sharedElems = 8

// subscript emits a subscript that depends on the thread. It returns its name and its value for each thread.
func (o *kernelOracle) subscript() (name string, of func(thread int) int) {
	o.n++
	n, a, b := o.n, []int{1, 1, 1, 1, 0, 2}[o.rng.IntN(6)], o.rng.IntN(sharedElems)
	fmt.Fprintf(&o.b, "    %%a%d = arith.constant %d : index\n    %%b%d = arith.constant %d : index\n", n, a,
		n, b)
	fmt.Fprintf(&o.b,
		"    %%m%d = arith.muli %%tx, %%a%d : index\n    %%s%d = arith.addi %%m%d, %%b%d : index\n", n, n, n,
		n, n)
	fmt.Fprintf(&o.b, "    %%i%d = arith.remui %%s%d, %%n : index\n", n, n)
	return fmt.Sprintf("%%i%d", n), func(thread int) int { return (thread*a + b) % sharedElems }
}

func (o *kernelOracle) printf(format string, args ...any) {
	fmt.Fprintf(&o.b, "    "+format+"\n", args...)
}

// each makes a node for every thread.
func (o *kernelOracle) each(f func(thread int, l *laneModel)) {
	for i := range o.lanes {
		f(i, &o.lanes[i])
	}
}

func (o *kernelOracle) statement() {
	switch k := o.rng.IntN(15); {
	case o.came && k >= 10:
		o.pass()
	case k >= 12:
		o.arrive()
	case k < 2:
		o.copy()
	case k < 4:
		o.printf("nvvm.cp.async.commit.group")
		o.each(func(_ int, l *laneModel) { l.groups, l.copies = append(l.groups, l.copies), nil })
	case k < 6:
		o.waitFor(o.rng.IntN(2))
	case k < 9:
		o.printf("gpu.barrier")
		var all []int
		o.each(func(_ int, l *laneModel) { all = append(all, l.last) })
		meet := o.step(all...)
		o.each(func(_ int, l *laneModel) { l.last = meet })
	default:
		o.touch()
	}
}

// arrive makes every thread arrive at the mbarrier, which completes its phase when all have arrived.
func (o *kernelOracle) arrive() {
	o.printf("%%k%d = nvgpu.mbarrier.arrive %%bar[%%c0] : !bar -> !nvgpu.mbarrier.token", o.phase)
	var all []int
	o.each(func(_ int, l *laneModel) { all = append(all, l.last) })
	o.known, o.came = o.step(all...), true
}

// pass makes every thread wait for that phase.
func (o *kernelOracle) pass() {
	o.printf("%%q%d = arith.constant %v\n    nvgpu.mbarrier.try_wait.parity %%bar[%%c0], %%q%d, %%n : !bar",
		o.phase, o.phase%2 == 1, o.phase)
	o.each(func(_ int, l *laneModel) { l.last = o.step(l.last, o.known) })
	o.phase, o.came = o.phase+1, false
}

func (o *kernelOracle) copy() {
	at, of := o.subscript()
	o.printf("%%t%d = nvgpu.device_async_copy %%A[%%tx], %%S[%s], 1 : memref<8xi32> to memref<%dxi32, 3>",
		o.n, at, sharedElems)
	o.each(func(i int, l *laneModel) {
		node := o.step(l.last)
		o.access = append(o.access, memoryAccess{node, of(i), true})
		l.copies = append(l.copies, node)
	})
}

func (o *kernelOracle) waitFor(n int) {
	o.printf("nvvm.cp.async.wait.group %d", n)
	o.each(func(_ int, l *laneModel) {
		after := []int{l.last}
		forced := max(len(l.groups)-n, 0)
		for _, g := range l.groups[:forced] {
			after = append(after, g...)
		}
		l.groups, l.last = l.groups[forced:], o.step(after...)
	})
}

func (o *kernelOracle) touch() {
	at, of := o.subscript()
	write := o.rng.IntN(2) == 0
	if write {
		o.printf("%%w%d = arith.index_cast %%tx : index to i32", o.n)
		o.printf("memref.store %%w%d, %%S[%s] : memref<%dxi32, 3>", o.n, at, sharedElems)
	} else {
		o.printf("%%v%d = memref.load %%S[%s] : memref<%dxi32, 3>", o.n, at, sharedElems)
		o.printf("%%o%d = arith.muli %%tx, %%n : index\n    %%p%d = arith.addi %%o%d, %s : index", o.n, o.n,
			o.n, at)
		o.printf("memref.store %%v%d, %%O[%%p%d] : memref<%dxi32>", o.n, o.n, 8*sharedElems)
	}
	o.each(func(i int, l *laneModel) {
		l.last = o.step(l.last)
		o.access = append(o.access, memoryAccess{l.last, of(i), write})
	})
}

// program returns a kernel of one block. All shared memory is written first, so that no load reads unwritten
// memory.
func (o *kernelOracle) program(statements int) string {
	fmt.Fprintf(&o.b, `!bar = !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>>
func.func @main(%%A: memref<8xi32>, %%O: memref<%dxi32>) {
  %%c0 = arith.constant 0 : index
  %%c1 = arith.constant 1 : index
  %%n = arith.constant %d : index
  %%t = arith.constant %d : index
  gpu.launch blocks(%%bx, %%by, %%bz) in (%%gx = %%c1, %%gy = %%c1, %%gz = %%c1)
             threads(%%tx, %%ty, %%tz) in (%%nx = %%t, %%ny = %%c1, %%nz = %%c1)
             workgroup(%%S : memref<%dxi32, 3>) {
    %%first = arith.cmpi eq, %%tx, %%c0 : index
    %%bar = nvgpu.mbarrier.create -> !bar
    nvgpu.mbarrier.init %%bar[%%c0], %%t, predicate = %%first : !bar
    scf.if %%first {
      %%zero = arith.constant 0 : i32
      scf.for %%i = %%c0 to %%n step %%c1 {
        memref.store %%zero, %%S[%%i] : memref<%dxi32, 3>
      }
    }
    gpu.barrier
`, 8*sharedElems, sharedElems, o.threads, sharedElems, sharedElems)
	o.lanes = make([]laneModel, o.threads)
	begin := o.step()
	o.each(func(_ int, l *laneModel) { l.last = begin })
	for range statements {
		o.statement()
	}
	o.printf("nvvm.cp.async.commit.group\n    nvvm.cp.async.wait.group 0\n    gpu.terminator")
	o.b.WriteString("  }\n  return\n}\n")
	return o.b.String()
}

// Races among the threads of a block are reported exactly where the graph of happens-before has no path, in
// every mode. Kernels without a race compute the same results in all modes.
func TestKernelRacesAreExact(t *testing.T) {
	with := 0
	for seed := range uint64(400) {
		o := &kernelOracle{oracle: oracle{rng: rand.New(rand.NewPCG(seed, 6))}, threads: 2 + int(seed%3)*3}
		source := o.program(3 + o.rng.IntN(8))
		want := o.races()
		if want {
			with++
		}
		p := compile(t, source, "main")
		result := ""
		for _, cfg := range everyMode(3) {
			args := makeArgs(t, p, []string{"iota", "zero"})
			res, err := p.Run(context.Background(), cfg, args)
			if err != nil {
				t.Fatalf("seed %d, %v: %v\n%s", seed, cfg.Mode, err, source)
			}
			found := false
			for _, h := range res.Hazards {
				found = found || strings.HasPrefix(string(h.Code), "sim-race-")
			}
			if found != want {
				t.Fatalf("seed %d, %v: race %v, want %v\n%s\n%v", seed, cfg.Mode, found, want, source,
					res.Diagnostics())
			}
			if got := showBuffer(args[1].Buffer); !want && result != "" && got != result {
				t.Fatalf("seed %d, %v: got %s, want %s\n%s", seed, cfg.Mode, got, result, source)
			} else {
				result = got
			}
		}
	}
	if with < 80 || with > 320 {
		t.Errorf("%d of 400 kernels have a race: too few on one side", with)
	}
}

// tiledSource copies a tile, a row per thread, and stores it transposed. The lines are the waits and
// barriers.
const tiledSource = `
func.func @main(%%A: memref<%[1]dx4xi32>, %%C: memref<4x%[1]dxi32>) {
  %%c0 = arith.constant 0 : index
  %%c1 = arith.constant 1 : index
  %%c4 = arith.constant 4 : index
  %%t = arith.constant %[1]d : index
  gpu.launch blocks(%%bx, %%by, %%bz) in (%%gx = %%c1, %%gy = %%c1, %%gz = %%c1)
             threads(%%tx, %%ty, %%tz) in (%%nx = %%t, %%ny = %%c1, %%nz = %%c1)
             workgroup(%%S : memref<%[1]dx4xi32, 3>) {
    %%x = nvgpu.device_async_copy %%A[%%tx, %%c0], %%S[%%tx, %%c0], 4 : memref<%[1]dx4xi32> to memref<%[1]dx4xi32, 3>
    nvvm.cp.async.commit.group
    %[2]s
    %[3]s
    %%next = arith.addi %%tx, %%c1 : index
    %%row = arith.remui %%next, %%t : index
    scf.for %%j = %%c0 to %%c4 step %%c1 {
      %%y = memref.load %%S[%%row, %%j] : memref<%[1]dx4xi32, 3>
      memref.store %%y, %%C[%%j, %%row] : memref<4x%[1]dxi32>
    }
    gpu.terminator
  }
  return
}`

// The wait and the barrier behind it are both needed, for every size of the block. The report names both
// threads.
func TestTiledCopy(t *testing.T) {
	wait, barrier := "nvvm.cp.async.wait.group 0", "gpu.barrier"
	for _, threads := range []int{4, 32, 40} {
		for _, c := range []struct {
			lines [2]string
			right bool
		}{{[2]string{wait, barrier}, true}, {[2]string{wait, ""}, false}, {[2]string{barrier, wait}, false},
			{[2]string{barrier, ""}, false}} {
			p := compile(t, fmt.Sprintf(tiledSource, threads, c.lines[0], c.lines[1]), "main")
			for _, cfg := range everyMode(3) {
				args := makeArgs(t, p, []string{"iota", "zero"})
				res, err := p.Run(context.Background(), cfg, args)
				if err != nil {
					t.Fatal(err)
				}
				checkTiled(t, fmt.Sprintf("%d threads, %q, %v", threads, c.lines, cfg.Mode), res, args,
					c.right)
			}
		}
	}
}

func checkTiled(t *testing.T, name string, res *sim.Result, args []value.Value, right bool) {
	t.Helper()
	if !right {
		for _, h := range res.Hazards {
			if h.First.Thread != nil && h.Second.Thread != nil &&
				fmt.Sprint(h.First.Thread) != fmt.Sprint(h.Second.Thread) {
				return
			}
		}
		t.Errorf("%s: no race of two threads: %v", name, res.Diagnostics())
		return
	}
	if len(res.Hazards) > 0 {
		t.Errorf("%s: %v", name, res.Diagnostics())
	}
	a, c := args[0].Buffer, args[1].Buffer
	for i := range a.Shape[0] {
		for j := range a.Shape[1] {
			if a.At(i, j) != c.At(j, i) {
				t.Fatalf("%s: got %s", name, showBuffer(c))
			}
		}
	}
}
