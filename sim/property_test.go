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

// generator makes random straight-line programs over two buffers, with asynchronous statements and exactly
// the waits that they need. A model of its own decides which waits these are: the statements in flight, with
// the elements that they access.
type generator struct {
	rng      *rand.Rand
	lines    []string
	waits    []int // numbers of the lines with needed waits
	inFlight []flying
	groups   [3]int // number of groups committed, by queue
	pending  bool
	consts   int
}

// flying is a statement in flight.
type flying struct {
	queue, group int // group -1: not committed yet
	from, to     element
}

type element struct{ buffer, index int }

const (
	numBuffers = 2
	numElems   = 3
)

func (g *generator) printf(format string, args ...any) {
	g.lines = append(g.lines, fmt.Sprintf(format, args...))
}

// program returns the text of a random program.
func (g *generator) program(statements int) string {
	for range statements {
		switch g.rng.IntN(8) {
		case 0:
			g.commit()
		case 1, 2, 3, 4:
			g.statement(true)
		default:
			g.statement(false)
		}
	}
	g.commit()
	for q := range g.groups {
		g.printf("pipeline.async_wait_stage %d, 0", q)
	}
	return g.text(-1)
}

// text returns the program without one of its lines.
func (g *generator) text(without int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "func.func @main(%%b0: memref<%dxi32>, %%b1: memref<%dxi32>) {\n", numElems, numElems)
	for i := range numElems {
		fmt.Fprintf(&b, "  %%i%d = arith.constant %d : index\n", i, i)
	}
	for i, line := range g.lines {
		if i != without {
			b.WriteString("  " + line + "\n")
		}
	}
	b.WriteString("  return\n}\n")
	return b.String()
}

func (g *generator) commit() {
	q := g.rng.IntN(len(g.groups))
	g.printf("pipeline.async_commit_stage %d", q)
	for i := range g.inFlight {
		if f := &g.inFlight[i]; f.group < 0 {
			f.queue, f.group = q, g.groups[q]
		}
	}
	g.groups[q]++
	g.pending = false
}

// conflicts reports whether two statements access the same element, one of them writing.
func conflicts(f flying, from, to element) bool {
	return f.to == from || f.to == to || f.from == to
}

// order emits the waits for all statements that a new statement conflicts with.
func (g *generator) order(from, to element) {
	for _, f := range g.inFlight {
		if f.group < 0 && conflicts(f, from, to) {
			g.commit()
			break
		}
	}
	for q := range g.groups {
		youngest := -1
		for _, f := range g.inFlight {
			if f.queue == q && conflicts(f, from, to) {
				youngest = max(youngest, f.group)
			}
		}
		if youngest < 0 {
			continue
		}
		g.waits = append(g.waits, len(g.lines))
		g.printf("pipeline.async_wait_stage %d, %d", q, g.groups[q]-1-youngest)
		g.complete(q, youngest)
	}
}

// complete removes the groups of a queue up to a number from the statements in flight.
func (g *generator) complete(q, number int) {
	kept := g.inFlight[:0]
	for _, f := range g.inFlight {
		if f.group < 0 || f.queue != q || f.group > number {
			kept = append(kept, f)
		}
	}
	g.inFlight = kept
}

func (g *generator) statement(async bool) {
	from := element{g.rng.IntN(numBuffers), g.rng.IntN(numElems)}
	to := element{g.rng.IntN(numBuffers), g.rng.IntN(numElems)}
	g.order(from, to)
	g.consts++
	n := g.consts
	if async {
		g.printf("pipeline.async_scope {")
		g.inFlight = append(g.inFlight, flying{-1, -1, from, to})
	}
	typ := fmt.Sprintf("memref<%dxi32>", numElems)
	g.printf("%%v%d = memref.load %%b%d[%%i%d] : %s", n, from.buffer, from.index, typ)
	g.printf("%%c%d = arith.constant %d : i32", n, g.rng.IntN(100))
	g.printf("%%w%d = arith.muli %%v%d, %%c%d : i32", n, n, n)
	g.printf("%%x%d = arith.addi %%w%d, %%c%d : i32", n, n, n)
	g.printf("memref.store %%x%d, %%b%d[%%i%d] : %s", n, to.buffer, to.index, typ)
	if async {
		g.printf("}")
	}
}

// everyMode lists configurations of all modes that run a program once.
func everyMode(seeds int) []sim.Config {
	cfgs := []sim.Config{{Mode: sim.Sequential}, {Mode: sim.Late}, {Mode: sim.Early}, {Mode: sim.Timed}}
	for s := range seeds {
		cfgs = append(cfgs, sim.Config{Mode: sim.Random, Seed: uint64(s)})
	}
	for i := range cfgs {
		cfgs[i].Hazards = true
	}
	return cfgs
}

// runRandom runs a program on new iota buffers. It returns the buffers and the result of the run.
func runRandom(t *testing.T, source string, cfg sim.Config) ([]value.Value, *sim.Result) {
	t.Helper()
	p := compile(t, source, "main")
	args := makeArgs(t, p, []string{"iota", "iota"})
	res, err := p.Run(context.Background(), cfg, args)
	if err != nil {
		t.Fatalf("%v: %v\n%s", cfg.Mode, err, source)
	}
	return args, res
}

// Programs with the waits that they need compute the same results in every mode, and no mode reports a
// hazard.
func TestCorrectProgramsAgree(t *testing.T) {
	for seed := range uint64(150) {
		g := &generator{rng: rand.New(rand.NewPCG(seed, 1))}
		source := g.program(12)
		var want []value.Value
		for _, cfg := range everyMode(6) {
			args, res := runRandom(t, source, cfg)
			if len(res.Hazards) > 0 {
				t.Fatalf("seed %d, %v: %v\n%s", seed, cfg.Mode, res.Diagnostics(), source)
			}
			if want == nil {
				want = args
			}
			for i := range args {
				if !args[i].Equal(want[i]) {
					t.Fatalf("seed %d, %v: argument %d is %s, want %s\n%s", seed, cfg.Mode, i,
						showValue(args[i]), showValue(want[i]), source)
				}
			}
		}
	}
}

// If any one wait is removed, every mode reports a race.
func TestEveryWaitIsNeeded(t *testing.T) {
	removed := 0
	for seed := range uint64(60) {
		g := &generator{rng: rand.New(rand.NewPCG(seed, 2))}
		g.program(12)
		for _, w := range g.waits {
			source := g.text(w)
			removed++
			for _, cfg := range everyMode(2) {
				if _, res := runRandom(t, source, cfg); len(res.Hazards) == 0 {
					t.Fatalf("seed %d: %v does not miss %q\n%s", seed, cfg.Mode, g.lines[w], source)
				}
			}
		}
	}
	if removed < 50 {
		t.Errorf("only %d waits were removed", removed)
	}
}

// The exhaustive mode finds exactly one final state if a program has no race, or if its races do not change
// results.
func TestExhaustiveAgrees(t *testing.T) {
	several := 0
	for seed := range uint64(40) {
		g := &generator{rng: rand.New(rand.NewPCG(seed, 3))}
		source := g.program(6)
		if _, res := runRandom(t, source,
			sim.Config{Mode: sim.Exhaustive, Hazards: true}); res.Exploration.States != 1 ||
			len(res.Hazards) > 0 {
			t.Fatalf("seed %d: %+v %v\n%s", seed, res.Exploration, res.Diagnostics(), source)
		}
		for _, w := range g.waits {
			source := g.text(w)
			_, res := runRandom(t, source, sim.Config{Mode: sim.Exhaustive, Hazards: true})
			if len(res.Hazards) == 0 {
				t.Fatalf("seed %d: no hazard without %q\n%s", seed, g.lines[w], source)
			}
			if res.Exploration.States > 1 {
				several++
			}
		}
	}
	if several == 0 {
		t.Error("no missing wait showed in the final state")
	}
}
