package memreftoptr

import (
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/ir"
)

// Atomic operations read, compute and write. Nothing comes between: tasks of one program take turns, and change only where they
// wait.

func atomic(l *lowering, op *ir.Op) {
	d := l.mem(op.Operand(1))
	at := l.element(d, op.Operands()[2:], nil)
	old, v := l.load(at, op.Result(0).Type()), op.Operand(0)
	kind, _ := op.IntAttr("kind")
	if def := arith.Reducers[kind]; def != nil {
		v = arith.Binary(l.Builder, def, old, v)
	}
	l.store(v, at)
	l.replace(op, old)
}

// genericAtomic puts the body between the load and the store.
func genericAtomic(l *lowering, op *ir.Op) {
	d := l.mem(op.Operand(0))
	at := l.element(d, op.Operands()[1:], nil)
	old := l.load(at, op.Result(0).Type())
	body := op.Body()
	body.Arg(0).ReplaceAllUsesWith(old)
	for inner := body.First(); inner != body.Last(); inner = body.First() {
		inner.MoveBefore(op)
		l.convert(inner)
	}
	l.SetBefore(op)
	l.store(body.Last().Operand(0), at)
	l.replace(op, old)
}
