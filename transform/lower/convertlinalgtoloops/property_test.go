package convertlinalgtoloops_test

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/sim"
	_ "github.com/inflight-compiler/inflight/transform/lower/convertlinalgtoloops"
	_ "github.com/inflight-compiler/inflight/transform/task/asyncparallelfor"
)

// The simulator, which executes structured operations itself, finds the same in memory after the passes, in
// every mode and without races, also where the parallel loops become tasks.
func TestPropertySameMemory(t *testing.T) {
	for i := range passtest.Programs(300) {
		source := program(rand.New(rand.NewPCG(uint64(i), 21)))
		module := passtest.Parse(t, source)
		want := memory(t, module, sim.Config{})
		for _, pipeline := range []string{
			"convert-linalg-to-loops", "convert-linalg-to-affine-loops", "convert-linalg-to-parallel-loops",
			"convert-linalg-to-parallel-loops,async-parallel-for{min-task-size=1}",
		} {
			made := passtest.Transform(t, module, "builtin.module("+pipeline+")")
			for _, cfg := range passtest.Modes[:4] {
				if got := memory(t, made, cfg); !slices.EqualFunc(got, want, bytes.Equal) {
					t.Fatalf("program %d, %s, %v\n%s\n%s", i, pipeline, cfg.Mode, source,
						passtest.Print(made))
				}
			}
		}
	}
}

// memory runs @main and returns what it leaves in its arguments.
func memory(t *testing.T, module *ir.Op, cfg sim.Config) [][]byte {
	t.Helper()
	args, hazards := passtest.Simulate(t, module, cfg, 3)
	if len(hazards) > 0 {
		t.Fatalf("%v\n%s", hazards, passtest.Print(module))
	}
	var data [][]byte
	for _, a := range args {
		if a.Buffer != nil {
			data = append(data, a.Buffer.Data)
		}
	}
	return data
}
