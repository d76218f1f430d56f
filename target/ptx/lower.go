package ptx

import (
	"context"
	"slices"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/builtin"
	"github.com/inflight-compiler/inflight/dialect/dlti"
	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/dialect/pipeline"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
	_ "github.com/inflight-compiler/inflight/transform/all" // the passes that steps names
)

// outlining are the passes that make kernels of launches, and of loops over threads in a program without
// kernels.
var outlining = pass.Steps{
	// In a launch, a thread executes an iteration of a loop over threads.
	pass.Do("func.func(convert-thread-loops-to-gpu)"),
	pass.Do("convert-parallel-loops-to-gpu"),
	pass.Do("canonicalize"),
	// Launches are of kernels, which contain the constants that they use.
	pass.Do("gpu-launch-sink-index-computations"),
	pass.Do("gpu-kernel-outlining"),
}

// steps are the passes that lower a module of kernels to the input of Write, in their order.
var steps = pass.Steps{
	// Functions of complex numbers are arithmetic of their parts.
	pass.Do("convert-complex-to-standard"),
	// Structured operations on whole buffers are loops.
	pass.Do("convert-linalg-to-loops"),
	// Reductions of threads are shuffles.
	pass.Do("lower-gpu-reductions"),
	// Asynchronous copies to shared memory are cp.async, and the commits and waits of their queue its groups.
	pass.Do("inject-ptx-async-copy"),
	// No statement is in a block of the pipeline dialect any more.
	pass.Do("dissolve-pipeline-blocks"),
	// Annotated loops are unrolled.
	pass.Do("unroll-loops"),
	// Fragments that loops accumulate are values.
	pass.Do("promote-private-memory"),
	pass.Do("canonicalize"),
	pass.Do("cse"),
	// Threads wait for each other where they exchange data.
	pass.Do("place-gpu-barriers"),
	pass.Do("gpu.module(convert-nvgpu-to-nvvm)"),
	// Functions of mathematics are arithmetic.
	pass.Do("expand-math{remf=true wide-products=true}"),
	// Views are casts of their buffers, with offsets and strides as values; loops and subscripts are
	// arithmetic and scf.
	pass.Do("expand-strided-metadata"),
	pass.Do("lower-affine"),
	// Accesses are to addresses. The part of an address that a loop does not change is computed in front of
	// it.
	pass.Do("gpu.module(convert-gpu-to-nvvm)"),
	pass.Do("convert-vector-to-llvm"),
	pass.Do("convert-complex-to-llvm"),
	pass.Do("finalize-memref-to-llvm"),
	pass.Do("convert-ub-to-llvm"),
	pass.Do("convert-arith-to-llvm"),
	pass.Do("convert-math-to-llvm"),
	pass.Do("reconcile-unrealized-casts"),
	pass.Do("canonicalize"),
	pass.Do("cse"),
	pass.Do("loop-invariant-code-motion"),
	pass.Do("split-loop-addresses"),
	// No structured control flow is left, and everything is of the llvm dialect.
	pass.Do("convert-scf-to-cf"),
	pass.Do("convert-ub-to-llvm"),
	pass.Do("convert-arith-to-llvm"),
	pass.Do("finalize-memref-to-llvm"), // memref.generic_atomic_rmw is a loop over blocks
	pass.Do("convert-cf-to-llvm"),
	pass.Do("convert-func-to-llvm"),
	pass.Do("reconcile-unrealized-casts"),
	pass.Do("canonicalize"),
	pass.Do("cse"),
}

var codeKernels = diag.Register("cuda-kernels", "a program does not have one module of kernels",
	"What runs on a device is in a gpu.module, with a gpu.func for each kernel, or in loops that are bound "+
		"to threads or mapped; PTX is written of one such module.")

// Outline returns a program whose kernels are functions in a gpu.module. That is the program itself, or a
// copy in which launches, and loops over threads, have become launches of such functions.
func Outline(ctx context.Context, program *ir.Op) (*ir.Op, error) {
	if len(program.Find(gpu.Module)) > 0 && len(program.Find(gpu.Launch)) == 0 {
		return program, nil
	}
	copied := program.Clone(nil)
	_, err := transform(ctx, copied, outlining)
	return copied, err
}

// only returns the module of kernels of a program with exactly one.
func only(program *ir.Op) (*ir.Op, error) {
	modules := program.Find(gpu.Module)
	switch {
	case len(modules) == 0:
		return nil, program.Errorf(codeKernels, "there are no kernels in the program").
			Suggest("bind loops to threads, or put kernels into a gpu.module, as examples/gpu does")
	case len(modules) > 1:
		return nil, modules[1].Errorf(codeKernels, "there is more than one gpu.module in the program").
			Note(modules[0].Span(), "this is the first").Suggest("write them to files of their own")
	}
	return modules[0], nil
}

// lower returns a copy of a module of kernels in a program, as functions of the llvm dialect, and the remarks
// of the passes.
func lower(ctx context.Context, program, kernels *ir.Op) (*ir.Op, diag.List, error) {
	if err := dlti.Layout(program); err != nil {
		return nil, nil, err
	}
	number := slices.Index(program.Find(gpu.Module), kernels)
	copied := program.Clone(nil)
	kept := copied.Find(gpu.Module)[number]
	var others []*ir.Op
	for op := range copied.Body().Ops() {
		if op != kept {
			others = append(others, op)
		}
	}
	for _, op := range others {
		op.Erase()
	}
	if err := refuseSwizzled(kept); err != nil {
		return nil, nil, err
	}
	p, err := steps.Pipeline(builtin.Module.Name)
	if err != nil {
		return nil, nil, err
	}
	remarks, err := manage(ctx, &pass.Manager{Pipeline: p}, copied)
	if err != nil {
		return nil, nil, err
	}
	return copied.Find(gpu.Module)[0], remarks, nil
}

// refuseSwizzled refuses shared memory whose pieces are permuted and that nothing has given to copies of
// tiles: other copies do not permute them.
func refuseSwizzled(kernels *ir.Op) error {
	for op := range kernels.Walk() {
		if op.Attr(pipeline.SwizzleAttr) != nil {
			return op.OpErrorf(codeOp, "is memory with %s, which only copies of tiles can fill",
				pipeline.SwizzleAttr).
				Suggest("run pipeline-to-mbarriers on the loop around it, before inject-software-pipeline")
		}
	}
	return nil
}

// transform executes passes on a module, and returns their remarks and warnings.
func transform(ctx context.Context, module *ir.Op, passes pass.Steps) (diag.List, error) {
	p, err := passes.Pipeline(builtin.Module.Name)
	if err != nil {
		return nil, err
	}
	return manage(ctx, &pass.Manager{Pipeline: p}, module)
}

// manage runs a pipeline.
func manage(ctx context.Context, m *pass.Manager, module *ir.Op) (diag.List, error) {
	diags := m.Run(ctx, module)
	if diags.HasErrors() {
		return nil, diags.Err()
	}
	return diags, nil
}
