package llvm

import (
	"context"

	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/interrupt"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/target/ptx"
)

// HasDevice reports whether a program has a device do something.
func HasDevice(module *ir.Op) bool {
	for op := range module.Walk() {
		if op.Def().DialectName() == gpu.Dialect.Name {
			return true
		}
	}
	return false
}

// addCode gives the module of kernels of a program its code for NVIDIA's devices. Kernels without such code
// run on the fake driver alone: on a device their launch says that they have none. The error says that ctx
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
