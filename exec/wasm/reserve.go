package wasm

import (
	"encoding/binary"

	"github.com/tetratelabs/wazero/experimental"
)

// reservation is a range of reserved addresses. A memory in it never moves.
type reservation interface {
	experimental.LinearMemory
	// whole returns all of it. Addresses that the memory does not have yet must not be accessed.
	whole() []byte
}

// sharedMemory is a memory that does not move, so that instances can share it.
type sharedMemory struct {
	reservation
	size uint64 // largest size of the memory
}

// The functions of the host access numbers by the address of the memory. The runtime's own functions for
// memory read its length, which may change at the same time.

func (s *sharedMemory) u32(at uint32) uint32       { return binary.LittleEndian.Uint32(s.whole()[at:]) }
func (s *sharedMemory) u64(at uint32) uint64       { return binary.LittleEndian.Uint64(s.whole()[at:]) }
func (s *sharedMemory) setU32(at uint32, n uint32) { binary.LittleEndian.PutUint32(s.whole()[at:], n) }

// The sizes of reservations: the largest memory that addresses can name; less, where the system does not
// grant it; and for memory on Go's heap, all of which is used from the beginning.
const (
	largest  = 1 << 32
	smallest = 1 << 26
	onHeap   = 1 << 30
)

// newSharedMemory reserves as many addresses as the system allows. Pages take memory when they are first
// touched.
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

// Free does nothing. The runtime calls it when the first of the instances that share the memory is closed.
func (s *sharedMemory) Free() {}

// release frees the addresses. No instance may be left.
func (s *sharedMemory) release() {
	if s.reservation != nil {
		s.reservation.Free()
		s.reservation = nil
	}
}

// heapMemory is memory on Go's heap, for systems on which no addresses can be reserved.
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

func (m heapMemory) whole() []byte { return m }
