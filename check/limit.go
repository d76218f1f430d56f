package check

import (
	"fmt"
	"slices"

	"github.com/inflight-compiler/inflight/ir"
)

// limit is why a function was not followed to the end.
type limit struct {
	what string
	op   *ir.Op    // where, nil for the function as a whole
	size *ir.Value // the size that was in the way, nil if none was
}

// cutShort notes that a run did not follow something to the end: at op, or anywhere if that is nil.
func (m *machine) cutShort(op *ir.Op, format string, args ...any) {
	m.limits = noted(m.limits, limit{fmt.Sprintf(format, args...), op, nil})
}

// cutShort is the same for all runs, because of a size if there is one.
func (e *explorer) cutShort(size *ir.Value, format string, args ...any) {
	e.limits = noted(e.limits, limit{fmt.Sprintf(format, args...), nil, size})
}

// complete reports whether no limit was reached.
func (e *explorer) complete() bool { return len(e.limits) == 0 }

// tooLong notes that the limit of steps was reached.
func (e *explorer) tooLong() { e.cutShort(nil, "it takes more than %d steps", e.c.opts.MaxSteps) }

// noted returns the limits with one more, if that says anything new.
func noted(list []limit, l limit) []limit {
	if slices.Contains(list, l) {
		return list
	}
	return append(list, l)
}

// reasons returns the limits in words. Names of values are those of the report, so they are known later only.
func (e *explorer) reasons(f *FuncReport) {
	c, limits := e.c, e.limits
	f.Reasons = make([]string, len(limits))
	c.later(func() {
		for i, l := range limits {
			f.Reasons[i] = "a limit was reached: " + l.what
			switch {
			case l.size != nil:
				f.Reasons[i] += " of " + c.name(l.size)
			case l.op != nil:
				f.Reasons[i] += " (" + l.op.Span().String() + ")"
			}
		}
	})
}
