//go:build linux && (amd64 || arm64)

package driver

import (
	"unsafe"

	"github.com/ebitengine/purego"
)

// library has the functions of libcuda. A CUresult is an int32; a CUdeviceptr and every handle have 64 bits.
type library struct {
	initialize      func(flags uint32) int32
	driverVersion   func(version *int32) int32
	errorName       func(result int32, name **byte) int32
	errorString     func(result int32, text **byte) int32
	deviceCount     func(n *int32) int32
	device          func(device *int32, ordinal int32) int32
	deviceName      func(name *byte, size int32, device int32) int32
	deviceMemory    func(bytes *uint64, device int32) int32
	deviceAttribute func(value *int32, attribute int32, device int32) int32
	retainContext   func(context *uint64, device int32) int32
	releaseContext  func(device int32) int32
	setContext      func(context uint64) int32
	synchronize     func() int32
	alloc           func(address *uint64, bytes uint64) int32
	free            func(address uint64) int32
	toDevice        func(to uint64, from unsafe.Pointer, bytes uint64) int32
	toHost          func(to unsafe.Pointer, from uint64, bytes uint64) int32
	onDevice        func(to, from, bytes uint64) int32
	fill            func(to uint64, value uint8, n uint64) int32
	load            func(module *uint64, image unsafe.Pointer, n uint32, options *int32,
		values *uintptr) int32
	function          func(function *uint64, module uint64, name string) int32
	functionAttribute func(value *int32, attribute int32, function uint64) int32
	setAttribute      func(function uint64, attribute, value int32) int32
	launch            func(function uint64, gx, gy, gz, bx, by, bz, shared uint32, stream uint64, params,
		extra unsafe.Pointer) int32
	createStream  func(stream *uint64, flags uint32) int32
	destroyStream func(stream uint64) int32
	streamWait    func(stream, event uint64, flags uint32) int32
	allocOn       func(address *uint64, bytes, stream uint64) int32
	freeOn        func(address, stream uint64) int32
	allocHost     func(memory *unsafe.Pointer, bytes uint64) int32
	freeHost      func(memory unsafe.Pointer) int32
	toDeviceOn    func(to uint64, from unsafe.Pointer, bytes, stream uint64) int32
	toHostOn      func(to unsafe.Pointer, from, bytes, stream uint64) int32
	onDeviceOn    func(to, from, bytes, stream uint64) int32
	fill8On       func(to uint64, value uint8, n, stream uint64) int32
	fill16On      func(to uint64, value uint16, n, stream uint64) int32
	fill32On      func(to uint64, value uint32, n, stream uint64) int32
	createEvent   func(event *uint64, flags uint32) int32
	destroyEvent  func(event uint64) int32
	recordEvent   func(event, stream uint64) int32
	awaitEvent    func(event uint64) int32
	elapsed       func(milliseconds *float32, from, to uint64) int32
}

// symbols returns pointers to the fields for the functions, by the names of the functions in the library.
func (l *library) symbols() map[string]any {
	return map[string]any{
		"cuInit": &l.initialize, "cuDriverGetVersion": &l.driverVersion, "cuGetErrorName": &l.errorName,
		"cuGetErrorString": &l.errorString,
		"cuDeviceGetCount": &l.deviceCount, "cuDeviceGet": &l.device, "cuDeviceGetName": &l.deviceName,
		"cuDeviceTotalMem_v2": &l.deviceMemory, "cuDeviceGetAttribute": &l.deviceAttribute,
		"cuDevicePrimaryCtxRetain": &l.retainContext, "cuDevicePrimaryCtxRelease_v2": &l.releaseContext,
		"cuCtxSetCurrent": &l.setContext, "cuCtxSynchronize": &l.synchronize,
		"cuMemAlloc_v2": &l.alloc, "cuMemFree_v2": &l.free, "cuMemcpyHtoD_v2": &l.toDevice,
		"cuMemcpyDtoH_v2": &l.toHost,
		"cuMemcpyDtoD_v2": &l.onDevice, "cuMemsetD8_v2": &l.fill,
		"cuModuleLoadDataEx": &l.load, "cuModuleGetFunction": &l.function,
		"cuFuncGetAttribute": &l.functionAttribute, "cuFuncSetAttribute": &l.setAttribute,
		"cuLaunchKernel": &l.launch,
		"cuStreamCreate": &l.createStream, "cuStreamDestroy_v2": &l.destroyStream,
		"cuStreamWaitEvent": &l.streamWait,
		"cuMemAllocAsync":   &l.allocOn, "cuMemFreeAsync": &l.freeOn, "cuMemAllocHost_v2": &l.allocHost,
		"cuMemFreeHost":        &l.freeHost,
		"cuMemcpyHtoDAsync_v2": &l.toDeviceOn, "cuMemcpyDtoHAsync_v2": &l.toHostOn,
		"cuMemcpyDtoDAsync_v2": &l.onDeviceOn,
		"cuMemsetD8Async":      &l.fill8On, "cuMemsetD16Async": &l.fill16On, "cuMemsetD32Async": &l.fill32On,
		"cuEventCreate": &l.createEvent, "cuEventDestroy_v2": &l.destroyEvent,
		"cuEventRecord":      &l.recordEvent,
		"cuEventSynchronize": &l.awaitEvent, "cuEventElapsedTime": &l.elapsed,
	}
}

// open opens a shared library and sets functions to its symbols.
func open(path string, symbols map[string]any) error {
	handle, err := purego.Dlopen(path, purego.RTLD_NOW|purego.RTLD_GLOBAL)
	if err != nil {
		return &Error{Call: "dlopen", Text: err.Error()}
	}
	for name, fn := range symbols {
		at, err := purego.Dlsym(handle, name)
		if err != nil {
			return &Error{Call: "dlsym", Name: name, Text: err.Error()}
		}
		purego.RegisterFunc(fn, at)
	}
	return nil
}

// goString returns a C string as a Go string.
func goString(p *byte) string {
	if p == nil {
		return ""
	}
	n := 0
	for *(*byte)(unsafe.Add(unsafe.Pointer(p), n)) != 0 {
		n++
	}
	return string(unsafe.Slice(p, n))
}
