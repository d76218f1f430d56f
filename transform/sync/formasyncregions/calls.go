package formasyncregions

import (
	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/analysis/calleffects"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/transform/sync/internal/asyncwork"
)

// calls knows which functions do nothing but access the memory that they are given, themselves, before any of
// them is changed.
type calls struct{ *calleffects.Functions }

// plain returns what a call does, nil if it is none of such a function.
func (c calls) plain(call *ir.Op) *calleffects.Access { return direct(c.Of(call)) }

// isPlain reports whether a function is such a one, and called.
func (c calls) isPlain(fn *ir.Op) bool { return direct(c.Function(fn)) != nil }

func direct(a *calleffects.Access) *calleffects.Access {
	if a == nil || a.Indirect {
		return nil
	}
	return a
}

// footprint returns what an operation touches: a plain call, the memory that it is given, as far as its
// function does.
func (c calls) footprint(ev *analysis.Evaluator, op *ir.Op) *asyncwork.Footprint {
	if op.Def().Callee == nil {
		return asyncwork.FootprintOf(ev, op)
	}
	does := c.plain(op)
	var accesses []analysis.Access
	for i, v := range op.Operands() {
		if does.Reads[i] {
			accesses = append(accesses, analysis.Access{Op: op, Kind: ir.Read, Buffer: ev.Root(v)})
		}
		if does.Writes[i] {
			accesses = append(accesses, analysis.Access{Op: op, Kind: ir.Write, Buffer: ev.Root(v)})
		}
	}
	return asyncwork.NewFootprint(accesses)
}
