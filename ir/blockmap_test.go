package ir_test

import (
	"testing"

	"github.com/inflight-compiler/inflight/ir"
)

// TestBlockMap checks that a table finds what it holds, and nothing that another table or an earlier time holds.
func TestBlockMap(t *testing.T) {
	var one, two ir.BlockMap[int]
	a, b, c := ir.NewBlock(), ir.NewBlock(), ir.NewBlock()
	one.Set(a, 1)
	one.Set(b, 2)
	one.Set(a, 3)
	if one.Get(a) != 3 || one.Get(b) != 2 || one.Get(c) != 0 {
		t.Errorf("got %d, %d and %d", one.Get(a), one.Get(b), one.Get(c))
	}
	if two.Get(a) != 0 {
		t.Errorf("the empty table holds %d", two.Get(a))
	}
	one.Clear()
	one.Set(c, 4)
	if one.Get(a) != 0 || one.Get(c) != 4 {
		t.Errorf("got %d and %d", one.Get(a), one.Get(c))
	}
}
