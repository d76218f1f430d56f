package machine

import (
	"github.com/inflight-compiler/inflight/check/internal/skeleton"
)

// formulaOf returns the formula of a node, made on first use. It is nil if only an evaluation gives the
// accesses.
func (m *Machine) formulaOf(n *skeleton.Node) *skeleton.Formula {
	if !n.Tried {
		n.Tried = true
		n.Formula = m.P.Formula(n)
	}
	return n.Formula
}

// numbers returns the values of a formula's variables, false if one is no number now.
func (m *Machine) numbers(f *skeleton.Formula) (k skeleton.MemoKey, ok bool) {
	if f.Fixed {
		return k, true
	}
	for i, v := range f.Variables {
		l, bound := m.bound[v]
		if !bound || !l.IsConst() || l.Const < 0 {
			return k, false
		}
		k[i] = l.Const
	}
	return k, true
}
