package insertboundschecks

import (
	"fmt"

	"github.com/inflight-compiler/inflight/analysis/inequality"
	"github.com/inflight-compiler/inflight/ir"
)

// outside returns what the simulator says about a subscript out of bounds, as far as it is known here.
func outside(a access, extent inequality.Form) string {
	at := "the index"
	if a.exact.IsConst() && a.up == 0 && a.down == 0 {
		at = fmt.Sprintf("index %d", a.exact.Const)
	}
	text := OutOfBounds.says("%s is outside of dimension %d of %s", at, a.dim, nameOf(a.memory))
	if extent.IsConst() {
		text += fmt.Sprintf(", which has extent %d", extent.Const)
	}
	return text
}

// nameOf returns what the simulator calls memory: the name of the allocation or argument that it belongs to.
func nameOf(m *ir.Value) string {
	var trail ir.Trail
	for !trail.Repeats(m) {
		op := m.DefiningOp()
		if op == nil || op.Def().View == nil {
			break
		}
		v, ok := op.Def().View(op)
		if !ok {
			break
		}
		m = v.Source
	}
	if op := m.DefiningOp(); op != nil && op.Name() == "memref.get_global" {
		return op.Attr("name").String()
	}
	if m.Name() == "" {
		return "the buffer"
	}
	return "%" + m.Name()
}
