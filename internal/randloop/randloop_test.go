package randloop

import (
	"math/rand/v2"
	"testing"
)

// TestText shows that equal seeds give equal programs.
func TestText(t *testing.T) {
	for seed := range uint64(20) {
		if a, b := NewWild(rand.New(rand.NewPCG(seed, 0))),
			NewWild(rand.New(rand.NewPCG(seed, 0))); a.Text != b.Text {
			t.Fatalf("seed %d gives different programs:\n%s\n%s", seed, a.Text, b.Text)
		}
		a := New(rand.New(rand.NewPCG(seed, 0))).Text()
		if b := New(rand.New(rand.NewPCG(seed, 0))).Text(); a != b {
			t.Fatalf("seed %d gives different programs:\n%s\n%s", seed, a, b)
		}
	}
}
