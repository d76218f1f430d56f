package gpukernelstohost

import (
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/dlti"
	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/pass"
	"github.com/inflight-compiler/inflight/transform/internal/llvmtypes"
)

var codeKernel = diag.Register("gpu-kernels-to-host", "a kernel cannot be a function of the host",
	"The fake driver executes the threads of a kernel one after the other: they cannot wait for each "+
		"other, exchange values, or use memory "+
		"of the block. Run the program with --engine sim or --engine cuda.")

// Pass is gpu-kernels-to-host.
var Pass = pass.Register(&pass.Pass{
	Name:    "gpu-kernels-to-host",
	Summary: "Make functions of the host of kernels",
	Doc: "Makes a private function of the module of each kernel, which does what one thread does and takes " +
		"the place of the thread as further " +
		"arguments, and a function in front of it with the interface of the fake driver. The kernel stays; " +
		"its attribute " + gpu.HostAttr + " names the " +
		"latter. Threads that wait for each other, exchange values or share memory of a block are an error.",
	Anchor: "builtin.module",
	Before: before,
	After:  after,
	Run:    run,
})

func run(r *pass.Run) error {
	if err := dlti.Layout(r.Op); err != nil {
		return err
	}
	types := llvmtypes.NewTypes(r.Context(), 0)
	n := 0
	for _, module := range r.Op.Find(gpu.Module) {
		for _, fn := range module.Find(gpu.Func) {
			if !gpu.IsKernel(fn) {
				continue
			}
			if err := check(fn); err != nil {
				return err
			}
			name, err := hostFunction(r.Op, module, fn)
			if err != nil {
				return err
			}
			fn.SetAttr(gpu.HostAttr, r.Context().SymbolRef(launcher(r.Op, types, fn, name)))
			n++
		}
	}
	r.Count("kernels for the host", n)
	return nil
}
