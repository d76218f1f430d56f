package asynctoasyncruntime_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/inflight-compiler/inflight/internal/asyncrun"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/internal/randcoro"
	"github.com/inflight-compiler/inflight/internal/randtask"
	_ "github.com/inflight-compiler/inflight/transform/all"
	"github.com/inflight-compiler/inflight/value"
)

// further goes on to branches of llvm: MLIR's passes know no branch with tokens, and skip blocks that cannot
// be reached.
const further = optimized + ",convert-async-to-llvm,convert-scf-to-cf,convert-cf-to-llvm"

// Random tasks without a race compute as machine code what the sequential program does, and leave no
// reference behind.
func TestTasksRun(t *testing.T) {
	for condition := range int64(2) {
		t.Run(fmt.Sprintf("condition=%d", condition), func(t *testing.T) {
			rng := rand.New(rand.NewPCG(1, uint64(condition)))
			asyncrun.Test{
				Pipeline: "builtin.module(" + optimized + ")", Programs: passtest.Programs(80) / 2,
				Batch: 100, Condition: condition == 1,
				Next: func() (string, []value.Value) { return task(t, rng, condition) },
			}.Run(t)
		})
	}
}

func task(t *testing.T, rng *rand.Rand, condition int64) (string, []value.Value) {
	for {
		source := randtask.Program(rng)
		if module := passtest.Parse(t, source); passtest.Clean(t, module, condition) {
			memory, _ := passtest.Simulate(t, module, passtest.Modes[0], condition)
			return source, memory
		}
	}
}

// Random coroutines do so as well, with and without errors.
func TestCoroutinesRun(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 1))
	n := 0
	asyncrun.Test{
		Pipeline: "builtin.module(" + further + ")", Programs: passtest.Programs(30), Batch: 30,
		Next: func() (string, []value.Value) {
			n++
			source := randcoro.Program(rng, randcoro.Options{Errors: n%3 > 0})
			memory, _ := passtest.Simulate(t, passtest.Parse(t, source), passtest.Modes[0], 0)
			return source, memory
		},
	}.Run(t)
}
