package check

import (
	"fmt"

	"github.com/inflight-compiler/inflight/check/internal/source"
	"github.com/inflight-compiler/inflight/ir"
)

// leftOut returns a reason if the function, or a function that it calls, orders tasks in a way that the judge
// does not follow; otherwise "".
func (c *checker) leftOut(fn *ir.Op, seen map[*ir.Op]bool) string {
	if c.Calls.Follows || seen[fn] {
		return ""
	}
	seen[fn] = true
	for op := range fn.Walk() {
		if source.LeavesOut(op) {
			return notProven(op)
		}
		if callee := c.Callee(op); callee != nil {
			if why := c.leftOut(callee, seen); why != "" {
				return why
			}
		}
	}
	return ""
}

func notProven(op *ir.Op) string {
	return fmt.Sprintf("what '%s' orders is not proven: inflight sim finds the races of single executions",
		op.Name())
}

// without reduces a verdict to those parts that hold whatever the order between tasks is that the judge does
// not follow.
func (f *FuncReport) without(why string) *FuncReport {
	if len(f.Hazards) > 0 {
		return &FuncReport{Name: f.Name, Op: f.Op, Reasons: []string{why}, Deadlocks: f.Deadlocks}
	}
	for i := range f.Waits {
		if w := &f.Waits[i]; w.Verdict == Needed || w.Verdict == TooWeak {
			w.Verdict, w.Slack = Unjudged, 0
		}
	}
	f.Equal = nil // that order may order these writes
	return f
}
