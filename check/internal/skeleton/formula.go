package skeleton

import (
	"slices"

	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/ir"
)

// Formula gives the accesses of a node as a function of the induction variables around it. So an iteration
// needs a little arithmetic, and no evaluation of the operation.
type Formula struct {
	*analysis.Formula
	touches []Touch // without subscripts
	from    []int   // the index of the access that each touch comes from
	dims    int     // number of dimensions of all touches together
	Fixed   bool    // there are no variables: the touches have their final subscripts
}

// isVariable reports whether v is a variable of the node's formula: the induction variable of a loop around
// the node.
func (n *Node) isVariable(v *ir.Value) bool {
	for l := n.Around; l != nil; l = l.Around {
		if l.Iv == v {
			return true
		}
	}
	return false
}

// Formula returns the formula of a node, or nil if the accesses can only be found by evaluating the
// operation.
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

// constant returns the formula of a node that is in no loop: its template. It returns nil if the template
// depends on values that are known only while the skeleton runs.
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

// exactFor reports whether the values that an evaluation asked for are the same in all runs, except for the
// variables.
func (p *Program) exactFor(n *Node, asked []*ir.Value) bool {
	return !slices.ContainsFunc(asked, func(v *ir.Value) bool {
		_, baked := p.baked[v]
		return !baked && !n.isVariable(v)
	})
}

// fromTemplate reports whether the evaluation for the template of a node is also the one for its formula. In
// a template a variable counts from the lower bound of its loop, and values without a known definition count
// as invariant.
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
	defer p.within(n.Frame)()
	f = p.Ev.Follow(n.Op, n.isVariable)
	p.Lookup = lookup
	return f, p.exactFor(n, p.Hear())
}

// prototype makes the touches of a formula. It returns nil if they are not the accesses of the template with
// other subscripts.
func (p *Program) prototype(n *Node, f *analysis.Formula) *Formula {
	out := &Formula{Formula: f, touches: make([]Touch, 0, len(n.Template)),
		from: make([]int, 0, len(n.Template))}
	k := 0
	for i, a := range f.Accesses {
		within := a.Buffer
		if a = p.Resolve(n, a); a.Kind == ir.Allocate {
			continue
		}
		if n.Frame.seesPart(within) {
			return nil // a formula has the subscripts within the part
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

// Matters reports whether an access of a node can conflict with an asynchronous operation, or counts for the
// versions of a buffer. Accesses of asynchronous operations always matter.
func (p *Program) Matters(n *Node, of *Buffer, writes bool) bool {
	return n.Async || n.Kind != AccessNode || p.anywhere || of.Value == nil || of.Tracked || of.filled ||
		of.flown && writes
}

// At returns the accesses for given values of the variables.
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

// seesPart reports whether a parameter stands for a part of a buffer whose place is known.
func (f *frame) seesPart(param *ir.Value) bool {
	for ; f != nil; f = f.Up {
		ref, ok := f.buffers[param]
		if ref.view != nil {
			return true
		}
		if !ok {
			return false
		}
		param = ref.root
	}
	return false
}
