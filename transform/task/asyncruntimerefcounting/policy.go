package asyncruntimerefcounting

import (
	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/ir"
)

// applyPolicy drops references where MLIR's default policy says that they were needed last: a token when it
// is added to a group, tokens and groups when they were asked for an error, and values when they were read.
// What is not used at all is dropped at once.
func applyPolicy(root *ir.Op) {
	for op := range root.WalkPost() {
		switch {
		case op.Is(async.RuntimeLoad),
			op.Is(async.RuntimeAddToGroup) && async.IsToken(op.Operand(0).Type()),
			op.Is(async.RuntimeIsError) && !async.IsValue(op.Operand(0).Type()):
			dropRef(after(op), op.Operand(0))
		}
	}
	b := ir.NewBuilder(root.Context())
	for _, v := range (&counted{}).find(root) {
		if !v.HasUses() {
			b.Loc = v.Loc()
			setBehindDefinition(b, v)
			dropRef(b, v)
		}
	}
}
