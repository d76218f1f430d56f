package vectorizeloops

import (
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/affine"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
	"github.com/inflight-compiler/inflight/transform/loop/internal/loopvector"
)

// Pass is vectorize-loops.
var Pass = pass.Register(&pass.Pass{
	Name:    "vectorize-loops",
	Summary: "Run iterations of affine loops in the lanes of vectors",
	Doc: "Makes a loop over vectors, and behind it a loop over the rest, of every innermost affine.for of " +
		"step 1 whose iterations " +
		"do not depend on each other, or combine numbers in a way that may happen in any order: integers, " +
		"and maxima and minima " +
		"of floats. Sums and products of floats keep their order unless fast-math says that it does not " +
		"count. Neighbouring " +
		"elements are loaded and stored as vectors, elements that all lanes share are loaded once, and " +
		"others one by one. " +
		"Conditions that only compute become choices between both branches, and an scf.while that only " +
		"computes runs until all lanes " +
		"have left it; each keeps what it found when it left.\n" +
		"A loop with the attribute inflight.vectorize is taken instead of those inside of it: its lanes " +
		"run the inner loops " +
		"together, each with what it carries, so that sums in them keep their order. If it cannot be " +
		"vectorized, that is an error.",
	Options: []pass.Option{
		{Name: "width", Type: pass.Int, Default: "128",
			Help: "Bits of a vector of the narrowest elements in a loop"},
		{Name: "lanes", Type: pass.Int, Default: "0",
			Help: "Number of lanes, whatever the elements are; 0: as many as fit into the width"},
		{Name: "fast-math", Type: pass.Bool, Default: "false",
			Help: "Sums and products of floats may be computed in another order"},
	},
	Before: before,
	After:  after,
	Run:    run,
})

// chosen is the attribute of loops that are to be vectorized.
const chosen = "inflight.vectorize"

var codeWidth = diag.Register("vectorize-loops-width",
	"an option of vectorize-loops is no number of bits or lanes",
	"The width is that of vectors, in bits: at least 16, at most 65536. The lanes are 0, or at least 2 and "+
		"at most 65536.")

var codeChosen = diag.Register("vectorize-loops-impossible", "a loop that is to be vectorized cannot be",
	"The attribute inflight.vectorize asks for vectors in a loop whose iterations depend on each other, or "+
		"that does what has no form "+
		"for vectors. Take the attribute away, or change the loop as the message says.")

// maxLanes bounds vectors.
const maxLanes = 1 << 16

func run(r *pass.Run) error {
	o := loopvector.Options{Width: r.Int("width"), Lanes: r.Int("lanes"), FastMath: r.Bool("fast-math")}
	if o.Width < 16 || o.Width > maxLanes || o.Lanes < 0 || o.Lanes == 1 || o.Lanes > maxLanes {
		return r.Op.Errorf(codeWidth, "vectors of %d bits with %d lanes are not possible", o.Width, o.Lanes)
	}
	for _, loop := range candidates(r.Op) {
		plan, reason := loopvector.NewPlan(loop, o)
		isChosen := loop.RemoveAttr(chosen) != nil
		switch {
		case plan != nil:
			plan.Apply()
			r.Count("loops vectorized", 1)
		case isChosen:
			return loop.Errorf(codeChosen, "this loop cannot be vectorized: %s", reason)
		}
	}
	return nil
}

// candidates returns the loops that are chosen, and the innermost loops elsewhere.
func candidates(op *ir.Op) []*ir.Op {
	var loops []*ir.Op
	var visit func(op *ir.Op) (holdsLoop bool)
	visit = func(op *ir.Op) (holdsLoop bool) {
		isLoop := op.Def().Loop != nil
		if op.Is(affine.For) && op.Attr(chosen) != nil {
			loops = append(loops, op)
			return true
		}
		for _, region := range op.Regions() {
			for _, b := range region.Blocks() {
				for inner := range b.Ops() {
					holdsLoop = visit(inner) || holdsLoop
				}
			}
		}
		if op.Is(affine.For) && !holdsLoop {
			loops = append(loops, op)
		}
		return isLoop || holdsLoop
	}
	visit(op)
	return loops
}
