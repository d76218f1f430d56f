package pass

import (
	"sync/atomic"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ir"
)

// Convert lowers the operations of a dialect: it applies the patterns, whose roots are operations of the
// dialect, as ir.ConvertOps does, and counts how often each pattern fired. If an operation of the dialect is
// left, it returns an error with the code left.
func (r *Run) Convert(dialect string, patterns []ir.Pattern, fold bool, left diag.Code) error {
	l := newDialectLowering(r.Context(), dialect, patterns, fold, left, nil)
	same, err := l.lower(r.Op)
	if same {
		r.Unchanged()
	}
	l.count(r)
	return err
}

// dialectLowering is the state with which one goroutine lowers a dialect.
type dialectLowering struct {
	dialect   string
	left      diag.Code
	converter *ir.Converter
}

// newDialectLowering returns a lowering. The arena, which may be nil, gives the memory of new operations.
func newDialectLowering(c *ir.Context, dialect string, patterns []ir.Pattern, fold bool, left diag.Code,
	arena *ir.Arena) *dialectLowering {
	return &dialectLowering{dialect, left, ir.NewConverter(c, patterns, fold, arena)}
}

// lower lowers the operations in op. It reports whether op has no operation of the dialect.
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

// count adds the number of times that each pattern fired to the run's statistics.
func (l *dialectLowering) count(r *Run) {
	for name, n := range l.converter.Fired() {
		r.Count("pattern "+name, n)
	}
}

// ConvertEach is Convert for patterns that neither read nor change anything outside of a function. It lowers
// functions in parallel. It calls before, unless that is nil, for each function with operations of the
// dialect, before it lowers the function. The returned error has the errors of all functions, in their order.
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
