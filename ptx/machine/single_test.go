package machine

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/ir"
)

// The short ways of f32 compute what the way of all formats does, at the edges of the format, too.
func TestSingles(t *testing.T) {
	r := rand.New(rand.NewPCG(31, 32))
	edges := []uint32{0, 1, 0x80000000, 0x7f800000, 0xff800000, 0x7fc00000, 0x007fffff, 0x00800000,
		0x7f7fffff,
		0x3f800000, 0x3f800001, 0x34000000, 0xb4000000, 0x5f000000}
	number := func() uint64 {
		switch r.IntN(4) {
		case 0:
			return uint64(edges[r.IntN(len(edges))])
		case 1:
			return uint64(r.Uint32())
		case 2: // near the middle between two numbers
			return uint64(math.Float32bits(
				float32(int32(r.Uint32()|1)) * float32(math.Exp2(float64(r.IntN(60)-30)))))
		}
		return uint64(math.Float32bits(float32(r.IntN(9) - 4)))
	}
	plain := round{kind: ir.F32}
	for range passtest.Programs(20000) {
		x, y, z := number(), number(), number()
		for i, f := range []floatOp{fused, product, sumOf(false), sumOf(true)} {
			if got, want := f.single(x, y, z), plain.apply(f, x, y, z); got != want {
				t.Fatalf("operation %d of %#x, %#x, %#x: got %#x, want %#x", i, x, y, z, got, want)
			}
		}
	}
}
