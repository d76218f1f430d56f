//go:build linux && (amd64 || arm64)

package driver

import (
	"os"
	"strings"
)

// LibraryVariable names the environment variable with the file to open instead of libcuda.so.1.
const LibraryVariable = "INFLIGHT_LIBCUDA"

// places are the files that are tried for the library: first the loader's, then those of containers and WSL.
var places = []string{
	"libcuda.so.1", "/usr/lib/x86_64-linux-gnu/libcuda.so.1", "/usr/lib/aarch64-linux-gnu/libcuda.so.1",
	"/usr/lib64/libcuda.so.1",
	"/usr/local/nvidia/lib64/libcuda.so.1", "/usr/lib/wsl/lib/libcuda.so.1",
	"/run/opengl-driver/lib/libcuda.so.1",
}

// Driver is an open library with its first device, and a context on that device.
type Driver struct {
	lib     library
	path    string
	device  int32
	version int32
	context uint64
	blas    *blas
	graphs  *graphLibrary // nil before the first graph
	maps    *tensorMaps   // nil before the first tensor map
}

// Open opens the library and its first device. The caller must stay on one OS thread.
func Open() (*Driver, error) {
	d := &Driver{}
	if err := d.find(); err != nil {
		return nil, err
	}
	if err := d.check("cuInit", d.lib.initialize(0)); err != nil {
		return nil, err
	}
	if err := d.check("cuDriverGetVersion", d.lib.driverVersion(&d.version)); err != nil {
		return nil, err
	}
	return d, d.enter()
}

// find opens the first library that exists. If there is none, the error is that of the loader's own search.
func (d *Driver) find() error {
	candidates := places
	if file := os.Getenv(LibraryVariable); file != "" {
		candidates = []string{file}
	}
	var first error
	for _, path := range candidates {
		if strings.Contains(path, "/") && len(candidates) > 1 {
			if _, err := os.Stat(path); err != nil {
				continue
			}
		}
		err := open(path, d.lib.symbols())
		if err == nil {
			d.path = path
			return nil
		}
		if first == nil {
			first = err
		}
	}
	return first
}

// enter makes the context of the first device current on this OS thread.
func (d *Driver) enter() error {
	if err := d.check("cuDeviceGet", d.lib.device(&d.device, 0)); err != nil {
		return err
	}
	if err := d.check("cuDevicePrimaryCtxRetain", d.lib.retainContext(&d.context, d.device)); err != nil {
		return err
	}
	return d.check("cuCtxSetCurrent", d.lib.setContext(d.context))
}

// Close releases the context.
func (d *Driver) Close() error {
	return d.check("cuDevicePrimaryCtxRelease", d.lib.releaseContext(d.device))
}

// check returns an error if a result is not CUDA_SUCCESS.
func (d *Driver) check(call string, result int32) error {
	if result == 0 {
		return nil
	}
	e := &Error{Call: call, Result: int(result)}
	var name, text *byte
	if d.lib.errorName(result, &name) == 0 {
		e.Name = goString(name)
	}
	if d.lib.errorString(result, &text) == 0 {
		e.Text = goString(text)
	}
	return e
}
