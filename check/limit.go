package check

import (
	"fmt"

	"github.com/inflight-compiler/inflight/check/internal/machine"
	"github.com/inflight-compiler/inflight/ir"
)

// cutShort records that the check is not complete, because of a size if size is not nil.
func (e *explorer) cutShort(size *ir.Value, format string, args ...any) {
	e.limits = machine.Noted(e.limits, machine.Limit{What: fmt.Sprintf(format, args...), Size: size})
}

// complete reports whether no limit was reached.
func (e *explorer) complete() bool { return len(e.limits) == 0 }

// tooLong records that the limit of steps was reached.
func (e *explorer) tooLong() { e.cutShort(nil, "it takes more than %d steps", e.c.MaxSteps) }

// reasons fills in the reasons why the check is not complete. Names of values are known later only.
func (e *explorer) reasons(f *FuncReport) {
	c, limits := e.c, e.limits
	f.Reasons = make([]string, len(limits))
	c.Later(func() {
		for i, l := range limits {
			f.Reasons[i] = "a limit was reached: " + l.What
			switch {
			case l.Size != nil:
				f.Reasons[i] += " of " + c.Name(l.Size)
			case l.Op != nil:
				f.Reasons[i] += " (" + l.Op.Span().String() + ")"
			}
		}
	})
}
