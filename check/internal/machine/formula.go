package machine

import (
	"github.com/inflight-compiler/inflight/check/internal/skeleton"
)

// formulaOf returns the formula of a node, made when it is first needed; nil where only an evaluation tells
// the accesses.
func (m *Machine) formulaOf(n *skeleton.Node) *skeleton.Formula {
	if !n.Tried {
		n.Tried = true
		n.Formula = m.P.Formula(n)
	}
	return n.Formula
}

// numbers gives the values of the variables of a formula, if they are numbers now.
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
