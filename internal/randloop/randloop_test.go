package randloop

import (
	"math/rand/v2"
	"testing"
)

// TestText shows that equal seeds give equal programs.
func TestText(t *testing.T) {
	for seed := range uint64(20) {
		a := New(rand.New(rand.NewPCG(seed, 0))).Text()
		if b := New(rand.New(rand.NewPCG(seed, 0))).Text(); a != b {
			t.Fatalf("seed %d gives different programs:\n%s\n%s", seed, a, b)
		}
	}
}
