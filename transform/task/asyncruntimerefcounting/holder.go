package asyncruntimerefcounting

import (
	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/dialect/task"
	"github.com/inflight-compiler/inflight/ir"
)

// isCounted reports whether references to things of type t are counted.
func isCounted(t ir.Type) bool { return async.IsToken(t) || async.IsValue(t) || async.IsGroup(t) }

// takes reports whether an operation takes the reference of an operand along: what it calls, returns to or
// continues with owns it from then on. Branches are not among them; they do so per edge.
func takes(use *ir.Operand) bool {
	op := use.Owner()
	switch {
	case op.Is(async.RuntimeStore):
		return use.Index() == 0
	case op.Def().Callee != nil, op.Is(task.RuntimeCall):
		return true
	case op.Has(ir.Terminator):
		return op.NumSuccessors() == 0
	}
	return op.Def().RegionSuccessors != nil && !op.IsAsync()
}

// isOwned reports whether a value comes with a reference of its own. Other operations give out what somebody
// else holds.
func isOwned(v *ir.Value) bool {
	op := v.DefiningOp()
	if op == nil {
		return true
	}
	return op.Is(async.RuntimeCreate) || op.Is(async.RuntimeCreateGroup) || op.Def().Callee != nil ||
		op.Is(task.RuntimeCall) || op.NumRegions() > 0
}

// addRef and dropRef make the operations on n references at the insertion point of b.
func addRef(b *ir.Builder, v *ir.Value, n int) { count(b, async.RuntimeAddRef, v, n) }

func dropRef(b *ir.Builder, v *ir.Value) { count(b, async.RuntimeDropRef, v, 1) }

func count(b *ir.Builder, def *ir.OpDef, v *ir.Value, n int) {
	if n > 0 {
		b.Op(def, []*ir.Value{v}, ir.NamedAttr{Name: "count", Value: b.Ctx.Int(b.Ctx.Integer(64), int64(n))})
	}
}
