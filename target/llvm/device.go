package llvm

import (
	"context"

	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/interrupt"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/target/ptx"
)

// HasDevice reports whether a program uses a device.
func HasDevice(module *ir.Op) bool {
	for op := range module.Walk() {
		if op.Def().DialectName() == gpu.Dialect.Name {
			return true
		}
	}
	return false
}

// addCode adds code for NVIDIA's devices to the module of kernels of a program. Kernels without such code run
// only on the fake driver. On a device, their launch reports that they have none. addCode fails only if ctx
// has ended.
func addCode(ctx context.Context, module *ir.Op) error {
	kernels := module.Find(gpu.Module)
	if len(kernels) != 1 || len(module.Find(gpu.Launch)) > 0 {
		return nil
	}
	if code, err := ptx.Compile(ctx, module, ptx.Options{}); err == nil {
		kernels[0].SetAttr(gpu.CodeAttr, module.Context().String(code.Text))
	} else if interrupt.Is(err) {
		return err
	}
	return nil
}
