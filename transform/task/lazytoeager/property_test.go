package lazytoeager_test

import (
	"math/rand/v2"
	"testing"

	"github.com/inflight-compiler/inflight/dialect/async"
	_ "github.com/inflight-compiler/inflight/internal/fixedseed"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/internal/randlazy"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/value"
)

func lazyFunctions(m *ir.Op) int {
	n := 0
	for op := range m.Walk() {
		if async.IsLazy(op) {
			n++
		}
	}
	return n
}

// logOf returns the log and the value in the memory of a program.
func logOf(v value.Value) (entries []int, result int64) {
	for i := range int(v.Buffer.At(0)) {
		entries = append(entries, int(int32(v.Buffer.At(int64(i+1)))))
	}
	return entries, int64(int32(v.Buffer.At(randlazy.Value)))
}

// Random programs have the same value and the same effects, in the same order where there is only one, before
// and after each of the passes, and after both. Both passes change functions of many programs.
func TestPropertySameEffects(t *testing.T) {
	rng := rand.New(rand.NewPCG(29, 6))
	n := passtest.Programs(150)
	changed := map[string]int{}
	for range n {
		p := randlazy.Generate(rng, true)
		before := passtest.Parse(t, p.Logged)
		memory, _ := passtest.Simulate(t, before, passtest.Modes[0], 0)
		order := randlazy.NewOrder(logOf(memory[0]))
		for _, mode := range passtest.Modes {
			_, hazards := passtest.Simulate(t, passtest.Parse(t, p.Paired), mode, 0)
			order.Add(hazards)
		}
		for _, passes := range []string{"lazy-to-eager", "eager-to-lazy", "lazy-to-eager,eager-to-lazy",
			"canonicalize"} {
			after := passtest.Transform(t, before, "builtin.module("+passes+")")
			if lazyFunctions(after) != lazyFunctions(before) || passes == "canonicalize" {
				changed[passes]++
			}
			for _, mode := range passtest.Modes {
				memory, _ := passtest.Simulate(t, after, mode, 0)
				if why := order.Check(logOf(memory[0])); why != "" {
					t.Fatalf("%s, %v: %s\n%s", passes, mode.Mode, why, p.Logged)
				}
			}
		}
	}
	for _, passes := range []string{"lazy-to-eager", "eager-to-lazy"} {
		if changed[passes] < n/10 {
			t.Errorf("%s changes %d of %d programs", passes, changed[passes], n)
		}
	}
}
