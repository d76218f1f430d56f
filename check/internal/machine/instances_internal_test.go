package machine

import (
	"math/rand/v2"
	"testing"
)

// Instances count the executions of each allocation. A copy does not change when another execution is
// counted.
func TestInstances(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	const allocs = 700
	type moment struct {
		tree *instances
		want [allocs]int64
	}
	var now moment
	var kept []moment
	for range 3000 {
		at := r.IntN(1 + r.IntN(allocs))
		now.tree = now.tree.another(at)
		now.want[at]++
		if r.IntN(100) == 0 {
			kept = append(kept, now)
		}
	}
	for _, m := range append(kept, now, moment{}) {
		for at, n := range m.want {
			if got := m.tree.at(at); got != n {
				t.Fatalf("allocation %d was executed %d times, counted as %d", at, n, got)
			}
		}
	}
}
