package asynctoasyncruntime

import (
	"slices"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/dialect/cf"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/transform/internal/branches"
)

var codePlace = diag.Register("async-suspend-in-region",
	"a task would have to suspend itself within an operation that keeps its body",
	"A wait in a task suspends the task's coroutine, and a failed assertion ends it: both branch out of "+
		"the blocks they stand in. "+
		"Loops and conditions of the scf dialect become branches on the way; other operations with regions "+
		"have to be lowered before, "+
		"such as affine.for by --lower-affine.")

// isPoint reports whether op is one where a coroutine branches: to be suspended, or because it may fail.
func isPoint(op *ir.Op) bool { return op.Is(async.Await) || op.Is(async.AwaitAll) || op.Is(cf.Assert) }

// lowerBody makes branches of everything in the function at which the coroutine is suspended, fails or ends.
// What other tasks do, in regions that are not outlined yet, is left alone.
func (c *coroutine) lowerBody(end *ir.OpDef) error {
	if err := c.unstructure(); err != nil {
		return err
	}
	for _, block := range slices.Clone(c.fn.Region(0).Blocks()) {
		if last := block.Last(); last.Is(end) {
			c.finish(last)
		}
		// The last ones first: then every operation moves to a new block once.
		for op := block.Last(); op != nil; {
			prev := op.Prev()
			c.lowerPoint(op)
			op = prev
		}
	}
	c.close()
	return nil
}

func (c *coroutine) lowerPoint(op *ir.Op) {
	switch {
	case op.Is(async.Await), op.Is(async.AwaitAll):
		c.await(op)
	case op.Is(cf.Assert):
		c.assert(op)
	}
}

// unstructure makes branches of the loops and conditions that hold a point. It fails on other operations that
// do.
func (c *coroutine) unstructure() error {
	around := map[*ir.Op]bool{} // the operations that hold a point
	var errs diag.List
	for op := range c.fn.Region(0).ThreadOps() {
		if !isPoint(op) {
			continue
		}
		for p := op.Parent(); p != c.fn && !around[p]; p = p.Parent() {
			around[p] = true
			if !branches.Lowers(p) {
				errs.Add(errorInRegion(op, p))
			}
		}
	}
	if errs.HasErrors() || len(around) == 0 {
		return errs.Err()
	}
	kept := map[*ir.Op]bool{} // also in tasks that are not outlined yet; what is made on the way is not
	for op := range c.fn.Walk() {
		kept[op] = !around[op]
	}
	ir.ConvertOps(c.fn, lowerUnless(kept), false, c.Arena)
	for op := range c.fn.Region(0).ThreadOps() {
		if isPoint(op) && op.Parent() != c.fn { // such as in a scf.forall with results
			errs.Add(errorInRegion(op, op.Parent()))
		}
	}
	return errs.Err()
}

// errorInRegion is the error of a point within an operation that keeps its body.
func errorInRegion(point, around *ir.Op) *diag.Diagnostic {
	what := "a task cannot wait"
	if point.Is(cf.Assert) {
		what = "a task cannot fail"
	}
	return point.Errorf(codePlace, "%s inside of '%s', which does not become branches here", what,
		around.Name()).
		Note(around.Span(), "lower this operation first")
}

// lowerUnless returns the lowerings of structured operations, for all but those in kept.
func lowerUnless(kept map[*ir.Op]bool) []ir.Pattern {
	patterns := slices.Clone(branches.Patterns)
	for i := range patterns {
		rewrite := patterns[i].Rewrite
		patterns[i].Rewrite = func(op *ir.Op, rw *ir.Rewriter) bool { return !kept[op] && rewrite(op, rw) }
	}
	return patterns
}
