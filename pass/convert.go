package pass

import (
	"slices"
	"sync"

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
func newDialectLowering(c *ir.Context, dialect string, patterns []ir.Pattern, fold bool, left diag.Code, arena *ir.Arena) *dialectLowering {
	return &dialectLowering{dialect, left, ir.NewConverter(c, patterns, fold, arena)}
}

// lower lowers what stands in op. It reports whether there was nothing to do.
func (l *dialectLowering) lower(op *ir.Op) (same bool, err error) {
	if !op.HasDialect(l.dialect) {
		return true, nil
	}
	l.converter.Convert(op)
	if first := op.FirstOf(l.dialect); first != nil {
		return false, first.Errorf(l.left, "failed to legalize operation '%s' that was explicitly marked illegal", first.Name())
	}
	return false, nil
}

// count counts for a run how often patterns have fired.
func (l *dialectLowering) count(r *Run) {
	for name, n := range l.converter.Fired() {
		r.Count("pattern "+name, n)
	}
}

// ConvertApart is Convert for patterns that neither change nor look at anything around a function: it lowers functions in
// parallel.
func (r *Run) ConvertApart(dialect string, patterns []ir.Pattern, fold bool, left diag.Code) error {
	units := ir.Units(r.Op)
	same, errs := make([]bool, len(units)), make([]error, len(units))
	begin := func() *dialectLowering {
		return newDialectLowering(r.Context(), dialect, patterns, fold, left, &ir.Arena{})
	}
	for _, l := range ir.ForEachWith(len(units), begin, func(l *dialectLowering, i int) { same[i], errs[i] = l.lower(units[i]) }) {
		l.count(r)
	}
	if !slices.Contains(same, false) {
		r.Unchanged()
	}
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// ConvertUnits is ConvertApart in parts.
func (r *Run) ConvertUnits(dialect string, patterns []ir.Pattern, fold bool, left diag.Code) *Parts {
	var mu sync.Mutex
	var lowerings []*dialectLowering
	return &Parts{
		Begin: func(arena *ir.Arena) func(*Unit) error {
			l := newDialectLowering(r.Context(), dialect, patterns, fold, left, arena)
			mu.Lock()
			lowerings = append(lowerings, l)
			mu.Unlock()
			return func(u *Unit) (err error) {
				u.Same, err = l.lower(u.Op)
				return err
			}
		},
		End: func([]*Unit) error {
			for _, l := range lowerings {
				l.count(r)
			}
			return nil
		},
	}
}
