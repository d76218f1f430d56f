//go:build linux && (amd64 || arm64)

package driver

import "unsafe"

// Alloc returns the address of new memory on the device.
func (d *Driver) Alloc(bytes int64) (address uint64, err error) {
	err = d.check("cuMemAlloc", d.lib.alloc(&address, uint64(bytes)))
	return address, err
}

// Free frees memory of the device.
func (d *Driver) Free(address uint64) error { return d.check("cuMemFree", d.lib.free(address)) }

// Write copies bytes to the device.
func (d *Driver) Write(address uint64, data []byte) error {
	if len(data) == 0 {
		return nil
	}
	return d.check("cuMemcpyHtoD", d.lib.toDevice(address, unsafe.Pointer(&data[0]), uint64(len(data))))
}

// Read copies bytes from the device, after the end of all launched operations.
func (d *Driver) Read(address uint64, data []byte) error {
	if len(data) == 0 {
		return nil
	}
	return d.check("cuMemcpyDtoH", d.lib.toHost(unsafe.Pointer(&data[0]), address, uint64(len(data))))
}

// Copy copies bytes on the device.
func (d *Driver) Copy(to, from uint64, bytes int64) error {
	if bytes == 0 {
		return nil
	}
	return d.check("cuMemcpyDtoD", d.lib.onDevice(to, from, uint64(bytes)))
}

// Fill sets bytes on the device.
func (d *Driver) Fill(address uint64, value byte, bytes int64) error {
	if bytes == 0 {
		return nil
	}
	return d.check("cuMemsetD8", d.lib.fill(address, value, uint64(bytes)))
}
