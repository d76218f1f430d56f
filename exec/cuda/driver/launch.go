//go:build linux && (amd64 || arm64)

package driver

import (
	"runtime"
	"unsafe"
)

// The elements of the list that passes all parameters to a kernel as one block of memory.
const (
	launchParamEnd     = 0
	launchParamPointer = 1
	launchParamSize    = 2
)

// plainShared is the dynamic shared memory that every kernel may use. A kernel that uses more must opt in.
const plainShared = 48 << 10

// Launch is a kernel with its sizes and its parameters in the kernel's layout.
type Launch struct {
	Function    Function
	Grid, Block [3]uint32
	Shared      uint32 // bytes of dynamic shared memory
	Params      []byte
	Stream      uint64 // 0 is the stream of all blocking calls
}

// Prepare allows the kernel as much dynamic shared memory as the launch gives it.
func (d *Driver) Prepare(l *Launch) error {
	if l.Shared <= plainShared {
		return nil
	}
	return d.check("cuFuncSetAttribute",
		d.lib.setAttribute(l.Function.handle, attributeDynamicShared, int32(l.Shared)))
}

// Launch launches a kernel. The kernel runs later: Synchronize waits for it, and returns its errors.
func (d *Driver) Launch(l *Launch) error {
	extra, release := l.extra()
	defer release()
	g, b := l.Grid, l.Block
	result := d.lib.launch(l.Function.handle, g[0], g[1], g[2], b[0], b[1], b[2], l.Shared, l.Stream, nil,
		extra)
	return d.check("cuLaunchKernel", result)
}

// extra returns the list that passes the parameters, nil if there are none. The parameters do not move before
// release.
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

// Synchronize waits for all launched operations.
func (d *Driver) Synchronize() error { return d.check("cuCtxSynchronize", d.lib.synchronize()) }

// pinned keeps the memory behind pointers at its address, because the library gets addresses that the garbage
// collector does not see.
func pinned(pointers ...any) *runtime.Pinner {
	p := &runtime.Pinner{}
	for _, pointer := range pointers {
		p.Pin(pointer)
	}
	return p
}
