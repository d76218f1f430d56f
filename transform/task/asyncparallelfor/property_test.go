package asyncparallelfor_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/sim"
	_ "github.com/inflight-compiler/inflight/transform/task/asyncparallelfor"
	"github.com/inflight-compiler/inflight/value"
)

// outcome is what a run leaves in memory, by argument.
type outcome [][]byte

func (o outcome) equal(p outcome) bool { return slices.EqualFunc(o, p, bytes.Equal) }

// simulate runs @main of a module, which takes memory and numbers, and returns the memory and the hazards
// found. Numbers beyond the given ones are 7.
func simulate(m *ir.Op, cfg sim.Config, numbers []int64) (outcome, []sim.Hazard, error) {
	program, err := sim.Compile(m, "main")
	if err != nil {
		return nil, nil, err
	}
	var args []value.Value
	var out outcome
	for _, typ := range program.Inputs() {
		mt, ok := typ.(*ir.MemRefType)
		if !ok {
			n := int64(7)
			if len(numbers) > 0 {
				n, numbers = numbers[0], numbers[1:]
			}
			args = append(args, value.Int(typ, n))
			continue
		}
		b, err := value.NewBuffer(mt, mt.Shape)
		if err != nil {
			return nil, nil, err
		}
		args, out = append(args, value.Memory(b)), append(out, b.Data)
	}
	cfg.Hazards = true
	result, err := program.Run(context.Background(), cfg, args)
	return out, result.Hazards, err
}

// options are random options of the pass.
func options(r *rand.Rand) string {
	pick := func(vs ...int) int { return vs[r.IntN(len(vs))] }
	return fmt.Sprintf("async-dispatch=%v num-workers=%d min-task-size=%d min-task-work=%d", r.IntN(2) == 0,
		pick(-1, 0, 1, 3, 8, 40, 100), pick(-1, -1, 0, 1, 2, 5, 7, 1000), pick(1, 10, 40, 100, 1000))
}

// Whatever the options and the mode, a program leaves what it leaves in order, and has no race. Extents are
// empty, negative, constant or not; there are one to four dimensions, reductions of every kind, and loops in
// loops.
func TestPropertySequentialAnswer(t *testing.T) {
	tasks, results := 0, 0
	for i := range passtest.Programs(200) {
		r := rand.New(rand.NewPCG(uint64(i), 11))
		n := &nest{r: r}
		source := n.program()
		module := passtest.Parse(t, source)
		want, hazards, err := simulate(module, sim.Config{}, n.args)
		if err != nil || len(hazards) > 0 {
			t.Fatalf("program %d: %v %v\n%s", i, err, hazards, source)
		}
		results += strings.Count(source, "reduce.return")
		for range 2 {
			options := options(r)
			got := passtest.Transform(t, module, "builtin.module(async-parallel-for{"+options+"})")
			text := passtest.Print(got)
			tasks += strings.Count(text, "async.execute")
			if strings.Contains(text, "scf.parallel") || strings.Contains(text, "scf.forall") {
				t.Fatalf("program %d, %s: a parallel loop is left\n%s\n%s", i, options, source, text)
			}
			for _, cfg := range passtest.Modes {
				if out, hazards, err := simulate(got, cfg, n.args); err != nil || len(hazards) > 0 ||
					!out.equal(want) {
					t.Fatalf("program %d, %s, %v: %v %v\n%s\n%v\n%s", i, options, cfg.Mode, err, hazards,
						source, n.args, text)
				}
			}
		}
	}
	if tasks < passtest.Programs(200) || results < passtest.Programs(200)/2 {
		t.Errorf("only %d tasks in the code and %d reductions", tasks, results)
	}
}

// A sum of fractions depends on the order of its terms. It is the same for every number of workers, and for
// both ways to make tasks, but not the sum in order.
func TestPropertySumsForAllWorkers(t *testing.T) {
	different := 0
	for i := range passtest.Programs(60) {
		n := &nest{r: rand.New(rand.NewPCG(uint64(i), 12)), inexact: true}
		source := n.program()
		module := passtest.Parse(t, source)
		var first outcome
		for k, workers := range []int{1, 2, 3, 8, 64, -1} {
			options := fmt.Sprintf("async-dispatch=%v num-workers=%d min-task-size=%d", k%2 == 0, workers,
				i%4)
			got := passtest.Transform(t, module, "builtin.module(async-parallel-for{"+options+"})")
			out, _, err := simulate(got, sim.Config{Mode: sim.Random, Seed: uint64(i)}, n.args)
			if err != nil {
				t.Fatal(err)
			}
			if k == 0 {
				first = out
			}
			if !out.equal(first) {
				t.Fatalf("program %d: %d workers change the sum\n%s", i, workers, source)
			}
		}
		if inOrder, _, _ := simulate(module, sim.Config{}, n.args); !inOrder.equal(first) {
			different++
		}
	}
	if n := passtest.Programs(60); different == 0 && n >= 60 {
		t.Errorf("of %d sums none depends on the order", n)
	}
}

// With exact, a program leaves what it leaves in order, bit by bit: also sums of fractions.
func TestPropertyExact(t *testing.T) {
	tasks, left := 0, 0
	for i := range passtest.Programs(60) {
		r := rand.New(rand.NewPCG(uint64(i), 14))
		n := &nest{r: r, inexact: true}
		source := n.program()
		module := passtest.Parse(t, source)
		want, _, err := simulate(module, sim.Config{}, n.args)
		if err != nil {
			t.Fatal(err)
		}
		options := options(r) + " exact=true"
		made := passtest.Transform(t, module, "builtin.module(async-parallel-for{"+options+"})")
		text := passtest.Print(made)
		tasks += strings.Count(text, "async.execute")
		left += strings.Count(text, "scf.parallel")
		for _, cfg := range passtest.Modes {
			if out, hazards, err := simulate(made, cfg, n.args); err != nil || len(hazards) > 0 ||
				!out.equal(want) {
				t.Fatalf("program %d, %s, %v: %v %v\n%s\n%v\n%s", i, options, cfg.Mode, err, hazards, source,
					n.args, text)
			}
		}
	}
	if n := passtest.Programs(60); n >= 60 && (tasks < n/4 || left < n/4) {
		t.Errorf("only %d tasks in the code, and %d loops left", tasks, left)
	}
}
