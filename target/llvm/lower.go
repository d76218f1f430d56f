package llvm

import (
	"context"
	"slices"
	"strings"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/builtin"
	"github.com/inflight-compiler/inflight/dialect/dlti"
	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/dialect/llvm"
	"github.com/inflight-compiler/inflight/dialect/pipeline"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
	_ "github.com/inflight-compiler/inflight/transform/all" // the passes that steps names
)

// steps are the passes that make the llvm dialect of a program, in their order.
var steps = []string{
	// Functions of complex numbers are arithmetic of their parts.
	"convert-complex-to-standard",
	// Reductions along several dimensions are arithmetic, transfers have masks as operands, packed accesses
	// are to single elements.
	"lower-vector-multi-reduction{simplify=false}",
	"lower-vector-mask{simplify=false}",
	"expand-vector",
	// Transfers are along one dimension, whose elements lie one behind the other.
	"convert-vector-to-scf{full-unroll=true}",
	"lower-vector-contract{masked=true}",
	// Functions that a call hands one buffer twice are known.
	"note-overlapping-arguments",
	// Structured operations on whole buffers are loops.
	"convert-linalg-to-loops",
	// Queues of asynchronous operations are chains of tasks; what remains of the pipeline dialect is gone.
	"pipeline-to-async",
	// A copy between views that may overlap goes through a buffer.
	"buffer-overlapping-copies",
	// Parallel loops are blocks of iterations that run as tasks of 10 microseconds and more, unless the order
	// shows.
	"lower-affine",
	"async-parallel-for{num-workers=-1 min-task-work=200000 exact=true}",
	// Loops that vectors, registers and caches make faster, and that clang would leave as they are: products,
	// and loops with conditions.
	"any(raise-to-affine,optimize-loops{width=256 columns=16 unroll=4 pack-scalars=true})",
	"lower-affine",
	// No loop runs on because its last step has wrapped around.
	"count-iterations",
	// Queues, resources, promises and events are tasks, and calls of the runtime.
	"task-to-async",
	// No wait of a task blocks a thread: functions that wait have twins that are asynchronous.
	"async-color-functions",
	// Tasks are coroutines, which count their references to tokens and values.
	"async-func-to-async-runtime",
	"async-to-async-runtime{values-in-groups=direct error-causes=true}",
	"async-runtime-ref-counting",
	"async-runtime-ref-counting-opt",
	// Coroutines are a ramp, which needs no frame unless it has to wait, and a function that goes on.
	"async-coro-split",
	// Views are casts of their buffers, with offsets and strides as values.
	"expand-strided-metadata",
	// Loops and subscripts are arithmetic and scf.
	"lower-affine",
	// Vectors are printed number by number.
	"lower-vector-print",
	// Functions that neither LLVM nor the C library has are arithmetic and loops.
	"expand-math{library=true}",
	// No structured control flow is left.
	"convert-scf-to-cf",
	// Tokens, values and frames are pointers.
	"convert-async-to-llvm{runtime=inflight places=true}",
	// A failed assertion tells the host where it stands.
	"locate-assertions",
	// Arithmetic has the results that it has on all engines.
	"exact-arith",
	// Everything is of the llvm dialect. Functions that LLVM does not have are calls of the C library.
	"convert-math-to-llvm",
	"convert-math-to-libm",
	"convert-complex-to-llvm",
	"convert-vector-to-llvm",
	"convert-ub-to-llvm",
	"convert-arith-to-llvm",
	// behind that, since what a memref.generic_atomic_rmw computes is to be of the llvm dialect
	"finalize-memref-to-llvm",
	"convert-cf-to-llvm",
	"convert-func-to-llvm",
	"reconcile-unrealized-casts",
	// What is printed gets out before others go on.
	"flush-prints",
}

// deviceSteps are the passes that come first for programs with a device, in their order.
var deviceSteps = []string{
	// Launches are of kernels, which are functions of the host too.
	"gpu-launch-sink-index-computations",
	"gpu-kernel-outlining",
	"gpu-kernels-to-host",
	// What the device does is asynchronous, on queues, and becomes calls. The host suspends where it waits.
	"func.func(gpu-async-region)",
	"assign-queues",
	"gpu-to-llvm{suspend=true}",
}

// Config says how programs are lowered.
type Config struct {
	// BoundsChecks asserts in front of accesses to memory that they are in bounds.
	BoundsChecks bool
	// Graphs has the device execute graphs of nodes and edges, without streams and events.
	Graphs bool
}

// stepsOfDevice returns deviceSteps, but that operations stay on the queues that they are on, and that graphs
// have none.
func (c Config) stepsOfDevice(module *ir.Op) []string {
	steps := slices.Clone(deviceSteps)
	if c.Graphs {
		steps[len(steps)-1] = "gpu-to-llvm{graphs=true suspend=true}"
	}
	if c.Graphs || pipeline.HasQueues(module) {
		steps = slices.DeleteFunc(steps, func(s string) bool { return s == "assign-queues" })
	}
	return steps
}

// steps returns the passes for a program.
func (c Config) steps(module *ir.Op) []string {
	steps := steps
	if HasDevice(module) {
		steps = slices.Concat(c.stepsOfDevice(module), steps)
	}
	if !c.BoundsChecks {
		return steps
	}
	// Behind the passes that make accesses, and in front of those that hide what they access.
	at := slices.Index(steps, "buffer-overlapping-copies") + 1
	return slices.Insert(slices.Clone(steps), at, "insert-bounds-checks")
}

var codeUnsupported = diag.Register("native-unsupported", "the engine cannot run an operation",
	"The engine native runs what a processor can: operations of arith, math, scf, affine, cf, func, "+
		"memref, async and pipeline, and those "+
		"of vector. What a device does goes to NVIDIA's driver, or to a fake one where there is none. "+
		"Kernels whose threads work together run in the "+
		"simulator, --engine sim.")

// foreign are the dialects whose operations belong to other machines.
var foreign = []string{"nvgpu", "nvvm"}

// supported reports an operation of another machine, or memory of a block of threads where there are none.
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

// inKernel reports whether an operation is executed by threads of a device.
func inKernel(op *ir.Op) bool {
	for ; op != nil; op = op.Parent() {
		if op.Is(gpu.Launch) || op.Is(gpu.Func) {
			return true
		}
	}
	return false
}

// Lower changes a module into one of the llvm dialect.
func Lower(ctx context.Context, module *ir.Op, c Config) error {
	if err := dlti.Layout(module); err != nil {
		return err
	}
	dropInner(module)
	if err := supported(module); err != nil {
		return err
	}
	if err := addCode(ctx, module); err != nil {
		return err
	}
	p, err := pass.Parse("builtin.module(" + strings.Join(c.steps(module), ",") + ")")
	if err != nil {
		return err
	}
	if diags := (&pass.Manager{Pipeline: p}).Run(ctx, module); diags.HasErrors() {
		return diags.Err()
	}
	return complete(module)
}

// dropInner removes the modules in a module: what is in them has no name outside of them.
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

// Text returns the LLVM IR of a program that is to be called with the entry, as an executable is: a function
// inflightEntry takes the slots of its arguments and results. All functions but that are its own business.
func Text(ctx context.Context, module *ir.Op, entry string, c Config) ([]byte, error) {
	module = module.Clone(nil)
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
