package llvm

import (
	"context"
	"slices"

	"github.com/inflight-compiler/inflight/config"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/builtin"
	"github.com/inflight-compiler/inflight/dialect/dlti"
	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/dialect/llvm"
	"github.com/inflight-compiler/inflight/dialect/pipeline"
	"github.com/inflight-compiler/inflight/interrupt"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
	_ "github.com/inflight-compiler/inflight/transform/all" // the passes that steps names
	"github.com/inflight-compiler/inflight/transform/loop/optimizeloops"
)

// steps are the passes that lower a program to the llvm dialect, in their order.
var steps = pass.Steps{
	// Functions of complex numbers are arithmetic of their parts.
	pass.Do("convert-complex-to-standard"),
	// Reductions along several dimensions are arithmetic. Transfers have masks as operands. Packed accesses
	// are to single elements.
	pass.Do("lower-vector-multi-reduction{simplify=false}"),
	pass.Do("lower-vector-mask{simplify=false}"),
	pass.Do("expand-vector"),
	// Transfers are along one dimension, whose elements are contiguous.
	pass.Do("convert-vector-to-scf{full-unroll=true}"),
	pass.Do("lower-vector-contract{masked=true}"),
	// Functions are marked that a call may pass one buffer twice.
	pass.Do("note-overlapping-arguments"),
	// Structured operations on whole buffers are loops.
	pass.Do("convert-linalg-to-loops"),
	// Queues of asynchronous operations are chains of tasks. No operation of the pipeline dialect is left.
	pass.Do("pipeline-to-async"),
	// A copy between views that may overlap goes through a buffer.
	bufferCopies,
	// Parallel loops are blocks of iterations that run as tasks of 10 microseconds and more. A loop whose
	// result depends on the order stays sequential.
	pass.Do("lower-affine"),
	pass.Do("async-parallel-for{num-workers=-1 min-task-work=200000 exact=true}"),
	// Loops that clang would not change are faster: products, and loops with conditions. They use vectors,
	// registers and caches.
	pass.Do("any(raise-to-affine,optimize-loops{width=256 columns=16 unroll=4 pack-scalars=true})"),
	pass.Do("lower-affine"),
	// No loop goes on after its induction variable has wrapped around.
	pass.Do("count-iterations"),
	// Queues, resources, promises and events are tasks, and calls of the runtime.
	pass.Do("task-to-async"),
	// No wait of a task blocks a thread, and no assertion in a function that a task calls ends more than the
	// task: functions that wait or may fail also exist in an asynchronous form.
	pass.Do("async-color-functions{assertions=true}"),
	// Tasks are coroutines, which count their references to tokens and values.
	pass.Do("async-func-to-async-runtime{error-causes=true}"),
	pass.Do("async-to-async-runtime{values-in-groups=direct error-causes=true}"),
	pass.Do("async-runtime-ref-counting"),
	pass.Do("async-runtime-ref-counting-opt"),
	// A coroutine is two functions: a ramp, which needs no frame unless it has to wait, and one that
	// continues.
	pass.Do("async-coro-split"),
	// Views are casts of their buffers, with offsets and strides as values.
	pass.Do("expand-strided-metadata"),
	// Loops and subscripts are arithmetic and scf.
	pass.Do("lower-affine"),
	// Vectors are printed as single numbers.
	pass.Do("lower-vector-print"),
	// Functions that neither LLVM nor the C library has are arithmetic and loops.
	pass.Do("expand-math{library=true}"),
	// No structured control flow is left.
	pass.Do("convert-scf-to-cf"),
	// Tokens, values and frames are pointers.
	pass.Do("convert-async-to-llvm{runtime=inflight places=true}"),
	// A failed assertion tells the host its place in the source.
	pass.Do("locate-assertions"),
	// Arithmetic has the same results as on all engines.
	pass.Do("exact-arith"),
	// Everything is of the llvm dialect. Functions that LLVM does not have are calls of the C library.
	pass.Do("convert-math-to-llvm"),
	pass.Do("convert-math-to-libm"),
	pass.Do("convert-complex-to-llvm"),
	pass.Do("convert-vector-to-llvm"),
	pass.Do("convert-ub-to-llvm"),
	pass.Do("convert-arith-to-llvm"),
	// behind these conversions: the operations in a memref.generic_atomic_rmw must be of the llvm dialect
	pass.Do("finalize-memref-to-llvm"),
	pass.Do("convert-cf-to-llvm"),
	pass.Do("convert-func-to-llvm"),
	pass.Do("reconcile-unrealized-casts"),
	// Printed text is flushed before other threads or the device go on.
	pass.Do("flush-prints"),
}

// deviceSteps are the passes that come first for programs with a device, in their order.
var deviceSteps = pass.Steps{
	// Launches are of kernels, which are also functions of the host.
	pass.Do("gpu-launch-sink-index-computations"),
	pass.Do("gpu-kernel-outlining"),
	pass.Do("gpu-kernels-to-host"),
	// Operations of the device are asynchronous, on queues, and become calls. The host suspends where it
	// waits.
	pass.Do("func.func(gpu-async-region)"),
	assignQueues,
	deviceCalls,
}

// The steps that depend on the program or on its configuration.
var (
	bufferCopies = pass.Do("buffer-overlapping-copies")
	assignQueues = pass.Do("assign-queues")
	deviceCalls  = pass.Do("gpu-to-llvm{suspend=true}")
)

// stepsOfDevice returns deviceSteps with two exceptions. Operations that are on a queue stay on it. Graphs
// have no queues.
func stepsOfDevice(module *ir.Op, c config.Code) pass.Steps {
	steps := deviceSteps
	if c.DeviceGraphs {
		steps = steps.Replace(deviceCalls, pass.Do("gpu-to-llvm{graphs=true suspend=true}"))
	}
	if c.DeviceGraphs || pipeline.HasQueues(module) {
		steps = steps.Without(assignQueues)
	}
	return steps
}

// stepsFor returns the passes for a program.
func stepsFor(module *ir.Op, c config.Code) pass.Steps {
	steps := steps
	if HasDevice(module) {
		steps = slices.Concat(stepsOfDevice(module, c), steps)
	}
	if !c.BoundsChecks {
		return steps
	}
	// The passes in front of this step make accesses. Those behind it hide which memory they access.
	return steps.After(bufferCopies, pass.Do("insert-bounds-checks"))
}

var codeUnsupported = diag.Register("native-unsupported", "the engine cannot run an operation",
	"The engine native runs what a processor can: operations of arith, math, scf, affine, cf, func, "+
		"memref, async and pipeline, and those "+
		"of vector. What a device does goes to NVIDIA's driver, or to a fake one where there is none. "+
		"Kernels whose threads work together run in the "+
		"simulator, --engine sim.")

// foreign are the dialects whose operations belong to other machines.
var foreign = []string{"nvgpu", "nvvm"}

// supported reports an operation of another machine. It also reports memory of a block of threads outside of
// kernels.
func supported(module *ir.Op) error {
	for op := range module.Walk() {
		if slices.Contains(foreign, op.Def().DialectName()) ||
			op.Is(gpu.DynamicSharedMemory) && !inKernel(op) {
			return op.Errorf(codeUnsupported, "the engine native cannot run '%s'",
				op.Name()).Suggest("use --engine sim")
		}
	}
	return nil
}

// inKernel reports whether threads of a device execute an operation.
func inKernel(op *ir.Op) bool {
	for ; op != nil; op = op.Parent() {
		if op.Is(gpu.Launch) || op.Is(gpu.Func) {
			return true
		}
	}
	return false
}

// Lower lowers a module to the llvm dialect, in place.
func Lower(ctx context.Context, module *ir.Op, c config.Code) error {
	if err := dlti.Layout(module); err != nil {
		return err
	}
	if c.FastMath {
		optimizeloops.AllowFastMath(module)
	}
	dropInner(module)
	if err := supported(module); err != nil {
		return err
	}
	if err := addCode(ctx, module); err != nil {
		return err
	}
	p, err := stepsFor(module, c).Pipeline(builtin.Module.Name)
	if err != nil {
		return err
	}
	if diags := (&pass.Manager{Pipeline: p}).Run(ctx, module); diags.HasErrors() {
		return diags.Err()
	}
	return complete(module)
}

// dropInner removes the modules in a module: no operation outside can refer to their symbols.
func dropInner(module *ir.Op) {
	for op := range module.Body().Ops() {
		if op.Is(builtin.Module) {
			op.Erase()
		}
	}
}

// complete reports the first operation that no pass has lowered.
func complete(module *ir.Op) error {
	for op := range module.Walk() {
		dialect := op.Def().DialectName()
		if dialect == llvm.Dialect.Name || op.Is(builtin.Module) || op.Is(builtin.UnrealizedConversionCast) {
			continue
		}
		return op.Errorf(codeUnsupported, "the engine native cannot run this '%s'",
			op.Name()).Suggest("use --engine sim")
	}
	return nil
}

// Text returns the LLVM IR of a program that is called with the entry, as an executable is. The function
// inflightEntry takes the slots of its arguments and results. All other functions are private.
func Text(ctx context.Context, module *ir.Op, entry string, c config.Code) (_ []byte, err error) {
	defer interrupt.Catch(&err)
	module = module.Clone(nil)
	defer module.EndWith(ctx)()
	fn := ir.NewSymbolTables().Lookup(module, entry)
	e, err := EntryOf(fn)
	if err != nil {
		return nil, err
	}
	symbolsOf(module).setApart(module)
	e.Name = fn.SymbolName()
	if err := Lower(ctx, module, c); err != nil {
		return nil, err
	}
	hide(module)
	e.append(module)
	sweep(module)
	text, diags := Append(nil, module)
	return text, diags.Err()
}

var codeSignature = diag.Register("native-signature",
	"the arguments or results of the entry cannot be handed to compiled code",
	"Compiled programs take and return integers, index and floats of at most 64 bits, and ranked memrefs "+
		"of these.")
