package pass

import (
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ir"
)

// Convert lowers a dialect: it applies the patterns as ir.ConvertOps does, counts
// how often each fired, and reports an operation of the dialect that is left
// with the code.
func (r *Run) Convert(dialect string, patterns []ir.Pattern, fold bool, left diag.Code) error {
	for name, n := range ir.ConvertOps(r.Op, patterns, fold) {
		r.Count("pattern "+name, n)
	}
	for op := range r.Op.Walk() {
		if op.Def().DialectName() == dialect {
			return op.Errorf(left, "failed to legalize operation '%s' that was explicitly marked illegal", op.Name())
		}
	}
	return nil
}
