package wasm

import "github.com/tetratelabs/wazero/experimental"

// sharedMemory is a memory that does not move: instances share it.
type sharedMemory struct{ experimental.LinearMemory }

// largest is the size of all memory that there are addresses for.
const largest = 1 << 32

// newSharedMemory reserves addresses. Pages take memory when they are first touched.
func newSharedMemory() *sharedMemory {
	m := reserve(largest)
	if m == nil {
		m = heapMemory(make([]byte, largest))
	}
	return &sharedMemory{m}
}

// Allocate implements experimental.MemoryAllocator for one memory.
func (s *sharedMemory) Allocate(_, _ uint64) experimental.LinearMemory { return s }

// Free does nothing: the runtime calls it when the first of the instances is closed that share the memory.
func (s *sharedMemory) Free() {}

// release gives the addresses back, when no instance is left.
func (s *sharedMemory) release() {
	if s.LinearMemory != nil {
		s.LinearMemory.Free()
		s.LinearMemory = nil
	}
}

// heapMemory is memory on Go's heap, for where no addresses can be reserved.
type heapMemory []byte

// Reallocate implements experimental.LinearMemory.
func (m heapMemory) Reallocate(size uint64) []byte {
	if size > uint64(len(m)) {
		return nil
	}
	return m[:size]
}

// Free implements experimental.LinearMemory.
func (m heapMemory) Free() {}
