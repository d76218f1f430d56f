//go:build linux && (amd64 || arm64)

package driver

import (
	"strings"
	"unsafe"

	"github.com/inflight-compiler/inflight/exec/cuda/protocol"
)

// Options of the compiler of PTX: CUjit_option.
const (
	jitInfoLog      = 3
	jitInfoLogSize  = 4
	jitErrorLog     = 5
	jitErrorLogSize = 6
	jitVerbose      = 12
)

// logBytes is the size of the buffer for the compiler's output.
const logBytes = 64 << 10

// Load compiles PTX for the device, and returns the module and the compiler's output. If it fails, the output
// is in the error.
func (d *Driver) Load(ptx []byte) (module uint64, log string, err error) {
	image := append(append([]byte(nil), ptx...), 0)
	info, failed := make([]byte, logBytes), make([]byte, logBytes)
	pins := pinned(&image[0], &info[0], &failed[0])
	defer pins.Unpin()
	options := []int32{jitInfoLog, jitInfoLogSize, jitErrorLog, jitErrorLogSize, jitVerbose}
	values := []uintptr{uintptr(unsafe.Pointer(&info[0])), logBytes, uintptr(unsafe.Pointer(&failed[0])),
		logBytes, 1}
	result := d.lib.load(&module, unsafe.Pointer(&image[0]), uint32(len(options)), &options[0], &values[0])
	err = d.check("cuModuleLoadDataEx", result)
	if e, ok := err.(*Error); ok {
		e.Log = logText(failed)
	}
	return module, logText(info), err
}

// logText returns the text that the compiler has written to a buffer.
func logText(b []byte) string {
	b[len(b)-1] = 0
	return strings.TrimSpace(goString(&b[0]))
}

// Function is a kernel of a module.
type Function struct{ handle uint64 }

// Function finds a kernel.
func (d *Driver) Function(module uint64, name string) (f Function, err error) {
	err = d.check("cuModuleGetFunction", d.lib.function(&f.handle, module, name))
	return f, err
}

// Attributes of functions: CUfunction_attribute.
const (
	attributeThreads       = 0
	attributeStaticShared  = 1
	attributeLocal         = 3
	attributeRegisters     = 4
	attributeDynamicShared = 8
)

// Use returns the resources of the device that a kernel uses.
func (d *Driver) Use(f Function) (*protocol.Use, error) {
	use := &protocol.Use{}
	for attribute, to := range map[int32]*int{
		attributeThreads: &use.Threads, attributeStaticShared: &use.Shared, attributeLocal: &use.Local,
		attributeRegisters: &use.Registers,
	} {
		var value int32
		if err := d.check("cuFuncGetAttribute",
			d.lib.functionAttribute(&value, attribute, f.handle)); err != nil {
			return nil, err
		}
		*to = int(value)
	}
	return use, nil
}
