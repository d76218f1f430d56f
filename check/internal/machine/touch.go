package machine

import (
	"math"
	"slices"

	"github.com/inflight-compiler/inflight/check/internal/skeleton"
	"github.com/inflight-compiler/inflight/ir"
)

// touches returns the accesses of a node, evaluated once for equal values of the values that they depend on.
func (m *Machine) touches(n *skeleton.Node) []skeleton.Touch {
	if m.c.Distances != nil {
		return m.touchesByDistances(n)
	}
	if f := m.formulaOf(n); f != nil {
		if k, ok := m.numbers(f); ok {
			return f.At(k[:])
		}
	}
	k, ok := m.keyOf(n)
	if ok {
		if list, found := n.Memo[k]; found {
			return list
		}
	}
	m.P.Listen()
	list := m.evaluate(n)
	if m.depend(n, m.P.Hear()) {
		clear(n.Memo)
		k, ok = m.keyOf(n)
	}
	if ok {
		if n.Memo == nil {
			n.Memo = map[skeleton.MemoKey][]skeleton.Touch{}
		}
		n.Memo[k] = list
	}
	return list
}

// depend adds values to those that the accesses of a node depend on, and reports whether any is new.
func (m *Machine) depend(n *skeleton.Node, on []*ir.Value) bool {
	known := len(n.Deps)
	for _, v := range on {
		if !slices.Contains(n.Deps, v) {
			n.Deps = append(n.Deps, v)
		}
	}
	return len(n.Deps) > known
}

func (m *Machine) keyOf(n *skeleton.Node) (k skeleton.MemoKey, ok bool) {
	if len(n.Deps) > len(k) {
		return k, false
	}
	for i, v := range n.Deps {
		l, bound := m.bound[v]
		if !bound {
			l, bound = m.cur.values[v]
		}
		if !bound {
			l.Const, bound = m.P.Fixed[v]
		}
		if !bound {
			l.Const = math.MinInt64
		}
		if !l.IsConst() {
			return k, false
		}
		k[i] = l.Const
	}
	return k, true
}

// evaluate computes the current accesses of a node. If they are not those of the template with moved
// subscripts, the loops around the node are not regular.
func (m *Machine) evaluate(n *skeleton.Node) []skeleton.Touch {
	var list []skeleton.Touch
	for _, a := range m.P.Evaluate(n) {
		if a = m.P.Resolve(n, a); a.Kind != ir.Allocate {
			list = append(list, skeleton.Touch{Access: a, Of: m.P.Buffer(a.Buffer), At: n})
		}
	}
	same := len(list) == len(n.Template)
	for i := range list {
		if same = same && skeleton.SameShape(&list[i].Access, &n.Template[i].Access); same {
			list[i].Form = &n.Template[i].Access
		}
	}
	if !same {
		for loop := n.Around; loop != nil; loop = loop.Around {
			loop.Shape.Regular = false
		}
	}
	return list
}
