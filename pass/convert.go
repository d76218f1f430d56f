package pass

import (
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ir"
)

// Convert lowers a dialect: it applies the patterns as ir.ConvertOps does, counts
// how often each fired, and reports an operation of the dialect that is left
// with the code. Patterns are for operations of the dialect.
func (r *Run) Convert(dialect string, patterns []ir.Pattern, fold bool, left diag.Code) error {
	if firstOf(r.Op, dialect) == nil {
		r.Unchanged()
		return nil
	}
	for name, n := range ir.ConvertOps(r.Op, patterns, fold) {
		r.Count("pattern "+name, n)
	}
	if op := firstOf(r.Op, dialect); op != nil {
		return op.Errorf(left, "failed to legalize operation '%s' that was explicitly marked illegal", op.Name())
	}
	return nil
}

// firstOf returns the first operation in root, itself included, that is of a dialect, nil if there is none.
func firstOf(root *ir.Op, dialect string) *ir.Op {
	others := map[*ir.OpDef]bool{}
	for op := range root.Walk() {
		switch def := op.Def(); {
		case others[def]:
		case def.DialectName() == dialect:
			return op
		default:
			others[def] = true
		}
	}
	return nil
}
