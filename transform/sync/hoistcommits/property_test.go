package hoistcommits_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/inflight-compiler/inflight/analysis/inflight"
	_ "github.com/inflight-compiler/inflight/internal/fixedseed"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/internal/randasync"
	"github.com/inflight-compiler/inflight/internal/randcommit"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/sim"
	"github.com/inflight-compiler/inflight/value"
)

// inputs are the scalar arguments that programs are run with: two conditions and a number of iterations.
var inputs = [][3]int64{{0, 0, 0}, {1, 0, 1}, {0, 1, 2}, {1, 1, 3}}

// outcome is what a run gives.
type outcome struct {
	memory  []value.Value
	hazards int
	first   string
}

// simulate runs @main on numbered elements. Cleanliness is asked for in late mode, where hazards are found in
// every order.
func simulate(t *testing.T, m *ir.Op, cfg sim.Config, in [3]int64) outcome {
	t.Helper()
	program, err := sim.Compile(m, "main")
	if err != nil {
		t.Fatalf("%v\n%s", err, passtest.Print(m))
	}
	var args, memory []value.Value
	scalars := 0
	for _, typ := range program.Inputs() {
		mt, ok := typ.(*ir.MemRefType)
		if !ok {
			args = append(args, value.Int(typ, in[scalars]))
			scalars++
			continue
		}
		b, err := value.NewBuffer(mt, mt.Shape)
		if err != nil {
			t.Fatal(err)
		}
		for i := range b.Data {
			b.Data[i] = byte(7*i + len(args))
		}
		args, memory = append(args, value.Memory(b)), append(memory, value.Memory(b))
	}
	cfg.Hazards = true
	result, err := program.Run(context.Background(), cfg, args)
	if err != nil {
		t.Fatalf("%v\n%s", err, passtest.Print(m))
	}
	o := outcome{memory: memory, hazards: len(result.Hazards)}
	if o.hazards > 0 {
		o.first = result.Hazards[0].Diagnostic().Error()
	}
	return o
}

func equal(a, b []value.Value) bool {
	for i := range a {
		if !a[i].Equal(b[i]) {
			return false
		}
	}
	return true
}

// modes are the ways in which a transformed program is run.
var modes = []sim.Config{{Mode: sim.Sequential}, {Mode: sim.Late}, {Mode: sim.Random, Seed: 1},
	{Mode: sim.Random, Seed: 2}}

// A program without a race has none after the pass, and computes the same, in whatever order.
func TestPropertyMeaning(t *testing.T) {
	clean, changed := 0, 0
	for i := range passtest.Programs(1200) {
		source := randcommit.Program(rand.New(rand.NewPCG(uint64(i), 1)))
		m := passtest.Parse(t, source)
		made := m.Clone(nil)
		apply(t, made, []string{"", "max-count=1", "max-count=0", "dynamic-waits=false"}[i%4])
		if passtest.Print(made) == passtest.Print(m) {
			continue
		}
		changed++
		for _, in := range inputs {
			want := simulate(t, m, sim.Config{Mode: sim.Late}, in)
			if want.hazards > 0 {
				continue
			}
			clean++
			want = simulate(t, m, sim.Config{Mode: sim.Sequential}, in)
			for _, mode := range modes {
				got := simulate(t, made, mode, in)
				if got.hazards > 0 || !equal(want.memory, got.memory) {
					t.Fatalf("program %d, mode %v, inputs %v: %d hazards %s\n%s\n%s", i, mode.Mode, in,
						got.hazards, got.first,
						source, passtest.Print(made))
				}
			}
		}
	}
	t.Logf("%d changed, %d clean runs", changed, clean)
	if n := passtest.Programs(1200); changed < n/3 || clean < n/3 {
		t.Errorf("only %d programs changed, and %d runs had no race", changed, clean)
	}
}

// observed runs an observed program late and returns the rows that it logged: what had completed behind each
// wait.
func observed(t *testing.T, m *ir.Op, in [3]int64) [][]uint64 {
	t.Helper()
	program, err := sim.Compile(m, "main")
	if err != nil {
		t.Fatalf("%v\n%s", err, passtest.Print(m))
	}
	var args []value.Value
	scalars := 0
	for _, typ := range program.Inputs() {
		mt, ok := typ.(*ir.MemRefType)
		if !ok {
			args = append(args, value.Int(typ, in[scalars]))
			scalars++
			continue
		}
		b, err := value.NewBuffer(mt, mt.Shape)
		if err != nil {
			t.Fatal(err)
		}
		clear(b.Data)
		args = append(args, value.Memory(b))
	}
	const ones, log, pos = 6, 9, 10
	for i := range int64(randcommit.Marks) {
		args[ones].Buffer.Set(1, i)
	}
	if _, err := program.Run(context.Background(), sim.Config{Mode: sim.Late}, args); err != nil {
		t.Fatalf("%v\n%s", err, passtest.Print(m))
	}
	rows := make([][]uint64, args[pos].Buffer.At(0))
	for i := range rows {
		for k := range int64(randcommit.Marks) {
			rows[i] = append(rows[i], args[log].Buffer.At(int64(i), k))
		}
	}
	return rows
}

// Behind every wait all that is complete in the original is complete after the pass.
func TestPropertyNeverLess(t *testing.T) {
	changed, rows := 0, 0
	for i := range passtest.Programs(1000) {
		m := passtest.Parse(t, randcommit.ObservedProgram(rand.New(rand.NewPCG(uint64(i), 5))))
		made := m.Clone(nil)
		apply(t, made, []string{"", "max-count=1", "max-count=3", "max-count=0"}[i%4])
		if passtest.Print(made) == passtest.Print(m) {
			continue
		}
		changed++
		for _, in := range inputs {
			want, got := observed(t, m, in), observed(t, made, in)
			if len(want) != len(got) {
				t.Fatalf("program %d: %d waits became %d\n%s\n%s", i, len(want), len(got), passtest.Print(m),
					passtest.Print(made))
			}
			for w := range want {
				rows++
				for k := range want[w] {
					if got[w][k] < want[w][k] {
						t.Fatalf("program %d, inputs %v: behind wait %d, mark %d is %d, and was %d\n%s\n%s",
							i, in, w, k, got[w][k], want[w][k],
							passtest.Print(m), passtest.Print(made))
					}
				}
			}
		}
	}
	t.Logf("%d programs changed, %d waits", changed, rows)
	if n := passtest.Programs(1000); changed < n/3 || rows < n {
		t.Errorf("only %d programs changed, and %d waits were executed", changed, rows)
	}
}

// tally counts the groups that a block commits, independently of the pass: the smallest and the largest
// number; large where data says.
func tally(b *ir.Block, q ir.Queue) (least, most int) {
	const many = 1 << 20
	for op := range b.Ops() {
		lo, hi := 0, 0
		switch op.Name() {
		case "scf.if":
			lo, hi = tallyBranches(op, q)
		case "scf.for", "scf.while":
			for _, r := range op.Regions() {
				if _, most := tally(r.Entry(), q); most > 0 {
					hi = many
				}
			}
			if n, ok := ir.ConstInt(op.Operand(min(1, op.NumOperands()-1))); ok && op.Name() == "scf.for" {
				lo, hi = tally(op.Body(), q)
				lo, hi = lo*int(n), hi*int(n)
			}
		}
		if e := op.QueueEffect(); e.Kind == ir.QueueCommit && e.Queue == q {
			lo, hi = lo+1, hi+1
		}
		least, most = least+lo, most+hi
	}
	return least, min(most, many)
}

func tallyBranches(op *ir.Op, q ir.Queue) (least, most int) {
	least = 1 << 20
	for _, r := range op.Regions() {
		lo, hi := 0, 0
		if !r.Empty() {
			lo, hi = tally(r.Entry(), q)
		}
		least, most = min(least, lo), max(most, hi)
	}
	return least, most
}

// After the pass, conditions whose branches commit a constant number of groups each commit as many on all
// paths, and the tokens that nothing but conditions made differ in age have one age.
func TestPropertyPathIndependent(t *testing.T) {
	uneven, ages := 0, 0
	for i := range passtest.Programs(1500) {
		r := rand.New(rand.NewPCG(uint64(i), 2))
		m := passtest.Parse(t,
			randasync.Program(r,
				randasync.Config{Statements: 5, Depth: 2, Tokens: true, Counts: i%2 == 0, Counted: true,
					Numbered: 1}))
		u := unevenConditions(m)
		uneven += u
		made := m.Clone(nil)
		apply(t, made, "")
		if left := unevenConditions(made); left > 0 {
			t.Fatalf("program %d: %d conditions are still uneven\n%s\n%s", i, left, passtest.Print(m),
				passtest.Print(made))
		}
		if u > 0 && !loops(m) {
			ages += sameAges(t, m, made)
		}
	}
	t.Logf("%d uneven conditions, %d waits of varying age became constant", uneven, ages)
	if n := passtest.Programs(1500); uneven < n/10 || ages < n/50 {
		t.Errorf("only %d uneven conditions and %d ages", uneven, ages)
	}
}

// unevenConditions counts the conditions with branches of constant but different numbers of groups.
func unevenConditions(m *ir.Op) int {
	n := 0
	for op := range m.Walk() {
		if op.Name() != "scf.if" {
			continue
		}
		for _, q := range []ir.Queue{{Engine: "cp.async"}, {Number: 0}} {
			constant, seen := true, map[int]bool{}
			for _, r := range op.Regions() {
				lo, hi := 0, 0
				if !r.Empty() {
					lo, hi = tally(r.Entry(), q)
				}
				constant = constant && lo == hi
				seen[lo] = true
			}
			if constant && len(seen) > 1 {
				n++
			}
		}
	}
	return n
}

func loops(m *ir.Op) bool {
	for op := range m.Walk() {
		if op.Name() == "scf.for" || op.Name() == "scf.while" {
			return true
		}
	}
	return false
}

// sameAges checks that waits for a token that a commit, and no condition, defines have one age, and returns
// how many had several before.
func sameAges(t *testing.T, m, made *ir.Op) (varied int) {
	t.Helper()
	was, is := agesOf(m), agesOf(made)
	for i, spread := range is {
		if spread {
			t.Fatalf("wait %d has a varying age\n%s\n%s", i, passtest.Print(m), passtest.Print(made))
		}
	}
	for _, spread := range was {
		if spread {
			varied++
		}
	}
	return varied
}

// agesOf tells, per wait for the token of a commit, whether its age varies.
func agesOf(m *ir.Op) (spread []bool) {
	r := inflight.Analyze(m)
	for _, op := range r.Waits() {
		e := op.QueueEffect()
		if e.Token == nil || e.Token.DefiningOp().NumRegions() > 0 {
			continue
		}
		for _, a := range r.TokenAt(e.Token, op).Ages {
			spread = append(spread, a.Min != a.Max)
		}
	}
	return spread
}
