package wasm

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/inflight-compiler/inflight/config"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/internal/randnest"
	"github.com/inflight-compiler/inflight/value"
)

// Random nests of loops, tiled, packed, vectorized and unrolled, leave the same bits in memory as on the
// simulator.
func TestPropertyNests(t *testing.T) {
	for i := range passtest.Programs(25) {
		module := passtest.Parse(t, randnest.Program(rand.New(rand.NewPCG(uint64(i), 9))))
		compiled, err := Compile(context.Background(), module, "main", config.Code{})
		if err != nil {
			t.Fatalf("program %d: %v\n%s", i, err, passtest.Print(module))
		}
		randnest.Compiled(t, module, func(args []value.Value) error {
			_, err := compiled.Run(context.Background(), args, config.Run{})
			return err
		})
	}
}
