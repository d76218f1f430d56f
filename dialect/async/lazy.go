package async

import (
	"github.com/inflight-compiler/inflight/dialect/internal/signature"
	"github.com/inflight-compiler/inflight/ir"
)

// LazyAttr is the attribute of a lazy async.func.
//
// The call of a lazy function makes a task that has not started. The first operation that needs the
// completion of its token or of one of its values starts it, once, for all results of the call: a wait
// (async.await, async.runtime.await), its addition to a group, a task that depends on it, and task.any,
// task.settle and task.export (task.Forced). A wait runs the task in the thread that waits, until the task
// waits itself; the other operations put it in line. Later waits share its completion and its error. A task
// that nothing starts never runs, and gives back its arguments with the last reference to its results.
const LazyAttr = signature.LazyAttr

// IsLazy reports whether op is a lazy async.func.
func IsLazy(op *ir.Op) bool { return op != nil && op.Is(Func) && op.Attr(LazyAttr) != nil }

// HasLazy reports whether a module, or what else is in root, has a lazy async.func.
func HasLazy(root *ir.Op) bool {
	for op := range root.Walk() {
		if IsLazy(op) {
			return true
		}
	}
	return false
}

// MayBeLazy reports whether a token or value may belong to a lazy task: if it is not known to come from an
// operation that starts its task itself.
func MayBeLazy(v *ir.Value, symbols *ir.SymbolTables) bool {
	op := v.DefiningOp()
	switch {
	case IsGroup(v.Type()):
		return false
	case op == nil:
		return true
	case op.Is(Call):
		return IsLazy(symbols.Resolve(op, callee(op)))
	case op.Is(RuntimeCreate), op.IsAsync():
		return false
	}
	return true
}

// dropUnforced removes the call of a lazy function whose results nothing uses: nothing can start its task.
func dropUnforced(op *ir.Op, rw *ir.Rewriter) bool {
	for _, v := range op.Results() {
		if v.HasUses() {
			return false
		}
	}
	if !IsLazy(ir.NewSymbolTables().Resolve(op, callee(op))) {
		return false
	}
	rw.Erase(op)
	return true
}

func init() {
	Call.Canonicalize = []ir.Pattern{{Name: "drop-unforced-call", Rewrite: dropUnforced}}
}
