package wasm

import "github.com/tetratelabs/wazero/experimental"

// sharedMemory is a memory that does not move: instances share it.
type sharedMemory struct {
	experimental.LinearMemory
	size uint64 // that it can have
}

// The sizes of reservations: all memory that there are addresses for, less where the system does not give them, and that of memory on
// Go's heap, which is used as a whole from the beginning.
const (
	largest  = 1 << 32
	smallest = 1 << 26
	onHeap   = 1 << 30
)

// newSharedMemory reserves as many addresses as the system allows. Pages take memory when they are first touched.
func newSharedMemory() *sharedMemory {
	for size := uint64(largest); size >= smallest; size /= 2 {
		if m := reserve(size); m != nil {
			return &sharedMemory{m, size}
		}
	}
	return &sharedMemory{heapMemory(make([]byte, onHeap)), onHeap}
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
