package native

import (
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ir"
)

var codeFake = diag.Register("native-fake-device", "a fake driver may stand for the device",
	"Programs of the engine native open NVIDIA's driver while they run. Where there is none, or "+
		"INFLIGHT_GPU=fake, threads stand for streams, and "+
		"functions of the host for kernels; what nothing orders, and what is left behind, is an error.")

// DeviceRemark returns a remark about where the device operations of a program are executed.
func DeviceRemark(module *ir.Op) *diag.Diagnostic {
	return diag.Remarkf(codeFake, module.Span(),
		"a fake driver stands for the GPU where NVIDIA's driver is not installed")
}
