package cuda

import (
	"strings"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
	_ "github.com/inflight-compiler/inflight/transform/all" // the passes that steps names
)

// outline are the passes that make a module of kernels in a program that has none.
var outline = []string{
	// What loops over threads do, a thread does in a launch.
	"func.func(convert-thread-loops-to-gpu)",
	"convert-parallel-loops-to-gpu",
	"canonicalize",
	// Launches are of kernels, which know their constants.
	"gpu-launch-sink-index-computations",
	"gpu-kernel-outlining",
}

// steps are the passes that make what codegen/ptx takes of a module of kernels, in their order.
var steps = []string{
	// Structured operations on whole buffers are loops.
	"convert-linalg-to-loops",
	// Reductions of threads are shuffles.
	"lower-gpu-reductions",
	// Asynchronous copies to shared memory are cp.async, and the commits and waits of their queue its groups.
	"inject-ptx-async-copy",
	// Statements are in no blocks any more.
	"dissolve-pipeline-blocks",
	// Fragments that loops accumulate are values.
	"promote-private-memory",
	"canonicalize",
	"cse",
	// Threads wait for each other where they exchange data.
	"place-gpu-barriers",
	"gpu.module(convert-nvgpu-to-nvvm)",
	// Functions of mathematics are arithmetic.
	"expand-math",
	// Views are casts of their buffers, with offsets and strides as values; loops and subscripts are arithmetic and scf.
	"expand-strided-metadata",
	"lower-affine",
	"canonicalize",
	"cse",
	"loop-invariant-code-motion",
	// No structured control flow is left, and everything is of the llvm dialect.
	"convert-scf-to-cf",
	"gpu.module(convert-gpu-to-nvvm)",
	"convert-vector-to-llvm",
	"finalize-memref-to-llvm",
	"convert-arith-to-llvm",
	"convert-math-to-llvm",
	"convert-cf-to-llvm",
	"convert-func-to-llvm",
	"reconcile-unrealized-casts",
	"canonicalize",
	"cse",
}

var codeKernels = diag.Register("cuda-kernels", "a program does not have one module of kernels",
	"What runs on a device is in a gpu.module, with a gpu.func for each kernel, or in loops that are bound to threads or mapped; PTX is written of one such module.")

// lower returns a copy of the module of kernels in a program, as functions of the llvm dialect.
func lower(program *ir.Op) (*ir.Op, error) {
	copied := program.Clone(nil)
	if len(copied.Find(gpu.Module)) == 0 {
		if err := run(copied, outline); err != nil {
			return nil, err
		}
	}
	modules := copied.Find(gpu.Module)
	switch {
	case len(modules) == 0:
		return nil, program.Errorf(codeKernels, "there are no kernels in the program").
			Suggest("bind loops to threads, or put kernels into a gpu.module, as examples/gpu does")
	case len(modules) > 1:
		return nil, modules[1].Errorf(codeKernels, "there is more than one gpu.module in the program").
			Note(modules[0].Span(), "this is the first").Suggest("write them to files of their own")
	}
	var host []*ir.Op
	for op := range copied.Body().Ops() {
		if !op.Is(gpu.Module) {
			host = append(host, op)
		}
	}
	for _, op := range host {
		op.Erase()
	}
	if err := run(copied, steps); err != nil {
		return nil, err
	}
	return copied.Find(gpu.Module)[0], nil
}

// run executes passes on a module.
func run(module *ir.Op, passes []string) error {
	p, err := pass.Parse("builtin.module(" + strings.Join(passes, ",") + ")")
	if err != nil {
		return err
	}
	if diags := (&pass.Manager{Pipeline: p}).Run(module); diags.HasErrors() {
		return diags.Err()
	}
	return nil
}
