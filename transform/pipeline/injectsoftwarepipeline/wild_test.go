package injectsoftwarepipeline_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/internal/randloop"
)

// TestPropertyWild does the same as TestPropertyLegal with wild programs. The analysis is often conservative
// for them, so only their soundness is judged.
func TestPropertyWild(t *testing.T) {
	tried, accepted := map[string]int{}, map[string]int{}
	n := uint64(passtest.Programs(120))
	for seed := range n {
		p := randloop.NewWild(rand.New(rand.NewPCG(seed, 6)))
		ok := judgeWild(t, seed, p)
		for _, f := range append(p.Features, "all") {
			tried[f]++
			if ok {
				accepted[f]++
			}
		}
	}
	for _, f := range slices.Sorted(mapKeys(tried)) {
		t.Logf("%-26s %5d tried %5d accepted", f, tried[f], accepted[f])
	}
	if accepted["all"] < int(n)/4 {
		t.Errorf("only %d of %d annotations were legal: the generator is too wild to show anything",
			accepted["all"], n)
	}
}

func mapKeys(m map[string]int) func(func(string) bool) {
	return func(yield func(string) bool) {
		for k := range m {
			if !yield(k) {
				return
			}
		}
	}
}

// judgeWild pipelines one program and judges the result. It reports whether the annotations were accepted.
func judgeWild(t *testing.T, seed uint64, p *randloop.Wild) bool {
	t.Helper()
	if _, err := parseText(p.Text); err != nil {
		t.Fatalf("seed %d: %v\n%s", seed, err, p.Text)
	}
	piped, err := transform(p.Text)
	if err != nil {
		var d diag.List
		if !errors.As(err, &d) ||
			!slices.Contains([]string{"pipeline-dependence", "pipeline-statement"}, fmt.Sprint(d[0].Code)) {
			t.Fatalf("seed %d: %v\n%s", seed, err, p.Text)
		}
		return false
	}
	j := &judge{src: p.Text, piped: piped, seed: seed, exact: p.Exact, random: 8}
	if err := j.run([]int64{0, 1, 2, 3, 5, 8}); err != nil {
		t.Fatalf("seed %d: %v\n%s\nbecame\n%s", seed, err, p.Text, printed(piped))
	}
	return true
}
