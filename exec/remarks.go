package exec

import (
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/exec/cuda"
	"github.com/inflight-compiler/inflight/exec/native"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/target/llvm"
)

// Remarker is implemented by engines that have remarks about programs.
type Remarker interface {
	Engine
	// Remarks returns warnings and remarks about how the engine runs a program.
	Remarks(module *ir.Op) diag.List
}

// Remarks returns an engine's warnings and remarks about a program. The list is empty if the engine is no
// Remarker.
func Remarks(e Engine, module *ir.Op) diag.List {
	if r, ok := e.(Remarker); ok {
		return r.Remarks(module)
	}
	return nil
}

// Remarks implements Remarker. The remarks are about the cache, functions that the program only declares, and
// the host as a substitute for the device.
func (machine) Remarks(module *ir.Op) diag.List {
	list := append(native.CacheRemark(), llvm.ExternalFunctions(module)...)
	if llvm.HasDevice(module) {
		list.Add(native.DeviceRemark(module))
	}
	return list
}

// Remarks implements Remarker. The remark says that one device executes the work of all devices that the
// program names.
func (gpu) Remarks(module *ir.Op) diag.List {
	if d := cuda.DevicesRemark(module); d != nil {
		return diag.List{d}
	}
	return nil
}
