package wasm

import "testing"

// A reservation holds what it can and no more, does not move, and is all 0 each time.
func TestReservation(t *testing.T) {
	for range 3 {
		r := newReservation()
		size := uint64(len(r.bytes))
		if size < smallest {
			t.Skip("the system gives no memory")
		}
		few := r.Reallocate(1 << 16)
		if few[100] != 0 {
			t.Error("a new reservation is not empty")
		}
		few[100] = 1
		more := r.Reallocate(size)
		if more[100] != 1 || &more[0] != &few[0] || more[size-1] != 0 {
			t.Error("the memory has moved")
		}
		if r.Reallocate(size+1) != nil {
			t.Error("there is more memory than was reserved")
		}
		r.release()
		r.release()
	}
}
