//go:build amd64 || arm64

package wasm

import "syscall"

// huge is the size of the large pages of the computer. Memory of at least two of them is asked to use large
// pages: one fault then brings in a whole page, and one entry of the translation table serves it.
const huge = 2 << 20

// addressSpace is the addresses that are reserved for one memory. The memory has those below size.
type addressSpace struct {
	bytes []byte
	size  uint64
}

// reserve reserves addresses for a memory of at most limit bytes. It returns nil if that is not possible.
func reserve(limit uint64) reservation {
	bytes, err := syscall.Mmap(-1, 0, int(limit), syscall.PROT_NONE,
		syscall.MAP_PRIVATE|syscall.MAP_ANON|syscall.MAP_NORESERVE)
	if err != nil {
		return nil
	}
	return &addressSpace{bytes: bytes}
}

// Reallocate implements experimental.LinearMemory. It never moves the memory.
func (s *addressSpace) Reallocate(size uint64) []byte {
	if size > uint64(len(s.bytes)) {
		return nil
	}
	if size > s.size {
		if syscall.Mprotect(s.bytes[s.size:size], syscall.PROT_READ|syscall.PROT_WRITE) != nil {
			return nil
		}
		s.size = size
		if size >= 2*huge { // a refusal changes the speed only
			_ = syscall.Madvise(s.bytes[:size], syscall.MADV_HUGEPAGE)
		}
	}
	return s.bytes[:size:size]
}

// Free implements experimental.LinearMemory.
func (s *addressSpace) Free() {
	_ = syscall.Munmap(s.bytes)
	s.bytes = nil
}

func (s *addressSpace) whole() []byte { return s.bytes }
