package check

import (
	"context"

	"github.com/inflight-compiler/inflight/ir"
)

// Proven reports whether a look by distances alone shows that no function of a module has a hazard.
func Proven(m *ir.Op) bool {
	calls := newCalls()
	for op := range m.Walk() {
		if !isFunction(op) {
			continue
		}
		c := newChecker(context.Background(), Options{}, calls)
		if c.syncs(op) && (c.unfollowed(op) != "" || !c.proven(op, c.members(op), nil, 0)) {
			return false
		}
	}
	return true
}
