package pass

import (
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ir"
)

// ForEachUnit calls f for the number of each unit (see ir.Units), in parallel. Each goroutine has a state of
// its own, which begin makes, with an arena for the operations that the goroutine makes. f changes its unit
// and nothing around it. ForEachUnit returns the states, and the errors of all units in their order. An error
// in one unit does not stop the work on others.
func ForEachUnit[S any](units []*ir.Op, begin func(*ir.Arena) S, f func(state S, i int) error) ([]S, error) {
	errs := make([]error, len(units))
	states := ir.ForEachWith(len(units), func() S { return begin(&ir.Arena{}) }, func(state S, i int) {
		errs[i] = f(state, i)
	})
	var all diag.List
	for _, err := range errs {
		all.Add(diag.FromError(err)...)
	}
	return states, all.Err()
}
