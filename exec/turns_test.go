package exec_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/inflight-compiler/inflight/exec"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/internal/randturn"
)

// Compiled tasks, isolated or optimized, with queues, resources, promises, events and errors compute the same
// results as one after the other, on any number of threads.
func TestRandomTurns(t *testing.T) {
	require(t, "native")
	for seed := range uint64(passtest.Programs(1)) {
		source := randturn.Text(rand.New(rand.NewPCG(seed, 9)), 20+int(seed%40))
		m := parseModule(t, source)
		want := inputsOf(t, m, exec.Inputs{Seed: seed})
		got := exec.Clone(want)
		compiled := passtest.Transform(t, m, []string{
			"builtin.module(isolate-async-regions)", "builtin.module(canonicalize,cse)",
			"builtin.module(isolate-async-regions,canonicalize,cse)",
		}[seed%3])
		if _, err := runOn(t, "sim", m, want, exec.Options{}); err != nil {
			t.Fatal(err)
		}
		for _, threads := range []int{1, 2, 8} {
			args := exec.Clone(got)
			if _, err := runOn(t, "native", compiled, args,
				exec.Options{Limits: exec.Limits{Time: time.Minute, Threads: threads}}); err != nil {
				t.Fatalf("seed %d, %d threads: %v\n%s", seed, threads, err, source)
			}
			if compare(t, want, args, nil, nil); t.Failed() {
				t.Fatalf("seed %d, %d threads\n%s", seed, threads, source)
			}
		}
	}
}
