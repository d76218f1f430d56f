package exec_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/inflight-compiler/inflight/exec"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/internal/randloop"
)

// Random loops compute as WebAssembly what they do in the simulator.
func TestWasmRandomLoops(t *testing.T) {
	for seed := range uint64(passtest.Programs(20)) {
		p := randloop.New(rand.New(rand.NewPCG(seed, 7)))
		m := passtest.Transform(t, parseModule(t, p.Text()), "builtin.module(pipeline-to-async)")
		for _, extent := range p.Extents() {
			want := scalars(inputsOf(t, m, exec.Inputs{Seed: seed}), extent)
			got := exec.Clone(want)
			returns, err := runOn(t, "sim", m, want, exec.Options{})
			if err != nil {
				t.Fatal(err)
			}
			values, err := runOn(t, "wasm", m, got, exec.Options{Limits: exec.Limits{Time: time.Minute}})
			if err != nil {
				t.Fatalf("seed %d, extent %d: %v\n%s", seed, extent, err, passtest.Print(m))
			}
			compare(t, want, got, returns, values)
			if t.Failed() {
				t.Fatalf("seed %d, extent %d\n%s", seed, extent, p.Text())
			}
		}
	}
}
