package main

import (
	"runtime"

	"golang.org/x/sys/unix"
)

// onHugePages makes the heap grow into so many bytes on huge pages, which halves the time that the system
// takes for a compilation: memory is touched for the first time all the way, and every small page is a fault.
// The advice stays with the addresses of a slice when the collector has taken it back. A system without huge
// pages ignores it.
func onHugePages(bytes int) {
	_ = unix.Madvise(make([]byte, bytes), unix.MADV_HUGEPAGE)
	runtime.GC() // there is next to nothing yet
}
