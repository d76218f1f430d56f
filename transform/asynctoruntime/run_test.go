package asynctoruntime_test

import (
	"math/rand/v2"
	"testing"

	"github.com/inflight-compiler/inflight/internal/asyncrun"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/internal/randcoro"
	"github.com/inflight-compiler/inflight/internal/randtask"
	_ "github.com/inflight-compiler/inflight/transform/all"
)

// pipeline makes calls of the runtime of everything asynchronous, with references.
const pipeline = "builtin.module(" + optimized + ")"

// further goes on to branches of llvm: MLIR's passes know no branch with tokens, and skip blocks that cannot be reached.
const further = "builtin.module(" + optimized + ",convert-async-to-llvm,convert-scf-to-cf,convert-cf-to-llvm)"

// batch is how many programs are compiled together.
const batch = 100

// Random tasks compute as machine code what the sequential program does, and leave no reference behind.
func TestTasksRun(t *testing.T) {
	r := asyncrun.NewRunner(t)
	rng := rand.New(rand.NewPCG(1, 1))
	for left := passtest.Programs(300); left > 0; left -= batch {
		condition := left%(2*batch) == 0
		var programs []string
		var want []int64
		for len(programs) < min(left, batch) {
			text := randtask.Program(rng)
			m := passtest.Parse(t, text)
			if !passtest.Clean(t, m, truth(condition)) {
				continue
			}
			memory, _ := passtest.Simulate(t, m, passtest.Modes[0], truth(condition))
			programs, want = append(programs, text), append(want, asyncrun.Hash(memory))
		}
		asyncrun.Compare(t, r, pipeline, programs, want, condition)
	}
}

// Random coroutines, with and without errors, compute what the sequential program does, and leave no reference behind.
func TestCoroutinesRun(t *testing.T) {
	r := asyncrun.NewRunner(t)
	rng := rand.New(rand.NewPCG(2, 1))
	for left := passtest.Programs(300); left > 0; left -= batch {
		var programs []string
		var want []int64
		for len(programs) < min(left, batch) {
			text := randcoro.Program(rng, randcoro.Options{Errors: len(programs)%3 > 0})
			memory, _ := passtest.Simulate(t, passtest.Parse(t, text), passtest.Modes[0], 0)
			programs, want = append(programs, text), append(want, asyncrun.Hash(memory))
		}
		asyncrun.Compare(t, r, further, programs, want, false)
	}
}

func truth(condition bool) int64 {
	if condition {
		return 1
	}
	return 0
}
