package wasm

import "testing"

// A shared memory grows to its size and no further, does not move, and is all 0 at the beginning. Closed
// instances do not free it.
func TestSharedMemory(t *testing.T) {
	for range 3 {
		s := newSharedMemory()
		few := s.Reallocate(1 << 16)
		if few[100] != 0 {
			t.Error("a new memory is not empty")
		}
		few[100] = 1
		s.Free()
		more := s.Reallocate(s.size)
		if more[100] != 1 || &more[0] != &few[0] || more[s.size-1] != 0 {
			t.Error("the memory has moved")
		}
		if s.Reallocate(s.size+1) != nil {
			t.Error("there is more memory than was reserved")
		}
		s.release()
		s.release()
	}
}
