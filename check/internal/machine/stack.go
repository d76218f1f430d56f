package machine

import (
	"slices"

	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/check/internal/skeleton"
	"github.com/inflight-compiler/inflight/ir"
)

// release ends the life of stack memory: nothing in flight may touch it any more.
func (m *Machine) release(n *skeleton.Node, s *State) {
	for _, a := range n.Stack {
		m.cur = s
		m.judgeAll(s, freeing(a), nil)
		if m.stop {
			return
		}
	}
}

// returned takes away what the caller of the function waits for, which may not touch the memory that the
// function releases. What else is in flight is reported as such.
func (m *Machine) returned(s *State) {
	if len(m.P.Rest) == 0 {
		m.returnTokens(s)
		return
	}
	before := slices.Clone(s.flying())
	m.returnTokens(s)
	for _, f := range before {
		for _, a := range m.P.Rest {
			if m.stop || slices.Contains(s.flying(), f) {
				break
			}
			m.judge(s, f, freeing(a))
		}
	}
}

// freeing returns the end of the memory that a node takes.
func freeing(a *skeleton.Node) *skeleton.Touch {
	return &skeleton.Touch{Access: analysis.Access{Op: a.Op, Kind: ir.Free, Buffer: a.Op.Result(0)},
		Of: a.Makes, At: a}
}
