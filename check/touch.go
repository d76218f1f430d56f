package check

import (
	"math"
	"slices"

	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/ir"
)

// memoKey holds the values that the accesses of a node depend on.
type memoKey [6]int64

// touches evaluates the accesses of a node, once for all equal values of what they depend on.
func (m *machine) touches(n *node) []touch {
	if m.c.distances != nil {
		return m.touchesByDistances(n)
	}
	if f := m.formulaOf(n); f != nil {
		if k, ok := m.numbers(f); ok {
			return f.at(k[:])
		}
	}
	k, ok := m.keyOf(n)
	if ok {
		if list, found := n.memo[k]; found {
			return list
		}
	}
	m.p.listen()
	list := m.evaluate(n)
	if m.depend(n, m.p.hear()) {
		clear(n.memo)
		k, ok = m.keyOf(n)
	}
	if ok {
		if n.memo == nil {
			n.memo = map[memoKey][]touch{}
		}
		n.memo[k] = list
	}
	return list
}

// depend adds to what the accesses of a node depend on, and reports whether there is anything new.
func (m *machine) depend(n *node, on []*ir.Value) bool {
	known := len(n.deps)
	for _, v := range on {
		if !slices.Contains(n.deps, v) {
			n.deps = append(n.deps, v)
		}
	}
	return len(n.deps) > known
}

func (m *machine) keyOf(n *node) (k memoKey, ok bool) {
	if len(n.deps) > len(k) {
		return k, false
	}
	for i, v := range n.deps {
		l, bound := m.bound[v]
		if !bound {
			l, bound = m.cur.values[v]
		}
		if !bound {
			l.Const, bound = m.p.fixed[v]
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

// evaluate computes the accesses of a node now. Where they are not the template moved, the loops around are irregular.
func (m *machine) evaluate(n *node) []touch {
	var list []touch
	for _, a := range m.p.ev.Accesses(n.op) {
		if a = m.p.resolve(n, a); a.Kind != ir.Allocate {
			list = append(list, touch{Access: a, of: m.p.buffer(a.Buffer), at: n})
		}
	}
	same := len(list) == len(n.template)
	for i := range list {
		if same = same && sameShape(&list[i].Access, &n.template[i].Access); same {
			list[i].form = &n.template[i].Access
		}
	}
	if !same {
		for loop := n.around; loop != nil; loop = loop.around {
			loop.shape.regular = false
		}
	}
	return list
}

// sameShape reports whether a is t with values put in; a range may be wider.
func sameShape(a, t *analysis.Access) bool {
	if a.Op != t.Op || a.Kind != t.Kind || a.Buffer != t.Buffer {
		return false
	}
	if a.Dims == nil {
		return true
	}
	if len(a.Dims) != len(t.Dims) {
		return false
	}
	for i := range a.Dims {
		r, s := &a.Dims[i], &t.Dims[i]
		if !r.Full && (s.Full || r.Lo != s.Lo || r.Hi != s.Hi || r.Step != s.Step) {
			return false
		}
	}
	return a.Lattice == nil || a.Lattice.Equal(t.Lattice)
}
