package tokengraph

import (
	"slices"

	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/analysis/inflight"
	"github.com/inflight-compiler/inflight/dialect/affine"
	"github.com/inflight-compiler/inflight/dialect/pipeline"
	"github.com/inflight-compiler/inflight/dialect/scf"
	"github.com/inflight-compiler/inflight/ir"
)

// Written returns the drawings of the loops that are pipelined in the program's text: whose code commits
// groups and waits for them. Each is drawn with the code of its block that commits and waits in front of it
// and behind it. Loops that are annotated are left out.
func Written(program *ir.Op) []*Pipeline {
	r := newReader(program)
	if len(r.active) == 0 {
		return nil
	}
	r.facts = inflight.Analyze(program)
	var drawings []*Pipeline
	for op := range program.Walk() {
		for _, loop := range r.pipelinedIn(op) {
			if !r.surrounds(loop) {
				drawings = append(drawings, r.draw(loop))
			}
		}
	}
	return drawings
}

// reader reads the code of pipelined loops.
type reader struct {
	facts *inflight.Result
	sizes analysis.Evaluator
	// active has the operations that commit, submit or wait, and those that contain such an operation of the
	// same thread; issues has those that issue an asynchronous operation, or contain one.
	active, issues map[*ir.Op]bool
}

func newReader(program *ir.Op) *reader {
	r := &reader{active: map[*ir.Op]bool{}, issues: map[*ir.Op]bool{}}
	for op := range program.Walk() {
		kind := op.QueueEffect().Kind
		if kind == ir.NoQueueEffect {
			continue
		}
		list := r.active
		if kind == ir.QueueIssue {
			list = r.issues
		}
		for at := op; at != nil && !list[at]; at = at.Parent() {
			if at != op && at.StartsThread() {
				break
			}
			list[at] = true
		}
	}
	return r
}

// pipelinedIn returns the loops in the blocks of op that are pipelined in their text.
func (r *reader) pipelinedIn(op *ir.Op) (loops []*ir.Op) {
	for _, region := range op.Regions() {
		for _, b := range region.Blocks() {
			loops = append(loops, r.pipelinedOf(b)...)
		}
	}
	return loops
}

// pipelinedOf returns the pipelined loops of a block: those that commit and wait. Where there is none it is
// the first that waits for what the block commits, else the first whose groups the block awaits. Loops beside
// it are its prologue and its epilogue.
func (r *reader) pipelinedOf(b *ir.Block) (both []*ir.Op) {
	var committing, waiting []*ir.Op
	anyCommit, anyWait := false, false
	for op := range b.Ops() {
		if !r.active[op] {
			continue
		}
		commits, waits := effects(op)
		anyCommit, anyWait = anyCommit || commits, anyWait || waits
		switch {
		case !isFor(op) || op.Attr(pipeline.StageAttr) != nil:
		case commits && waits:
			both = append(both, op)
		case commits:
			committing = append(committing, op)
		case waits:
			waiting = append(waiting, op)
		}
	}
	switch {
	case len(both) > 0:
		return both
	case len(waiting) > 0 && anyCommit:
		return waiting[:1]
	case len(committing) > 0 && anyWait:
		return committing[:1]
	}
	return nil
}

// surrounds reports whether a loop has a pipelined loop in its body, which is drawn instead.
func (r *reader) surrounds(loop *ir.Op) bool {
	for op := range loop.Region(0).ThreadOps() {
		if len(r.pipelinedIn(op)) > 0 {
			return true
		}
	}
	return len(r.pipelinedOf(loop.Body())) > 0
}

// isFor reports whether op is a loop that runs one iteration after the other.
func isFor(op *ir.Op) bool { return op.Is(scf.For) || op.Is(affine.For) }

// effects reports whether op, or an operation in it of the same thread, commits groups, and whether one waits
// for any.
func effects(op *ir.Op) (commits, waits bool) {
	kinds := []ir.QueueEffectKind{op.QueueEffect().Kind}
	for _, region := range op.Regions() {
		for inner := range region.ThreadOps() {
			kinds = append(kinds, inner.QueueEffect().Kind)
		}
	}
	return slices.Contains(kinds, ir.QueueCommit) || slices.Contains(kinds, ir.QueueSubmit),
		slices.Contains(kinds, ir.QueueWait)
}
