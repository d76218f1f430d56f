package pass

import (
	"sync/atomic"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ir"
)

// Convert lowers a dialect: it applies the patterns as ir.ConvertOps does, counts
// how often each fired, and reports an operation of the dialect that is left
// with the code. Patterns are for operations of the dialect.
func (r *Run) Convert(dialect string, patterns []ir.Pattern, fold bool, left diag.Code) error {
	l := newDialectLowering(r.Context(), dialect, patterns, fold, left, nil)
	same, err := l.lower(r.Op)
	if same {
		r.Unchanged()
	}
	l.count(r)
	return err
}

// dialectLowering is what one goroutine lowers a dialect with.
type dialectLowering struct {
	dialect   string
	left      diag.Code
	converter *ir.Converter
}

// newDialectLowering returns a lowering with memory for what is made, or nil.
func newDialectLowering(c *ir.Context, dialect string, patterns []ir.Pattern, fold bool, left diag.Code,
	arena *ir.Arena) *dialectLowering {
	return &dialectLowering{dialect, left, ir.NewConverter(c, patterns, fold, arena)}
}

// lower lowers what stands in op. It reports whether there was nothing to do.
func (l *dialectLowering) lower(op *ir.Op) (same bool, err error) {
	if !op.HasDialect(l.dialect) {
		return true, nil
	}
	l.converter.Convert(op)
	if first := op.FirstOf(l.dialect); first != nil {
		return false, first.Errorf(l.left,
			"failed to legalize operation '%s' that was explicitly marked illegal", first.Name())
	}
	return false, nil
}

// count counts for a run how often patterns have fired.
func (l *dialectLowering) count(r *Run) {
	for name, n := range l.converter.Fired() {
		r.Count("pattern "+name, n)
	}
}

// ConvertEach is Convert for patterns that neither change nor look at anything around a function: it lowers
// functions in parallel. Before, which may be nil, is called for each function that has operations of the
// dialect, before it is lowered. The error has those of all functions, in their order.
func (r *Run) ConvertEach(dialect string, patterns []ir.Pattern, fold bool, left diag.Code,
	before func(function *ir.Op) error) error {
	var changed atomic.Bool
	units := ir.Units(r.Op)
	begin := func(arena *ir.Arena) *dialectLowering {
		return newDialectLowering(r.Context(), dialect, patterns, fold, left, arena)
	}
	states, err := ForEachUnit(units, begin, func(l *dialectLowering, i int) error {
		if before != nil && units[i].HasDialect(dialect) {
			if err := before(units[i]); err != nil {
				return err
			}
		}
		same, err := l.lower(units[i])
		if !same {
			changed.Store(true)
		}
		return err
	})
	for _, l := range states {
		l.count(r)
	}
	if !changed.Load() {
		r.Unchanged()
	}
	return err
}
