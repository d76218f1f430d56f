package importer

import (
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/scf"
	"github.com/inflight-compiler/inflight/ir"
)

// outOfBounds handles an access that leaves its buffer by a constant subscript. It is an error if the access
// certainly happens. An access under a condition mostly never runs, such as one in the prologue of a
// pipelined loop whose extent turns out to be small.
func (f *function) outOfBounds(d *diag.Diagnostic) error {
	switch {
	case f.claiming != nil && *f.claiming:
		return nil // the body has the access, and the warning about it
	case f.claiming != nil || !f.mayNotRun():
		return d
	}
	f.imp.warn(d)
	return nil
}

// mayNotRun reports whether the current code stands under a condition, or in a loop that may have no
// iterations.
func (f *function) mayNotRun() bool {
	if f.guarded || f.block != nil && f.block.predicate != nil {
		return true
	}
	for b := f.b.Block(); b != f.entry; {
		op := b.ParentOp()
		if op == nil { // in T.if_then_else, before it is known whether the value is needed
			return true
		}
		if op.Is(scf.If) || op.Is(scf.While) || op.Is(scf.For) && !hasIteration(op) {
			return true
		}
		b = op.Block()
	}
	return false
}

// hasIteration reports whether a loop certainly has an iteration.
func hasIteration(loop *ir.Op) bool {
	from, ok1 := ir.ConstInt(scf.Lower(loop))
	to, ok2 := ir.ConstInt(scf.Upper(loop))
	return ok1 && ok2 && from < to
}
