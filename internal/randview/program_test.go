package randview_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/internal/randview"
)

// Programs verify, and hold what they are made for.
func TestPrograms(t *testing.T) {
	var all strings.Builder
	for seed := range uint64(400) {
		source := randview.Program(rand.New(rand.NewPCG(seed, 1)))
		passtest.Parse(t, source)
		all.WriteString(source)
	}
	for _, name := range []string{
		"memref.subview", "memref.expand_shape", "memref.collapse_shape", "memref.reinterpret_cast",
		"memref.transpose", "memref.view",
		"memref.cast", "memref.copy", "async.execute", "pipeline.async_scope", "to %n", "arith.xori",
		"arith.minui", "i64>", "offset: ?",
	} {
		if !strings.Contains(all.String(), name) {
			t.Errorf("no program has %s", name)
		}
	}
}
