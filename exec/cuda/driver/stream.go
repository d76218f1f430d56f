//go:build linux && (amd64 || arm64)

package driver

import "unsafe"

const (
	// streamNonBlocking makes a stream and blocking calls not wait for each other.
	streamNonBlocking = 1
	// resultNotSupported is the result of cuMemAllocAsync on devices without memory pools.
	resultNotSupported = 801
)

// NewStream makes a stream. Operations on it end in order.
func (d *Driver) NewStream() (stream uint64, err error) {
	err = d.check("cuStreamCreate", d.lib.createStream(&stream, streamNonBlocking))
	return stream, err
}

// DropStream destroys a stream.
func (d *Driver) DropStream(stream uint64) error {
	return d.check("cuStreamDestroy", d.lib.destroyStream(stream))
}

// Wait makes later operations on a stream start after an event.
func (d *Driver) Wait(stream, event uint64) error {
	return d.check("cuStreamWaitEvent", d.lib.streamWait(stream, event, 0))
}

// Record returns the event of the end of all operations on a stream so far.
func (d *Driver) Record(stream uint64) (event uint64, err error) {
	if err := d.check("cuEventCreate", d.lib.createEvent(&event, 0)); err != nil {
		return 0, err
	}
	return event, d.check("cuEventRecord", d.lib.recordEvent(event, stream))
}

// Await waits for an event.
func (d *Driver) Await(event uint64) error {
	return d.check("cuEventSynchronize", d.lib.awaitEvent(event))
}

// Elapsed returns the milliseconds between two events that have happened.
func (d *Driver) Elapsed(from, to uint64) (float64, error) {
	var ms float32
	err := d.check("cuEventElapsedTime", d.lib.elapsed(&ms, from, to))
	return float64(ms), err
}

// DropEvent destroys an event.
func (d *Driver) DropEvent(event uint64) error {
	return d.check("cuEventDestroy", d.lib.destroyEvent(event))
}

// AllocOn allocates memory for later operations on a stream, and returns its address. pooled is false on
// devices without allocation on streams. Memory of such a device must not be passed to FreeOn.
func (d *Driver) AllocOn(stream uint64, bytes int64) (address uint64, pooled bool, err error) {
	result := d.lib.allocOn(&address, uint64(bytes), stream)
	if result == resultNotSupported {
		address, err = d.Alloc(bytes)
		return address, false, err
	}
	return address, true, d.check("cuMemAllocAsync", result)
}

// FreeOn frees memory after the end of the operations on a stream.
func (d *Driver) FreeOn(stream, address uint64) error {
	return d.check("cuMemFreeAsync", d.lib.freeOn(address, stream))
}

// Staging is memory of the host that the device can access for copies.
type Staging struct {
	at    unsafe.Pointer
	bytes int64
}

// NewStaging allocates memory of the host.
func (d *Driver) NewStaging(bytes int64) (s Staging, err error) {
	s.bytes = bytes
	err = d.check("cuMemAllocHost", d.lib.allocHost(&s.at, uint64(max(bytes, 1))))
	return s, err
}

// Bytes returns the memory.
func (s Staging) Bytes() []byte { return unsafe.Slice((*byte)(s.at), s.bytes) }

// DropStaging frees memory of the host.
func (d *Driver) DropStaging(s Staging) error {
	return d.check("cuMemFreeHost", d.lib.freeHost(s.at))
}

// WriteOn copies memory of the host to the device.
func (d *Driver) WriteOn(stream, address uint64, from Staging) error {
	if from.bytes == 0 {
		return nil
	}
	return d.check("cuMemcpyHtoDAsync", d.lib.toDeviceOn(address, from.at, uint64(from.bytes), stream))
}

// ReadOn copies memory of the device to the host.
func (d *Driver) ReadOn(stream, address uint64, to Staging) error {
	if to.bytes == 0 {
		return nil
	}
	return d.check("cuMemcpyDtoHAsync", d.lib.toHostOn(to.at, address, uint64(to.bytes), stream))
}

// CopyOn copies bytes on the device.
func (d *Driver) CopyOn(stream, to, from uint64, bytes int64) error {
	if bytes == 0 {
		return nil
	}
	return d.check("cuMemcpyDtoDAsync", d.lib.onDeviceOn(to, from, uint64(bytes), stream))
}

// FillOn writes a pattern of 1, 2 or 4 bytes repeatedly.
func (d *Driver) FillOn(stream, address uint64, pattern uint32, width int, bytes int64) error {
	n := uint64(bytes) / uint64(width)
	switch {
	case n == 0:
		return nil
	case width == 1:
		return d.check("cuMemsetD8Async", d.lib.fill8On(address, uint8(pattern), n, stream))
	case width == 2:
		return d.check("cuMemsetD16Async", d.lib.fill16On(address, uint16(pattern), n, stream))
	}
	return d.check("cuMemsetD32Async", d.lib.fill32On(address, pattern, n, stream))
}
