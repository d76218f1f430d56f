package machine

import (
	"math/rand/v2"
	"testing"
)

// A trie holds what a map does, and the union of two that one covers is that one itself.
func TestTrie(t *testing.T) {
	r := rand.New(rand.NewPCG(61, 62))
	greater := func(a, b int) int { return max(a, b) }
	random := func() (*trie[int], map[uint64]int) {
		var x *trie[int]
		m := map[uint64]int{}
		for range r.IntN(12) {
			key, v := r.Uint64N(40)*r.Uint64N(3), 1+r.IntN(5)
			x, m[key] = x.and(newLeaf(key, v), greater), max(m[key], v)
		}
		return x, m
	}
	for range 2000 {
		x, m := random()
		y, n := random()
		both := x.and(y, greater)
		for key := range uint64(80) {
			if want := max(m[key], n[key]); both.get(key) != want {
				t.Fatalf("%v and %v: %d has %d, want %d", m, n, key, both.get(key), want)
			}
		}
		if both.and(x, greater) != both || both.and(y, greater) != both || x.and(both, greater) != both {
			t.Fatalf("%v and %v: the union with a part of it is another one", m, n)
		}
		key := r.Uint64N(80)
		rest := both.without(key)
		for k := range uint64(80) {
			if want := both.get(k); k != key && rest.get(k) != want || rest.get(key) != 0 {
				t.Fatalf("%v and %v without %d: %d has %d, want %d", m, n, key, k, rest.get(k), want)
			}
		}
	}
}
