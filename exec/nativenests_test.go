package exec_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/inflight-compiler/inflight/exec"
	"github.com/inflight-compiler/inflight/exec/native"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/internal/randnest"
	"github.com/inflight-compiler/inflight/internal/tools"
	"github.com/inflight-compiler/inflight/value"
)

// Random nests of loops, tiled and vectorized before clang compiles them, leave the same bits in memory as on
// the simulator.
func TestNativeNests(t *testing.T) {
	tools.Require(t, "clang")
	tools.Cache(t)
	for i := range passtest.Programs(6) {
		module := parseModule(t, randnest.Program(rand.New(rand.NewPCG(uint64(i), 9))))
		compiled, err := native.Compile(context.Background(), module, "main", exec.Code{})
		if err != nil {
			t.Fatalf("program %d: %v\n%s", i, err, passtest.Print(module))
		}
		randnest.Compiled(t, module, func(args []value.Value) error {
			_, err := compiled.Run(tools.Context(t), args, exec.Options{})
			return err
		})
	}
}
