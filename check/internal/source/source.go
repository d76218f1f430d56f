package source

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/printed"
)

// OpBlock is a statement, which declares the accesses of its body. The checker knows no other operation of
// this dialect by name.
const OpBlock = "pipeline.block"

// Source caches which operations of a function, and of functions that it calls, synchronize.
type Source struct {
	Calls *Calls
	holds map[*ir.Op]bool // results of Syncs
}

// New returns a Source without results.
func New(calls *Calls) *Source { return &Source{Calls: calls, holds: map[*ir.Op]bool{}} }

// Callee returns the function that op calls, or nil.
func (s *Source) Callee(op *ir.Op) *ir.Op { return s.Calls.callee(op) }

// Touches reports whether a call may access memory that the called function does not allocate, issue
// asynchronous operations or wait.
func (s *Source) Touches(call *ir.Op) bool { return s.Calls.touches(call) }

// Syncs reports whether op issues asynchronous operations, commits or waits, itself or by operations inside
// it or functions that it calls.
func (s *Source) Syncs(op *ir.Op) bool {
	switch {
	case isSync(op):
		return true
	case op.NumRegions() == 0 && op.Def().Callee == nil:
		return false
	}
	if known, ok := s.holds[op]; ok {
		return known
	}
	s.holds[op] = false // ends recursion
	s.holds[op] = s.CalleeSyncs(op) || s.BodySyncs(op)
	return s.holds[op]
}

// BodySyncs is Syncs for the regions of op alone.
func (s *Source) BodySyncs(op *ir.Op) bool {
	for _, r := range op.Regions() {
		for _, b := range r.Blocks() {
			for inner := range b.Ops() {
				if s.Syncs(inner) {
					return true
				}
			}
		}
	}
	return false
}

// CalleeSyncs is Syncs for the function that op calls.
func (s *Source) CalleeSyncs(op *ir.Op) bool {
	fn := s.Callee(op)
	return fn != nil && s.Syncs(fn)
}

// isSync reports whether op itself synchronizes, or passes tokens on.
func isSync(op *ir.Op) bool {
	return op.QueueEffect().Kind != ir.NoQueueEffect || op.IsAsync() || op.Awaits() ||
		op.Is(async.AddToGroup) || op.IsBarrier() ||
		slices.ContainsFunc(op.Results(), IsToken)
}

// IsFunction reports whether op is a function with a body.
func IsFunction(op *ir.Op) bool {
	if op.NumRegions() != 1 || !op.Has(ir.IsSymbol) || op.Body() == nil {
		return false
	}
	_, ok := op.Attr("function_type").(*ir.TypeAttr)
	return ok
}

// Declared returns what the function that op calls does to the memory in its operands, and whether its
// declaration says that.
func (s *Source) Declared(op *ir.Op) ([]function.Access, bool) {
	if op.Def().Callee == nil {
		return nil, false
	}
	return function.Declared(s.Callee(op))
}

// CallsLibrary reports whether an operation calls a function of MLIR's runner libraries, which only reads and
// prints its arguments.
func (s *Source) CallsLibrary(op *ir.Op) bool {
	fn := s.Callee(op)
	if fn == nil || fn.Body() != nil {
		return false
	}
	_, ok := printed.Lookup(fn)
	return ok
}
