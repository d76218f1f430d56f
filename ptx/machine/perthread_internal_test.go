package machine

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// Lists of numbers by thread that share pieces are what lists without pieces are, and joining does not change
// those that were joined.
func TestPerThread(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 3))
	const threads = 3*warpSize - 5
	type pair struct {
		list  perThread
		plain [threads]uint32
	}
	all := []pair{{}}
	check := func(x pair) {
		for i, n := range x.plain {
			if x.list.at(i) != n {
				t.Fatalf("thread %d has %d, expected %d", i, x.list.at(i), n)
			}
		}
	}
	for range 2000 {
		x, y := all[random.IntN(len(all))], all[random.IntN(len(all))]
		covers := true
		for i := range threads {
			covers = covers && x.plain[i] >= y.plain[i]
		}
		if x.list.reaches(y.list) != covers {
			t.Fatal(x.plain, y.plain, covers)
		}
		both := pair{x.list.and(y.list), x.plain}
		for i := range threads {
			both.plain[i] = max(both.plain[i], y.plain[i])
		}
		written := newPerThread{perThread: both.list}
		for range random.IntN(4) {
			i, n := random.IntN(threads), uint32(random.IntN(4))
			both.plain[i] = n
			written.set(i, n)
		}
		both.list = written.perThread
		all = append(all, both)
		if len(all) > 40 {
			all = slices.Delete(all, 1, 2)
		}
		for _, z := range all {
			check(z)
		}
	}
}
