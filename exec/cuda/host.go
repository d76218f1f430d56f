package cuda

import (
	"context"

	"github.com/inflight-compiler/inflight/config"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/sim"
	"github.com/inflight-compiler/inflight/target/ptx"
)

// Program is a function whose kernels a device executes. The simulator executes the rest of it, in order.
type Program struct {
	host     *sim.Program
	plan     *plan
	symbols  *ir.SymbolTables
	launched map[*ir.Op]*ir.Op       // the kernel of each gpu.launch_func that the function reaches
	modules  map[*ir.Op]*ptx.Kernels // by gpu.module
	span     diag.Span               // of the function
	graphs   bool                    // whether operations with tokens are nodes of graphs
}

var codeNothing = diag.Register("cuda-no-kernels", "a program for a device has no kernels",
	"The engine cuda runs kernels, functions in a gpu.module, on a device, and everything else on the "+
		"simulator. A program without kernels "+
		"is better run on another engine; the passes gpu-map-parallel-loops and "+
		"convert-parallel-loops-to-gpu make kernels of loops.")

// Prepare compiles the kernels of a module and its function entry. The module is not changed.
func Prepare(ctx context.Context, module *ir.Op, entry string, c config.Code) (*Program, error) {
	module, err := ptx.Outline(ctx, module)
	if err != nil {
		return nil, err
	}
	if fn := ir.NewSymbolTables().Lookup(module, entry); len(module.Find(gpu.Module)) == 0 {
		return nil, fn.Errorf(codeNothing,
			"the program has no kernels: nothing of '@%s' would run on a device", entry).
			Suggest("use another engine, or make kernels as examples/gpu has them")
	}
	if module, err = assigned(ctx, module); err != nil {
		return nil, err
	}
	p := newProgram(module)
	p.graphs, p.span = c.DeviceGraphs, p.symbols.Lookup(module, entry).Span()
	if p.host, err = sim.CompileFor(module, entry, p.delegate); err != nil {
		return nil, err
	}
	for _, kernels := range module.Find(gpu.Module) {
		if p.modules[kernels], err = ptx.CompileModule(ctx, module, kernels, ptx.Options{}); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// newProgram returns a program of a module without its code.
func newProgram(module *ir.Op) *Program {
	return &Program{plan: planned(module), symbols: ir.NewSymbolTables(), launched: map[*ir.Op]*ir.Op{},
		modules: map[*ir.Op]*ptx.Kernels{}}
}

// kernel returns the compiled code that contains a kernel, and the kernel's description.
func (p *Program) kernel(fn *ir.Op) (*ptx.Kernels, *ptx.Kernel) {
	code := p.modules[fn.Parent()]
	number := 0
	for op := range fn.Parent().Body().Ops() {
		if op == fn {
			break
		}
		if gpu.IsKernel(op) {
			number++
		}
	}
	if code == nil || number >= len(code.List) {
		return nil, nil
	}
	return code, &code.List[number]
}

var codeOne = diag.Register("cuda-one-device", "a program names devices, and the engine cuda has one",
	"The engine cuda executes everything on the first device that the driver shows: CUDA_VISIBLE_DEVICES "+
		"says which. inflight build makes a program that uses all of them.")

// DevicesRemark returns a remark that one device executes the work of all devices that the program names. It
// returns nil if the program names none.
func DevicesRemark(module *ir.Op) *diag.Diagnostic {
	named := module.Find(gpu.SetDefaultDevice)
	if len(named) == 0 {
		return nil
	}
	return diag.Remarkf(codeOne, named[0].Span(),
		"the engine cuda executes this, and all else, on the first device")
}
