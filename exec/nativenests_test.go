package exec_test

import (
	"bytes"
	"context"
	"math/rand/v2"
	"testing"

	"github.com/inflight-compiler/inflight/exec/native"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/internal/randnest"
	"github.com/inflight-compiler/inflight/internal/tools"
	"github.com/inflight-compiler/inflight/sim"
)

// Random nests of loops, tiled and vectorized before clang sees them, leave the bits in memory that they leave in the simulator.
func TestNativeNests(t *testing.T) {
	tools.Require(t, "clang")
	tools.Cache(t)
	for i := range passtest.Programs(6) {
		source := randnest.Program(rand.New(rand.NewPCG(uint64(i), 9)))
		module := parseModule(t, source)
		expected, err := sim.Compile(module, "main")
		if err != nil {
			t.Fatal(err)
		}
		compiled, err := native.Compile(context.Background(), module, "main", native.Config{})
		if err != nil {
			t.Fatalf("program %d: %v\n%s", i, err, source)
		}
		for _, n := range []int64{0, 7, 19} {
			args, want := randnest.Arguments(t, expected.Inputs(), n)
			if _, err := expected.Run(context.Background(), sim.Config{}, args); err != nil {
				t.Fatal(err)
			}
			args, got := randnest.Arguments(t, expected.Inputs(), n)
			if _, err := compiled.Run(tools.Context(t), args, native.Options{}); err != nil {
				t.Fatalf("program %d, n = %d: %v\n%s", i, n, err, source)
			}
			randnest.OneNaN(expected.Inputs(), want)
			randnest.OneNaN(expected.Inputs(), got)
			for k := range want {
				if !bytes.Equal(want[k], got[k]) {
					t.Fatalf("program %d, n = %d: argument %d differs\n%s", i, n, k, source)
				}
			}
		}
	}
}
