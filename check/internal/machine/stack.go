package machine

import (
	"slices"

	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/check/internal/skeleton"
	"github.com/inflight-compiler/inflight/ir"
)

// release frees memory on the stack: no operation in flight may access it.
func (m *Machine) release(n *skeleton.Node, s *State) {
	for _, a := range n.Stack {
		m.cur = s
		m.judgeAll(s, freeing(a), nil)
		if m.stop {
			return
		}
	}
}

// returned completes the operations that the caller of the function waits for. These must not access memory
// that the function frees. Other operations in flight are reported by atReturn.
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

// freeing returns the access that frees the memory which a node allocates.
func freeing(a *skeleton.Node) *skeleton.Touch {
	return &skeleton.Touch{Access: analysis.Access{Op: a.Op, Kind: ir.Free, Buffer: a.Op.Result(0)},
		Of: a.Makes, At: a}
}
