package wasm

import "github.com/tetratelabs/wazero/experimental"

// reservation is a range of addresses for a memory that does not move: instances share it. Pages take memory when they are first
// touched.
type reservation struct{ bytes []byte }

// largest is the size of all memory that there are addresses for.
const largest = 1 << 32

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
