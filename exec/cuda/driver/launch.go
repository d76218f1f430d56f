//go:build linux && (amd64 || arm64)

package driver

import (
	"runtime"
	"unsafe"
)

// The elements of the list that hands a kernel all of its parameters as one piece of memory.
const (
	launchParamEnd     = 0
	launchParamPointer = 1
	launchParamSize    = 2
)

// plainShared is the dynamic shared memory that every kernel may have; for more it must opt in.
const plainShared = 48 << 10

// Launch is a kernel with its sizes and its parameters, laid out as the kernel declares them.
type Launch struct {
	Function    Function
	Grid, Block [3]uint32
	Shared      uint32 // bytes of dynamic shared memory
	Params      []byte
	Stream      uint64 // 0 is the one that all blocking calls are on
}

// Prepare allows the kernel as much dynamic shared memory as the launch gives it.
func (d *Driver) Prepare(l *Launch) error {
	if l.Shared <= plainShared {
		return nil
	}
	return d.check("cuFuncSetAttribute",
		d.lib.setAttribute(l.Function.handle, attributeDynamicShared, int32(l.Shared)))
}

// Launch launches a kernel. It runs later: Synchronize waits for it, and has its errors.
func (d *Driver) Launch(l *Launch) error {
	extra, release := l.extra()
	defer release()
	g, b := l.Grid, l.Block
	result := d.lib.launch(l.Function.handle, g[0], g[1], g[2], b[0], b[1], b[2], l.Shared, l.Stream, nil,
		extra)
	return d.check("cuLaunchKernel", result)
}

// extra returns the list that hands over the parameters, nil if there are none. They stay where they are
// until release.
func (l *Launch) extra() (list unsafe.Pointer, release func()) {
	if len(l.Params) == 0 {
		return nil, func() {}
	}
	size := new(uintptr)
	*size = uintptr(len(l.Params))
	entries := &[5]uintptr{launchParamPointer, uintptr(unsafe.Pointer(&l.Params[0])), launchParamSize,
		uintptr(unsafe.Pointer(size)), launchParamEnd}
	return unsafe.Pointer(entries), pinned(&l.Params[0], size, entries).Unpin
}

// Synchronize waits for everything that was launched.
func (d *Driver) Synchronize() error { return d.check("cuCtxSynchronize", d.lib.synchronize()) }

// pinned keeps what pointers point to where it is: the library gets addresses of it that the garbage
// collector does not see.
func pinned(pointers ...any) *runtime.Pinner {
	p := &runtime.Pinner{}
	for _, pointer := range pointers {
		p.Pin(pointer)
	}
	return p
}
