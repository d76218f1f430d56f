package wasm

import "github.com/tetratelabs/wazero/experimental"

// reservation is a range of addresses for a memory that does not move: instances share it. Pages take memory when they are first
// touched.
type reservation struct{ bytes []byte }

// The sizes of reservations: all memory that there are addresses for, or less where the system does not give them.
const (
	largest  = 1 << 32
	smallest = 1 << 26
)

// newReservation returns a reservation that is as large as the system allows; it has no bytes if that is nothing.
func newReservation() *reservation {
	for size := uint64(largest); size >= smallest; size /= 2 {
		if b := reserve(size); b != nil {
			return &reservation{b}
		}
	}
	return &reservation{}
}

// Allocate implements experimental.MemoryAllocator for one memory.
func (r *reservation) Allocate(_, _ uint64) experimental.LinearMemory { return r }

// Reallocate implements experimental.LinearMemory.
func (r *reservation) Reallocate(size uint64) []byte {
	if size > uint64(len(r.bytes)) {
		return nil
	}
	return r.bytes[:size]
}

// Free does nothing: the runtime calls it when the first of the instances is closed that share the memory.
func (r *reservation) Free() {}

// release gives the addresses back, when no instance is left.
func (r *reservation) release() {
	if r.bytes != nil {
		unreserve(r.bytes)
		r.bytes = nil
	}
}
