package wasm

import (
	"context"
	"slices"

	"github.com/inflight-compiler/inflight/dialect/affine"
	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/dialect/builtin"
	"github.com/inflight-compiler/inflight/dialect/dlti"
	"github.com/inflight-compiler/inflight/dialect/scf"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
	_ "github.com/inflight-compiler/inflight/transform/all" // the passes that steps names
)

// steps are the passes that lower a program to the input of Write, in their order.
var steps = pass.Steps{
	// Calls of functions that print are operations that print.
	pass.Do("expand-print-calls"),
	// Functions of complex numbers are arithmetic of their parts.
	pass.Do("convert-complex-to-standard"),
	// Reductions along several dimensions are arithmetic. Transfers have masks as operands. Packed accesses
	// are to single elements.
	pass.Do("lower-vector-multi-reduction{simplify=false}"),
	pass.Do("lower-vector-mask{simplify=false}"),
	pass.Do("expand-vector"),
	// Functions are marked that a call may pass one buffer twice.
	pass.Do("note-overlapping-arguments"),
	// Structured operations on whole buffers are loops. No access that may be out of bounds is removed before
	// it is checked.
	pass.Do("convert-linalg-to-loops{simplify=false}"),
	// Queues of asynchronous operations are chains of tasks. No operation of the pipeline dialect is left.
	pass.Do("pipeline-to-async"),
	// A copy between views that may overlap goes through a buffer.
	pass.Do("buffer-overlapping-copies"),
	// An assertion stands in front of each access to memory that is not known to be in bounds.
	pass.Do("insert-bounds-checks"),
	// Parallel loops with enough work are blocks of iterations that run as tasks. Other loops, and those
	// whose result depends on the order, run in order.
	parallel,
	// Loops whose bounds and subscripts are affine are tiled, packed, vectorized and unrolled, in functions
	// of func and of async.
	pass.Do("any(raise-to-affine,optimize-loops{unroll=16})"),
	// Functions of math are arithmetic. Those of f64 are calls of the host, which computes as the simulator
	// does.
	pass.Do("expand-math{f64=false}"),
	// Contractions of vectors are products and sums.
	pass.Do("lower-vector-contract"),
	// Views are casts of their buffers, with offsets and strides as values.
	pass.Do("expand-strided-metadata"),
	// Loops and subscripts are arithmetic and scf.
	pass.Do("lower-affine"),
	// No code runs for long without a call of the host.
	pass.Do("insert-poll-points"),
	// Memrefs are addresses with their sizes and strides as values, and complex numbers are two floats.
	memrefToPtr,
	// An expression is computed once, and in front of loops if possible.
	pass.Do("canonicalize"),
	pass.Do("cse"),
	pass.Do("loop-invariant-code-motion"),
	// The addresses in a loop are pointers that the loop carries.
	pass.Do("strength-reduce-addresses"),
	pass.Do("canonicalize"),
	expandUB, // the elements that do not exist are poison
	// No function has so many branches that its compilation takes long.
	pass.Do("split-functions"),
}

// The steps where what coroutines need comes in.
var (
	memrefToPtr = pass.Do("convert-memref-to-ptr")
	// The memory of payloads ends with the values that hold them.
	countedToPtr = pass.Do("convert-memref-to-ptr{counted-values=true}")
	expandUB     = pass.Do("expand-ub")
)

// parallel is the step that makes tasks of loops.
var parallel = pass.Do(
	"async-parallel-for{num-workers=-1 min-task-work=1000000 max-aligned=1000000000 exact=true}")

// stepsFor returns the passes for a module. tasks says whether parallel loops may become tasks. A function
// made of a loop must not have affine operations. So these are all lowered first if a parallel loop is of the
// affine dialect, or has operations of it.
func stepsFor(module *ir.Op, tasks bool) pass.Steps {
	if !tasks {
		return steps.Without(parallel)
	}
	if affineInParallel(module) {
		return steps.Before(parallel, pass.Do("lower-affine"))
	}
	return steps
}

// affineInParallel reports whether a parallel loop is of the affine dialect, or an operation in one.
func affineInParallel(module *ir.Op) bool {
	for op := range module.Walk() {
		if op.Is(affine.Parallel) {
			return true
		}
		if (op.Is(scf.Parallel) || op.Is(scf.Forall)) &&
			slices.ContainsFunc(slices.Collect(op.Walk()), isAffine) {
			return true
		}
	}
	return false
}

func isAffine(op *ir.Op) bool { return op.Def().DialectName() == "affine" }

// keepGroups replaces the operations that make groups by others, which passes neither share nor move out of
// loops. async.create_group has no effects, so that passes do both with it.
func keepGroups(module *ir.Op) {
	for op := range module.WalkPost() {
		if op.Is(async.CreateGroup) {
			made := ir.At(op).Create(
				ir.OpState{Def: async.RuntimeCreateGroup, Operands: op.Operands(), Results: op.ResultTypes()})
			op.Result(0).ReplaceAllUsesWith(made.Result(0))
			op.Erase()
		}
	}
}

// Lower lowers a module to the input of Write, in place. The steps in first come before the usual ones. tasks
// says whether parallel loops may become tasks.
func Lower(ctx context.Context, module *ir.Op, tasks bool, first ...*pass.Step) error {
	if err := dlti.Layout(module); err != nil {
		return err
	}
	keepGroups(module)
	steps := slices.Concat(first, stepsFor(module, tasks))
	if !tasks || !needsCoroutines(module) {
		return lower(ctx, module, steps)
	}
	module.SetAttr(coroutinesAttr, module.Context().Unit)
	memory, frames := slices.Index(steps, memrefToPtr), slices.Index(steps, expandUB)
	if err := lower(ctx, module, steps[:memory]); err != nil {
		return err
	}
	assertDivisions(module)
	if err := lower(ctx, module, pass.Steps{colorFunctions}); err != nil {
		return err
	}
	if err := refusePointers(module); err != nil {
		return err
	}
	if err := offStack(module); err != nil {
		return err
	}
	middle := slices.Concat(pass.Steps{countedToPtr}, steps[memory+1:frames], coroutines)
	if err := lower(ctx, module, middle); err != nil {
		return err
	}
	freeWhereFailed(module)
	return lower(ctx, module, slices.Concat(coroutineFrames, steps[frames:]))
}

func lower(ctx context.Context, module *ir.Op, steps pass.Steps) error {
	p, err := steps.Pipeline(builtin.Module.Name)
	if err != nil {
		return err
	}
	if diags := (&pass.Manager{Pipeline: p}).Run(ctx, module); diags.HasErrors() {
		return diags.Err()
	}
	return nil
}
