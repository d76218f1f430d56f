//go:build linux || darwin

package wasm

import "syscall"

// reserve returns that many bytes of 0 that take no memory yet, nil if there are no addresses left. The collector knows nothing of
// them: to it, they would be as many gigabytes in use.
func reserve(size uint64) []byte {
	b, err := syscall.Mmap(-1, 0, int(size), syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE|syscall.MAP_NORESERVE)
	if err != nil {
		return nil
	}
	return b
}

func unreserve(b []byte) { _ = syscall.Munmap(b) }
