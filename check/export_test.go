package check

import (
	"context"

	"github.com/inflight-compiler/inflight/check/internal/source"
	"github.com/inflight-compiler/inflight/ir"
)

// Proven reports whether a look by distances alone shows that no function of a module has a hazard.
func Proven(m *ir.Op) bool {
	calls := source.NewCalls()
	for op := range m.Walk() {
		if !source.IsFunction(op) {
			continue
		}
		c := newChecker(context.Background(), Options{}, calls)
		if c.Syncs(op) && (c.unfollowed(op) != "" || !c.proven(op, c.members(op), nil, 0)) {
			return false
		}
	}
	return true
}
