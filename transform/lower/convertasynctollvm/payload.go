package convertasynctollvm

import (
	"fmt"

	"github.com/inflight-compiler/inflight/ir"
)

// payload returns the type in which LLVM holds something of type t, and whether there is one.
func (l *lowering) payload(op *ir.Op, t ir.Type) (ir.Type, bool) {
	held := l.held.Type(l.converted(t))
	if held == nil {
		l.errs.Add(op.OpErrorf(codeLeft, "has a payload of type '%v', which LLVM has no type for", t))
		return nil, false
	}
	return held, true
}

// unique returns a name that no symbol of the module has.
func (l *lowering) unique(base string) string {
	for i := len(l.texts); ; i++ {
		if name := fmt.Sprintf("%s_%d", base, i); l.declared[name] == nil {
			return name
		}
	}
}
