package ir

import "testing"

// A BlockMap finds only its own entries, although a block still has its index in another BlockMap, or the one
// from before Clear.
func TestBlockMapKnowsItsOwnEntries(t *testing.T) {
	a, b := NewBlock(), NewBlock()
	var first, second BlockMap[string]
	*first.Entry(a) = "a"
	*first.Entry(b) = "b"
	if got := first.Get(b); got == nil || *got != "b" || first.Len() != 2 || first.Block(0) != a {
		t.Fatalf("the entry of b is %v", got)
	}
	if second.Get(a) != nil || second.Get(b) != nil {
		t.Error("an empty table has entries")
	}
	first.Clear()
	if *first.Entry(b) != "" || first.Get(a) != nil {
		t.Error("a cleared table remembers what it held")
	}
}
