package asynctollvm

import (
	"fmt"

	"github.com/inflight-compiler/inflight/ir"
)

// payload returns the type in which LLVM holds something of type t, and whether there is one.
func (l *lowering) payload(op *ir.Op, t ir.Type) (ir.Type, bool) {
	return l.converted(t), true
}

// unique returns a name that no symbol of the module has.
func (l *lowering) unique(base string) string {
	for i := 0; ; i++ {
		if name := fmt.Sprintf("%s_%d", base, i); l.declared[name] == nil {
			return name
		}
	}
}
