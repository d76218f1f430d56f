package ir_test

import (
	"testing"

	"github.com/inflight-compiler/inflight/ir"
)

// A ValueMap returns the value that was set last for each of its own keys, and nothing that was set before
// Clear.
func TestValueMap(t *testing.T) {
	b := ir.NewBlock(nil, nil, nil)
	var m ir.ValueMap[int]
	m.Set(b.Arg(0), 10)
	m.Set(b.Arg(1), 11)
	m.Set(b.Arg(0), 12)
	for i, want := range []int{12, 11, 0} {
		if got, ok := m.Get(b.Arg(i)); got != want || ok != (want != 0) {
			t.Errorf("value %d has %d, %v", i, got, ok)
		}
	}
	m.Clear()
	m.Set(b.Arg(2), 13)
	for i, want := range []int{0, 0, 13} {
		if got, ok := m.Get(b.Arg(i)); got != want || ok != (want != 0) {
			t.Errorf("later value %d has %d, %v", i, got, ok)
		}
	}
}
