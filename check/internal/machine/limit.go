package machine

import (
	"fmt"
	"slices"

	"github.com/inflight-compiler/inflight/ir"
)

// Limit is a reason why the check of a function is not complete.
type Limit struct {
	What string
	Op   *ir.Op    // the place, nil for the function as a whole
	Size *ir.Value // the size that caused it, nil if none did
}

// cutShort records that a run did not follow the operation op to the end, or some operation if op is nil.
func (m *Machine) cutShort(op *ir.Op, format string, args ...any) {
	m.Limits = Noted(m.Limits, Limit{fmt.Sprintf(format, args...), op, nil})
}

// Noted returns the limits with l added, unless l is among them.
func Noted(list []Limit, l Limit) []Limit {
	if slices.Contains(list, l) {
		return list
	}
	return append(list, l)
}
