package exec

import (
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/exec/cuda"
	"github.com/inflight-compiler/inflight/exec/native"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/target/llvm"
)

// Remarker is implemented by engines that have to say something about the programs that they run.
type Remarker interface {
	Engine
	// Remarks returns warnings and remarks on a program as the engine runs it.
	Remarks(module *ir.Op) diag.List
}

// Remarks returns what an engine has to say about a program that it runs, in warnings and remarks.
func Remarks(e Engine, module *ir.Op) diag.List {
	if r, ok := e.(Remarker); ok {
		return r.Remarks(module)
	}
	return nil
}

// Remarks implements Remarker: of the cache, of functions that others define, and of what stands for the
// device.
func (machine) Remarks(module *ir.Op) diag.List {
	list := append(native.CacheRemark(), llvm.ExternalFunctions(module)...)
	if llvm.HasDevice(module) {
		list.Add(native.DeviceRemark(module))
	}
	return list
}

// Remarks implements Remarker: there is one device, whatever the program names.
func (gpu) Remarks(module *ir.Op) diag.List {
	if d := cuda.DevicesRemark(module); d != nil {
		return diag.List{d}
	}
	return nil
}
