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
	fixed   bool    // there are no variables, and the touches have their subscripts
}

// formulaOf returns the formula of a node, made when it is first needed; nil where only an evaluation tells the accesses.
func (m *machine) formulaOf(n *node) *formula {
	if !n.tried {
		n.tried = true
		n.formula = m.p.formula(n)
	}
	return n.formula
}

// isVariable reports whether v is a variable of the formula of a node: the induction variable of a loop around.
func (n *node) isVariable(v *ir.Value) bool {
	for l := n.around; l != nil; l = l.around {
		if l.iv == v {
			return true
		}
	}
	return false
}

func (p *program) formula(n *node) *formula {
	if n.around == nil && p.fromTemplate(n) {
		return p.constant(n)
	}
	var f *analysis.Formula
	var exact bool
	if p.fromTemplate(n) {
		f, exact = n.followed, p.exactFor(n, n.deps)
	} else {
		f, exact = p.follow(n)
	}
	wanted := func(a *analysis.Access) bool { return p.matters(n, p.buffer(p.resolve(n, *a).Buffer), a.Writes()) }
	if !exact || !f.Complete(wanted) || len(f.Variables) > len(memoKey{}) {
		return nil
	}
	return p.prototype(n, f)
}

// constant is the formula of a node in no loop: its template, if that does not depend on what only running gives.
func (p *program) constant(n *node) *formula {
	if !p.exactFor(n, n.deps) {
		return nil
	}
	f := &formula{fixed: true, touches: make([]touch, 0, len(n.template))}
	for i := range n.template {
		if t := &n.template[i]; p.matters(n, t.of, t.Writes()) {
			f.touches = append(f.touches, touch{Access: t.Access, of: t.of, form: &t.Access, at: n})
		}
	}
	return f
}

// exactFor reports whether values that an evaluation asked for are the same in all runs, but for the variables.
func (p *program) exactFor(n *node, asked []*ir.Value) bool {
	return !slices.ContainsFunc(asked, func(v *ir.Value) bool {
		_, baked := p.baked[v]
		return !baked && !n.isVariable(v)
	})
}

// fromTemplate reports whether the evaluation behind the template of a node is that of its formula: in a template, a
// variable counts from the lower bound of its loop, and what nothing explains does not vary.
func (p *program) fromTemplate(n *node) bool {
	if n.kind != accessNode || slices.ContainsFunc(n.opaque, p.varies) {
		return false
	}
	for l := n.around; l != nil; l = l.around {
		if !l.lower.IsConst() || l.lower.Const != 0 {
			return false
		}
	}
	return true
}

// follow evaluates a node for its formula.
func (p *program) follow(n *node) (f *analysis.Formula, exact bool) {
	lookup := p.lookup
	p.lookup = func(v *ir.Value) (analysis.Linear, bool) {
		if n.isVariable(v) {
			return p.ev.Of(v), true
		}
		p.askBindable(v)
		return analysis.Linear{}, false
	}
	p.listen()
	f = p.ev.Follow(n.op, n.isVariable)
	p.lookup = lookup
	return f, p.exactFor(n, p.hear())
}

// prototype makes the touches of a formula, if they are the template moved.
func (p *program) prototype(n *node, f *analysis.Formula) *formula {
	out := &formula{Formula: f, touches: make([]touch, 0, len(n.template)), from: make([]int, 0, len(n.template))}
	k := 0
	for i, a := range f.Accesses {
		if a = p.resolve(n, a); a.Kind == ir.Allocate {
			continue
		}
		if k == len(n.template) || !sameShape(&a, &n.template[k].Access) {
			return nil
		}
		if t := &n.template[k]; p.matters(n, t.of, a.Writes()) {
			out.dims += len(a.Dims)
			out.touches = append(out.touches, touch{Access: a, of: t.of, form: &t.Access, at: n})
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
func (p *program) matters(n *node, of *buffer, writes bool) bool {
	return n.async || n.kind != accessNode || p.anywhere || of.value == nil || of.tracked || of.filled || of.flown && writes
}

// at returns the accesses for the numbers of the variables.
func (f *formula) at(numbers []int64) []touch {
	if f.fixed {
		return f.touches
	}
	list := slices.Clone(f.touches)
	ranges := make([]analysis.Range, f.dims)
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
	if f.fixed {
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
