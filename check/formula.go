package check

import (
	"slices"

	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/ir"
)

// formula is what a node accesses as a function of the loops around it, so that an iteration costs a little arithmetic
// and not an evaluation of the operation.
type formula struct {
	*analysis.Formula
	touches []touch // without subscripts
	from    []int   // the accesses that they come from
	dims    int     // of all touches together
}

// formulaOf returns the formula of a node, made when it is first needed; nil where only an evaluation tells the accesses.
func (m *machine) formulaOf(n *node) *formula {
	if !n.tried {
		n.tried = true
		n.formula = m.p.formula(n)
	}
	return n.formula
}

func (p *program) formula(n *node) *formula {
	exact, lookup := true, p.lookup
	isVariable := func(v *ir.Value) bool {
		return slices.ContainsFunc(n.loops, func(l *node) bool { return l.iv == v })
	}
	p.asked = func(v *ir.Value) {
		if _, baked := p.baked[v]; !baked && !isVariable(v) {
			exact = false // it has another value another time
		}
	}
	p.lookup = func(v *ir.Value) (analysis.Linear, bool) {
		if isVariable(v) {
			return p.ev.Of(v), true
		}
		if p.bindable[v] {
			p.asked(v)
		}
		return analysis.Linear{}, false
	}
	f, ok := p.ev.Formula(n.op, isVariable, func(a *analysis.Access) bool { return p.matters(n, p.resolve(n, *a).Buffer, a.Writes()) })
	p.asked, p.lookup = nil, lookup
	if !ok || !exact || len(f.Variables) > len(memoKey{}) {
		return nil
	}
	return p.prototype(n, f)
}

// prototype makes the touches of a formula, if they are the template moved.
func (p *program) prototype(n *node, f *analysis.Formula) *formula {
	out, k := &formula{Formula: f}, 0
	for i, a := range f.Accesses {
		if a = p.resolve(n, a); a.Kind == ir.Allocate {
			continue
		}
		if k == len(n.template) || !sameShape(&a, &n.template[k]) {
			return nil
		}
		if p.matters(n, a.Buffer, a.Writes()) {
			out.dims += len(a.Dims)
			out.touches = append(out.touches, touch{Access: a, at: n, form: &n.template[k], buffer: p.allocs[a.Buffer]})
			out.from = append(out.from, i)
		}
		k++
	}
	if k < len(n.template) {
		return nil
	}
	return out
}

// matters reports whether an access of a node can conflict with an asynchronous operation or counts for versions. Those
// of asynchronous operations do in any case.
func (p *program) matters(n *node, buffer *ir.Value, writes bool) bool {
	wrote, touched := p.asynchronous[buffer]
	return n.async || n.kind != accessNode || p.anywhere || buffer == nil || p.tracked[buffer] || wrote || touched && writes
}

// at returns the accesses for the numbers of the variables, in memory of the run.
func (f *formula) at(mem *arena, numbers []int64) []touch {
	list := mem.touches.copied(f.touches)
	ranges := mem.ranges.take(f.dims)
	for i := range list {
		t := &list[i]
		if n := len(t.Dims); n > 0 {
			dims := ranges[:n:n]
			ranges = ranges[n:]
			f.Put(f.from[i], numbers, dims)
			t.Dims = dims
		}
	}
	return list
}

// numbers gives the values of the variables of a formula, if they are numbers now.
func (m *machine) numbers(f *formula) (k memoKey, ok bool) {
	for i, v := range f.Variables {
		l, bound := m.bound[v]
		if !bound || !l.IsConst() || l.Const < 0 {
			return k, false
		}
		k[i] = l.Const
	}
	return k, true
}
