package formasyncregions_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/inflight-compiler/inflight/check"
	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/dialect/function"
	_ "github.com/inflight-compiler/inflight/internal/fixedseed"
	"github.com/inflight-compiler/inflight/internal/golden"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/internal/randsequential"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/machine"
	"github.com/inflight-compiler/inflight/pass"
	"github.com/inflight-compiler/inflight/sim"
	"github.com/inflight-compiler/inflight/timed"
	_ "github.com/inflight-compiler/inflight/transform/gpu/gpuasyncregion"
	"github.com/inflight-compiler/inflight/transform/sync/formasyncregions"
	"github.com/inflight-compiler/inflight/value"
)

// What the pass makes of programs.
func TestGolden(t *testing.T) { passtest.Golden(t, "form-async-regions") }

var modes = []string{
	"mode=debug", "mode=min-peak-memory", "mode=max-concurrency", "mode=max-concurrency spawn-cost=0",
	"mode=min-peak-memory workers=2 spawn-cost=1", "memory-budget=64 spawn-cost=0",
}

// A pure operation whose operands are shared again and again is looked at once, and not once for each of the
// 2^100 ways that lead to it.
func TestSharedOperands(t *testing.T) {
	var b strings.Builder
	b.WriteString("func.func @f(%x0: i32, %m: memref<1xi32>) {\n  %c0 = arith.constant 0 : index\n" +
		"  %w = memref.load %m[%c0] : memref<1xi32>\n  %y0 = arith.addi %w, %x0 : i32\n")
	for i := range 100 {
		for _, v := range []string{"x", "y"} {
			b.WriteString(fmt.Sprintf("  %%%[1]s%[3]d = arith.addi %%%[1]s%[2]d, %%%[1]s%[2]d : i32\n", v, i,
				i+1))
		}
	}
	b.WriteString("  %z = arith.addi %x100, %y100 : i32\n  memref.store %z, %m[%c0] : memref<1xi32>\n" +
		"  return\n}\n")
	m := passtest.Parse(t, b.String())
	for _, mode := range modes {
		formed := passtest.Transform(t, m, "builtin.module(form-async-regions{"+mode+"})")
		if err := ir.Verify(formed).Err(); err != nil {
			t.Errorf("%s: %v", mode, err)
		}
	}
}

// Programs compute the same, in whatever order their regions run, and have no race.
func TestPropertyMeaning(t *testing.T) {
	n, nests := passtest.Programs(60), 0
	for i := range n {
		m := passtest.Parse(t, randsequential.Program(rand.New(rand.NewPCG(uint64(i), 1))))
		formed := passtest.Transform(t, m, "builtin.module(form-async-regions{"+modes[i%len(modes)]+"})")
		if holdsInner(formed) {
			nests++
		}
		for condition := range int64(2) {
			want, _ := passtest.Simulate(t, m, sim.Config{}, condition)
			for _, mode := range passtest.Modes {
				got, hazards := passtest.Simulate(t, formed, mode, condition)
				if len(hazards) > 0 || !slices.EqualFunc(want, got, value.Value.Equal) {
					t.Fatalf("program %d, mode %v: %v\n%s\n%s", i, mode.Mode, hazards, passtest.Print(m),
						passtest.Print(formed))
				}
			}
		}
	}
	t.Logf("loops or conditions of the host in %d of %d programs", nests, n)
	if nests*20 < n {
		t.Errorf("loops or conditions of the host in %d of %d programs only", nests, n)
	}
}

// holdsInner reports whether a loop or a condition of the host holds regions.
func holdsInner(m *ir.Op) bool {
	return slices.ContainsFunc(m.Find(async.Execute), func(op *ir.Op) bool {
		return !op.Parent().Is(function.Func)
	})
}

// The judge finds no hazard.
func TestPropertyChecked(t *testing.T) {
	complete := 0
	n := passtest.Programs(40)
	for i := range n {
		m := passtest.Parse(t, randsequential.Program(rand.New(rand.NewPCG(uint64(i), 2))))
		formed := passtest.Transform(t, m, "builtin.module(form-async-regions{"+modes[i%len(modes)]+"})")
		report, err := check.Module(t.Context(), formed, check.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if report.Complete {
			complete++
		}
		for _, f := range report.Functions {
			if len(f.Hazards) > 0 {
				t.Fatalf("program %d: %v\n%s", i, f.Hazards, passtest.Print(formed))
			}
		}
	}
	t.Logf("%d of %d programs judged to the end", complete, n)
	if complete*10 < n*9 {
		t.Errorf("only %d of %d programs judged to the end", complete, n)
	}
}

// Without one of the dependences, some order of execution shows a race, unless what conflicts stands in a
// branch that is not taken.
func TestMutationDependence(t *testing.T) {
	found, total := 0, 0
	n := passtest.Programs(30)
	for i := range n {
		m := passtest.Parse(t, randsequential.Program(rand.New(rand.NewPCG(uint64(i), 3))))
		formed := passtest.Transform(t, m,
			"builtin.module(form-async-regions{mode=max-concurrency spawn-cost=0})")
		for at := range len(dependent(formed)) {
			broken := formed.Clone(nil)
			dropFirst(dependent(broken)[at])
			total++
			if !passtest.Clean(t, broken, 0) || !passtest.Clean(t, broken, 1) {
				found++
			}
		}
	}
	t.Logf("%d of %d missing dependences found", found, total)
	if total < n || found*20 < total*17 {
		t.Errorf("only %d of %d missing dependences found in %d programs", found, total, n)
	}
}

// dependent returns the regions that depend on tokens.
func dependent(m *ir.Op) (list []*ir.Op) {
	for _, op := range m.Find(async.Execute) {
		if len(async.Dependencies(op)) > 0 {
			list = append(list, op)
		}
	}
	return list
}

// dropFirst removes the first token that a region depends on.
func dropFirst(op *ir.Op) {
	tokens, values := async.Dependencies(op), async.Unwrapped(op)
	op.SetOperands(slices.Concat(tokens[1:], values))
	op.SetAttr("operandSegmentSizes", op.Context().I32Array(int64(len(tokens)-1), int64(len(values))))
}

// Regions of a device that then get tokens of their own compute the same.
func TestPropertyOnDevice(t *testing.T) {
	for i := range passtest.Programs(30) {
		source := randsequential.Copies(rand.New(rand.NewPCG(uint64(i), 4)))
		source = strings.NewReplacer("memref.alloc()", "gpu.alloc ()", "memref.dealloc",
			"gpu.dealloc").Replace(source)
		source = copies.ReplaceAllString(source, "gpu.memcpy $2, $1 : memref<16xi32>, memref<16xi32>")
		m := passtest.Parse(t, source)
		formed := passtest.Transform(t, m,
			"builtin.module(form-async-regions{"+modes[i%len(modes)]+
				"},func.func(gpu-async-region{leave-regions="+strconv.FormatBool(i%2 == 0)+"}))")
		for condition := range int64(2) {
			want, _ := passtest.Simulate(t, m, sim.Config{}, condition)
			for _, mode := range passtest.Modes {
				got, hazards := passtest.Simulate(t, formed, mode, condition)
				if len(hazards) > 0 || !slices.EqualFunc(want, got, value.Value.Equal) {
					t.Fatalf("program %d, mode %v: %v\n%s\n%s", i, mode.Mode, hazards, passtest.Print(m),
						passtest.Print(formed))
				}
			}
		}
	}
}

// copies matches the copy of a whole buffer.
var copies = regexp.MustCompile(`memref\.copy (%\w+), (%\w+) : memref<16xi32> to memref<16xi32>`)

// Options out of range, and machines that there are not, are errors.
func TestOptions(t *testing.T) {
	m := passtest.Parse(t, "func.func @f() { return }")
	for _, o := range []pass.Value{{Name: "workers", Text: "0"}, {Name: "spawn-cost", Text: "-1"},
		{Name: "memory-budget", Text: "-1"},
		{Name: "penalty", Text: "-1"}, {Name: "machine", Text: "no-such-machine"}} {
		if err := formasyncregions.Pass.Run(
			pass.NewRun(t.Context(), formasyncregions.Pass, m, pass.Values{o})); err == nil {
			t.Errorf("%s=%s is no error", o.Name, o.Text)
		}
	}
}

// Where memory is what matters, no more is in use than in the program as written; and where time is, no less
// time is taken with a smaller budget.
func TestBudget(t *testing.T) {
	content, err := os.ReadFile("testdata/memory.txtar")
	if err != nil {
		t.Fatal(err)
	}
	m := passtest.Parse(t, string(golden.Get(t, txtar.Parse(content), "in.mlir")))
	var makespans []timed.Time
	for _, budget := range []string{"4096", "8192", "12288"} {
		formed := passtest.Transform(t, m,
			"builtin.module(form-async-regions{machine=laptop memory-budget="+budget+"})")
		laptop, err := machine.Builtin("laptop")
		if err != nil {
			t.Fatal(err)
		}
		g, err := timed.Of(formed.Find(function.Func)[0], laptop)
		if err != nil {
			t.Fatal(err)
		}
		result, err := timed.Run(g)
		if err != nil {
			t.Fatal(err)
		}
		const arguments = 3 * 4096
		if limit, _ := strconv.ParseInt(budget, 10, 64); result.Peak[0] > arguments+limit {
			t.Errorf("budget %s: %d bytes in use", budget, result.Peak[0]-arguments)
		}
		makespans = append(makespans, result.Makespan)
	}
	if !slices.IsSortedFunc(makespans, func(a, b timed.Time) int { return int(b - a) }) ||
		makespans[0] == makespans[2] {
		t.Errorf("times %v with more and more memory", makespans)
	}
}
