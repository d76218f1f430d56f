package pipelinetombarriers

import (
	"slices"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/dialect/pipeline"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
)

// Pass is pipeline-to-mbarriers.
var Pass = pass.Register(&pass.Pass{
	Name:    "pipeline-to-mbarriers",
	Summary: "Give the asynchronous stages of loops in kernels to a producer that copies tiles",
	Doc: `An annotated loop of a kernel whose asynchronous stages copy boxes of the kernel's arguments to shared
memory becomes two roles. A warpgroup more than the kernel had is the producer: one of its threads executes the kernel
restricted to the copies, which the tensor memory accelerator makes. The other threads execute the rest. Barrier
objects stand between the two: full ones, which count the bytes of a slot, and empty ones, at which consumers arrive
when they have used it. The number of slots is the distance of the stages plus one.

Every launch of the kernel gets tensor maps of the arguments and 128 threads more. Loops around the annotated one keep
the sequence of slots: it goes on from tile to tile. A condition around a copy stays; the bytes that are expected are
those of the copies that are made.

A loop that cannot have roles stays as it is for inject-software-pipeline, with a remark that says why. If its shared
memory has the attribute pipeline.swizzle, which only copies of tiles can fill, that is an error.`,
	Anchor: "builtin.module",
	Options: []pass.Option{{Name: "swizzled", Type: pass.Bool, Default: "false",
		Help: "Only kernels with shared memory that nothing but copies of tiles can fill"}},
	Before: before,
	After:  after,
	Run:    run,
})

func run(r *pass.Run) error {
	made, only := 0, r.Bool("swizzled")
	launches := launchesOf(r.Op)
	for _, f := range r.Op.Find(gpu.Func) {
		k := &kernel{f: f, launches: launches[f]}
		if only && !isSwizzled(f) {
			continue
		}
		switch why := k.find(); {
		case why == nil && len(k.rings) == 0:
		case why != nil && isSwizzled(f):
			return why.at.Errorf(why.code, "%s", why.text)
		case why != nil:
			r.Report(diag.Remarkf(why.code, why.at.Span(), "this loop does not get a producer: %s", why.text))
		default:
			k.split()
			made += len(k.rings)
		}
	}
	if made == 0 {
		r.Unchanged()
	}
	r.Count("rings made", made)
	return nil
}

// Needed reports whether the program has a kernel that only this pass can pipeline.
func Needed(program *ir.Op) bool {
	return slices.ContainsFunc(program.Find(gpu.Func), isSwizzled)
}

// isSwizzled reports whether a kernel has shared memory that only copies of tiles can fill.
func isSwizzled(kernel *ir.Op) bool {
	for op := range kernel.Walk() {
		if op.Attr(pipeline.SwizzleAttr) != nil {
			return true
		}
	}
	return false
}

// asynchronous reports whether a loop has asynchronous stages.
func asynchronous(op *ir.Op) bool {
	list, ok := pipeline.Integers(op.Attr(pipeline.AsyncStagesAttr))
	return ok && len(list) > 0
}
