package task

import (
	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/ir"
)

// Forced returns the tokens and values whose tasks an operation starts, if they are lazy (async.LazyAttr) and
// have not started: those for whose completion it waits, or on which something depends. A question
// (task.is_complete) starts nothing.
func Forced(op *ir.Op) []*ir.Value {
	var list []*ir.Value
	switch {
	case op.Is(async.AddToGroup), op.Is(async.RuntimeAddToGroup), op.Is(Export),
		op.Is(async.RuntimeAwaitAndResume):
		list = op.Operands()[:1]
	case op.Is(Any):
		list = op.Operands()
	case op.Is(Settle):
		list = op.Operands()[1:]
	default:
		list = op.AsyncDependencies()
	}
	var forced []*ir.Value
	for _, v := range list {
		if async.IsToken(v.Type()) || async.IsValue(v.Type()) {
			forced = append(forced, v)
		}
	}
	return forced
}
