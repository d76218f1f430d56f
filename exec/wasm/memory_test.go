package wasm

import (
	"testing"

	"github.com/tetratelabs/wazero/experimental"
)

// TestMemoryGrows: a memory keeps its contents and its address, new bytes are zero, and it does not exceed
// its limit.
func TestMemoryGrows(t *testing.T) {
	const limit = 64 << 20
	reserved := reserve(limit)
	if reserved == nil {
		t.Log("no addresses can be reserved here")
	}
	for _, m := range []experimental.LinearMemory{reserved, &sliceMemory{}} {
		if m == nil {
			continue
		}
		small := m.Reallocate(1 << 16)
		small[0], small[1<<16-1] = 1, 2
		large := m.Reallocate(limit)
		if len(large) != limit || large[0] != 1 || large[1<<16-1] != 2 {
			t.Fatalf("%T: what was written is gone", m)
		}
		for i := 1 << 16; i < limit; i += 1 << 12 {
			if large[i] != 0 {
				t.Fatalf("%T: byte %d is %d", m, i, large[i])
			}
		}
		if m == reserved {
			if &large[0] != &small[0] {
				t.Error("the memory has moved")
			}
			if m.Reallocate(limit+1) != nil {
				t.Error("the memory is larger than its limit")
			}
		}
		m.Free()
	}
}
