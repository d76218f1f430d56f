package wasm

import (
	"context"

	"github.com/tetratelabs/wazero/experimental"
)

// withMemory lets the modules that are instantiated in a context have their memory outside of Go's heap, on
// systems that support it. Then the memory of programs causes no garbage collection, grows without being
// copied, and keeps its address.
func withMemory(ctx context.Context) context.Context {
	return experimental.WithMemoryAllocator(ctx,
		experimental.MemoryAllocatorFunc(func(_, limit uint64) experimental.LinearMemory {
			if m := reserve(limit); m != nil {
				return m
			}
			return &sliceMemory{}
		}))
}

// sliceMemory is a memory on Go's heap, for systems on which no addresses can be reserved.
type sliceMemory struct{ bytes []byte }

// Reallocate implements experimental.LinearMemory.
func (m *sliceMemory) Reallocate(size uint64) []byte {
	m.bytes = append(m.bytes, make([]byte, size-uint64(len(m.bytes)))...)
	return m.bytes
}

// Free implements experimental.LinearMemory.
func (m *sliceMemory) Free() { m.bytes = nil }
