package pass

import (
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ir"
)

// Convert lowers a dialect: it applies the patterns as ir.ConvertOps does, counts
// how often each fired, and reports an operation of the dialect that is left
// with the code. Patterns are for operations of the dialect.
func (r *Run) Convert(dialect string, patterns []ir.Pattern, fold bool, left diag.Code) error {
	return r.convertIn(nil, dialect, patterns, fold, left)
}

// convertIn is Convert with memory for what is made, or nil.
func (r *Run) convertIn(arena *ir.Arena, dialect string, patterns []ir.Pattern, fold bool, left diag.Code) error {
	if firstOf(r.Op, dialect) == nil {
		r.Unchanged()
		return nil
	}
	for name, n := range ir.ConvertOps(r.Op, patterns, fold, arena) {
		r.Count("pattern "+name, n)
	}
	if op := firstOf(r.Op, dialect); op != nil {
		return op.Errorf(left, "failed to legalize operation '%s' that was explicitly marked illegal", op.Name())
	}
	return nil
}

// ConvertApart is Convert for patterns that neither change nor look at anything around a function: it lowers functions in
// parallel.
func (r *Run) ConvertApart(dialect string, patterns []ir.Pattern, fold bool, left diag.Code) error {
	units := ir.Units(r.Op)
	done := make([]Run, len(units))
	errs := make([]error, len(units))
	ir.ForEach(len(units), func(i int) {
		done[i].Op = units[i]
		errs[i] = done[i].Convert(dialect, patterns, fold, left)
	})
	same := true
	for i := range done {
		same = same && done[i].same
		for name, n := range done[i].stats {
			r.Count(name, n)
		}
	}
	if same {
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
	return &Parts{
		Begin: func(arena *ir.Arena) func(*Unit) error {
			return func(u *Unit) error {
				done := &Run{Op: u.Op}
				err := done.convertIn(arena, dialect, patterns, fold, left)
				u.Same, u.Rest = done.same, done.stats
				return err
			}
		},
		End: func(units []*Unit) error {
			for _, u := range units {
				stats, _ := u.Rest.(map[string]int)
				for name, n := range stats {
					r.Count(name, n)
				}
			}
			return nil
		},
	}
}

// firstOf returns the first operation in root, itself included, that is of a dialect, nil if there is none.
func firstOf(root *ir.Op, dialect string) *ir.Op {
	var last *ir.OpDef // of another dialect
	for op := range root.Walk() {
		if def := op.Def(); def != last {
			if def.DialectName() == dialect {
				return op
			}
			last = def
		}
	}
	return nil
}
