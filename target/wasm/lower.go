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

// steps are the passes that make what Write takes of a program, in their order.
var steps = pass.Steps{
	// Calls of functions that print are operations that do.
	pass.Do("expand-print-calls"),
	// Functions of complex numbers are arithmetic of their parts.
	pass.Do("convert-complex-to-standard"),
	// Reductions along several dimensions are arithmetic, transfers have masks as operands, packed accesses
	// are to single elements.
	pass.Do("lower-vector-multi-reduction{simplify=false}"),
	pass.Do("lower-vector-mask{simplify=false}"),
	pass.Do("expand-vector"),
	// Functions that a call hands one buffer twice are known.
	pass.Do("note-overlapping-arguments"),
	// Structured operations on whole buffers are loops. Nothing that may be out of bounds is gone before it
	// is checked.
	pass.Do("convert-linalg-to-loops{simplify=false}"),
	// Queues of asynchronous operations are chains of tasks; what remains of the pipeline dialect is gone.
	pass.Do("pipeline-to-async"),
	// A copy between views that may overlap goes through a buffer.
	pass.Do("buffer-overlapping-copies"),
	// An access to memory that is not known to be in bounds comes after an assertion that it is.
	pass.Do("insert-bounds-checks"),
	// Parallel loops that are worth it are blocks of iterations that run as tasks, unless the order shows.
	// Others run in order.
	parallel,
	// Loops whose bounds and subscripts are affine are tiled, packed, vectorized and unrolled, in functions
	// of both kinds.
	pass.Do("any(raise-to-affine,optimize-loops{unroll=16})"),
	// Functions of math are arithmetic; those of f64 are the host's, which are the simulator's.
	pass.Do("expand-math{f64=false}"),
	// Contractions of vectors are products and sums.
	pass.Do("lower-vector-contract"),
	// Views are casts of their buffers, with offsets and strides as values.
	pass.Do("expand-strided-metadata"),
	// Loops and subscripts are arithmetic and scf.
	pass.Do("lower-affine"),
	// Nothing runs for long without telling the host.
	pass.Do("insert-poll-points"),
	// Memrefs are addresses with their sizes and strides as values, and complex numbers are two floats.
	pass.Do("convert-memref-to-ptr"),
	// What was computed twice is computed once, and in front of loops where it can be.
	pass.Do("canonicalize"),
	pass.Do("cse"),
	pass.Do("loop-invariant-code-motion"),
	// Loops carry addresses as pointers.
	pass.Do("strength-reduce-addresses"),
	pass.Do("canonicalize"),
	pass.Do("expand-ub"), // of elements that do not exist
	// No function branches in so many places that compiling it takes long.
	pass.Do("split-functions"),
}

// parallel is the step that makes tasks of loops.
var parallel = pass.Do(
	"async-parallel-for{num-workers=-1 min-task-work=1000000 max-aligned=1000000000 exact=true}")

// stepsFor returns the passes for a module, whose parallel loops may become tasks or must not. Where those
// are of the affine dialect, or hold some of it, which must not stand in functions made of loops, all affine
// operations are lowered first.
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

// keepGroups makes groups operations that passes neither share nor move out of loops, as they do with
// async.create_group, which is said to have no effect.
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

// Lower changes a module into one that Write takes, by steps that come first and then the usual ones, with or
// without tasks of parallel loops.
func Lower(ctx context.Context, module *ir.Op, tasks bool, first ...*pass.Step) error {
	if err := dlti.Layout(module); err != nil {
		return err
	}
	keepGroups(module)
	p, err := pass.Steps(slices.Concat(first, stepsFor(module, tasks))).Pipeline(builtin.Module.Name)
	if err != nil {
		return err
	}
	if diags := (&pass.Manager{Pipeline: p}).Run(ctx, module); diags.HasErrors() {
		return diags.Err()
	}
	return nil
}
