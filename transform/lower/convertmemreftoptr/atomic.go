package convertmemreftoptr

import (
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/ir"
)

// Atomic operations read, compute and write. Programs with tasks call a function of the engine before and
// after, between which no other atomic operation is executed.

// hasTasks reports whether a program has tasks.
func hasTasks(root *ir.Op) bool {
	for op := range root.Walk() {
		if op.Is(async.Execute) || op.Is(async.Call) {
			return true
		}
	}
	return false
}

// enclose calls the functions of the engine around what f makes, if the program has tasks.
func (l *lowering) enclose(f func()) {
	if l.tasks {
		l.call(atomicBeginFunction)
	}
	f()
	if l.tasks {
		l.call(atomicEndFunction)
	}
}

func atomic(l *lowering, op *ir.Op) {
	d := l.mem(op.Operand(1))
	at := l.element(d, op.Operands()[2:], nil)
	var old *ir.Value
	l.enclose(func() {
		old = l.load(at, op.Result(0).Type())
		v := op.Operand(0)
		kind, _ := op.IntAttr("kind")
		if def := arith.Reducers[kind]; def != nil {
			v = arith.Binary(l.Builder, def, old, v)
		}
		l.store(v, at)
	})
	l.replace(op, old)
}

// genericAtomic puts the body between the load and the store.
func genericAtomic(l *lowering, op *ir.Op) {
	d := l.mem(op.Operand(0))
	at := l.element(d, op.Operands()[1:], nil)
	var old *ir.Value
	l.enclose(func() {
		old = l.load(at, op.Result(0).Type())
		body := op.Body()
		body.Arg(0).ReplaceAllUsesWith(old)
		for inner := body.First(); inner != body.Last(); inner = body.First() {
			inner.MoveBefore(op)
			l.convert(inner)
		}
		l.SetBefore(op)
		l.store(body.Last().Operand(0), at)
	})
	l.replace(op, old)
}
