package machine

import (
	"fmt"
	"slices"

	"github.com/inflight-compiler/inflight/ir"
)

// Limit is why a function was not followed to the end.
type Limit struct {
	What string
	Op   *ir.Op    // where, nil for the function as a whole
	Size *ir.Value // the size that was in the way, nil if none was
}

// cutShort notes that a run did not follow something to the end: at op, or anywhere if that is nil.
func (m *Machine) cutShort(op *ir.Op, format string, args ...any) {
	m.Limits = Noted(m.Limits, Limit{fmt.Sprintf(format, args...), op, nil})
}

// Noted returns the limits with one more, if that says anything new.
func Noted(list []Limit, l Limit) []Limit {
	if slices.Contains(list, l) {
		return list
	}
	return append(list, l)
}
