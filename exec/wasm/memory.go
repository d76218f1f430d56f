package wasm

import (
	"context"

	"github.com/tetratelabs/wazero/experimental"
)

// withMemory makes memories of modules that are instantiated in a context lie outside of Go's heap, where
// there are such: what a program allocates makes nothing collect garbage then, memory grows without being
// copied, and its address stays.
func withMemory(ctx context.Context) context.Context {
	return experimental.WithMemoryAllocator(ctx,
		experimental.MemoryAllocatorFunc(func(_, limit uint64) experimental.LinearMemory {
			if m := reserve(limit); m != nil {
				return m
			}
			return &sliceMemory{}
		}))
}

// sliceMemory is a memory on Go's heap, for where none can be reserved.
type sliceMemory struct{ bytes []byte }

// Reallocate implements experimental.LinearMemory.
func (m *sliceMemory) Reallocate(size uint64) []byte {
	m.bytes = append(m.bytes, make([]byte, size-uint64(len(m.bytes)))...)
	return m.bytes
}

// Free implements experimental.LinearMemory.
func (m *sliceMemory) Free() { m.bytes = nil }
