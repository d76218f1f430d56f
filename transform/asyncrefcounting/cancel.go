package asyncrefcounting

import (
	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/ir"
)

// cancelAll erases every addition and drop of one block that belong together: between them, only calls use the value.
func cancelAll(root *ir.Op) (n int) {
	for op := range root.Walk() {
		for _, r := range op.Regions() {
			for _, b := range r.Blocks() {
				n += cancel(b)
			}
		}
	}
	return n
}

func cancel(b *ir.Block) (n int) {
	open := map[*ir.Value][]*ir.Op{} // additions that a drop may still cancel
	for op := range b.Ops() {
		switch {
		case op.Is(async.RuntimeAddRef):
			open[op.Operand(0)] = append(open[op.Operand(0)], op)
		case op.Is(async.RuntimeDropRef):
			if dropped(op, open) {
				n++
			}
		case op.Def().Callee == nil && len(open) > 0:
			forget(op, open)
		}
	}
	return n
}

// dropped erases a drop with the first addition of as many references, if there is one.
func dropped(op *ir.Op, open map[*ir.Value][]*ir.Op) bool {
	v := op.Operand(0)
	for i, add := range open[v] {
		if add.Attr("count") == op.Attr("count") {
			open[v] = append(open[v][:i:i], open[v][i+1:]...)
			add.Erase()
			op.Erase()
			return true
		}
	}
	delete(open, v)
	return false
}

// forget keeps the additions in front of an operation that uses their values.
func forget(op *ir.Op, open map[*ir.Value][]*ir.Op) {
	for inner := range op.Walk() {
		for _, v := range inner.Operands() {
			delete(open, v)
		}
	}
}
