package skeleton

import (
	"slices"

	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/ir"
)

// Formula is what a node accesses as a function of the loops around it, so that an iteration costs a little
// arithmetic and not an evaluation of the operation.
type Formula struct {
	*analysis.Formula
	touches []Touch // without subscripts
	from    []int   // the accesses that they come from
	dims    int     // of all touches together
	Fixed   bool    // there are no variables, and the touches have their subscripts
}

// isVariable reports whether v is a variable of the formula of a node: the induction variable of a loop
// around.
func (n *Node) isVariable(v *ir.Value) bool {
	for l := n.Around; l != nil; l = l.Around {
		if l.Iv == v {
			return true
		}
	}
	return false
}

// Formula returns the formula of a node, or nil where only an evaluation tells the accesses.
func (p *Program) Formula(n *Node) *Formula {
	if n.Around == nil && p.fromTemplate(n) {
		return p.constant(n)
	}
	var f *analysis.Formula
	var exact bool
	if p.fromTemplate(n) {
		f, exact = n.followed, p.exactFor(n, n.Deps)
	} else {
		f, exact = p.follow(n)
	}
	wanted := func(a *analysis.Access) bool {
		return p.Matters(n, p.Buffer(p.Resolve(n, *a).Buffer), a.Writes())
	}
	if !exact || !f.Complete(wanted) || len(f.Variables) > len(MemoKey{}) {
		return nil
	}
	return p.prototype(n, f)
}

// constant is the formula of a node in no loop: its template, if that does not depend on what only running
// gives.
func (p *Program) constant(n *Node) *Formula {
	if !p.exactFor(n, n.Deps) {
		return nil
	}
	f := &Formula{Fixed: true, touches: make([]Touch, 0, len(n.Template))}
	for i := range n.Template {
		if t := &n.Template[i]; p.Matters(n, t.Of, t.Writes()) {
			f.touches = append(f.touches, Touch{Access: t.Access, Of: t.Of, Form: &t.Access, At: n})
		}
	}
	return f
}

// exactFor reports whether values that an evaluation asked for are the same in all runs, but for the
// variables.
func (p *Program) exactFor(n *Node, asked []*ir.Value) bool {
	return !slices.ContainsFunc(asked, func(v *ir.Value) bool {
		_, baked := p.baked[v]
		return !baked && !n.isVariable(v)
	})
}

// fromTemplate reports whether the evaluation behind the template of a node is that of its formula: in a
// template, a variable counts from the lower bound of its loop, and what nothing explains does not vary.
func (p *Program) fromTemplate(n *Node) bool {
	if n.Kind != AccessNode || slices.ContainsFunc(n.opaque, p.Varies) {
		return false
	}
	for l := n.Around; l != nil; l = l.Around {
		if !l.Lower.IsConst() || l.Lower.Const != 0 {
			return false
		}
	}
	return true
}

// follow evaluates a node for its formula.
func (p *Program) follow(n *Node) (f *analysis.Formula, exact bool) {
	lookup := p.Lookup
	p.Lookup = func(v *ir.Value) (analysis.Linear, bool) {
		if n.isVariable(v) {
			return p.Ev.Of(v), true
		}
		p.AskBindable(v)
		return analysis.Linear{}, false
	}
	p.Listen()
	f = p.Ev.Follow(n.Op, n.isVariable)
	p.Lookup = lookup
	return f, p.exactFor(n, p.Hear())
}

// prototype makes the touches of a formula, if they are the template moved.
func (p *Program) prototype(n *Node, f *analysis.Formula) *Formula {
	out := &Formula{Formula: f, touches: make([]Touch, 0, len(n.Template)),
		from: make([]int, 0, len(n.Template))}
	k := 0
	for i, a := range f.Accesses {
		if a = p.Resolve(n, a); a.Kind == ir.Allocate {
			continue
		}
		if k == len(n.Template) || !SameShape(&a, &n.Template[k].Access) {
			return nil
		}
		if t := &n.Template[k]; p.Matters(n, t.Of, a.Writes()) {
			out.dims += len(a.Dims)
			out.touches = append(out.touches, Touch{Access: a, Of: t.Of, Form: &t.Access, At: n})
			out.from = append(out.from, i)
		}
		k++
	}
	if k < len(n.Template) {
		return nil
	}
	return out
}

// Matters reports whether an access of a node can conflict with an asynchronous operation or counts for
// versions. Those of asynchronous operations do in any case.
func (p *Program) Matters(n *Node, of *Buffer, writes bool) bool {
	return n.Async || n.Kind != AccessNode || p.anywhere || of.Value == nil || of.Tracked || of.filled ||
		of.flown && writes
}

// At returns the accesses for the numbers of the variables.
func (f *Formula) At(numbers []int64) []Touch {
	if f.Fixed {
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
