package exec_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/inflight-compiler/inflight/exec"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/internal/randmemory"
)

// Random programs with memory of all kinds have the same results as WebAssembly as on the simulator.
func TestWasmRandomMemory(t *testing.T) {
	for seed := range uint64(passtest.Programs(40)) {
		source := randmemory.Program(rand.New(rand.NewPCG(seed, 1)))
		m := parseModule(t, source)
		want := inputsOf(t, m,
			exec.Inputs{Seed: seed, Args: map[string]string{"n": "5", "m": "3"},
				Dims: map[string]int64{"out": randmemory.Results}})
		got := exec.Clone(want)
		returns, err := runOn(t, "sim", m, want, exec.Options{})
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, source)
		}
		values, err := runOn(t, "wasm", m, got, exec.Options{Limits: exec.Limits{Time: time.Minute}})
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, source)
		}
		compare(t, want, got, returns, values)
		if t.Failed() {
			t.Fatalf("seed %d\n%s", seed, source)
		}
	}
}
