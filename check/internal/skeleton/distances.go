package skeleton

import (
	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/ir"
)

// Limits of skeletons for a look by distances.
const (
	fewNumbered   = 64 // loops of constant bounds with no more have the numbers of their iterations
	maxTestPeriod = 64 // of conditions that are followed; others are taken both ways
)

// MayProve reports whether the look is for a skeleton: blocks with branches are not executed by iterations.
func (p *Program) MayProve() bool { return !holds(p.Root, GraphNode, CutNode) }

// accesses evaluates an operation for its template. In a look by distances, sizes and what only running gives
// are symbols.
func (p *Program) accesses(op *ir.Op) []analysis.Access {
	if !p.Look.Distances {
		return p.Ev.Accesses(op)
	}
	lookup := p.Lookup
	p.free, p.Lookup = true, func(v *ir.Value) (analysis.Linear, bool) { return p.Ev.Of(v), p.bindable[v] }
	list := p.Ev.Accesses(op)
	p.free, p.Lookup = false, lookup
	return list
}

// IsFixed reports whether an access touches the same elements in all iterations.
func (p *Program) IsFixed(a *analysis.Access) bool {
	fixed := true
	for i := range a.Dims {
		Symbols(a.Dims[i].Base, func(s *analysis.Symbol) {
			fixed = fixed && s.Value != nil && !p.bindable[s.Value] && !p.Varies(s.Value)
		})
	}
	return fixed
}

// Meeting returns a question without conditions.
func (p *Program) Meeting() *analysis.Meeting {
	return &analysis.Meeting{Evaluator: p.Ev, Canonical: p.canonical,
		Invariant: func(v *ir.Value) bool { return !p.bindable[v] && !p.Varies(v) }}
}

// Passed returns what the calls of a frame pass for an argument of a function, nil if that cannot be said.
func (f *frame) Passed(v *ir.Value) *ir.Value {
	if !v.IsArgument() {
		return nil
	}
	fn := v.Owner().ParentOp()
	var found *ir.Value
	for ; f != nil; f = f.Up {
		if f.Fn != fn || f.Call == nil {
			continue
		}
		if found != nil {
			return nil // of which activation?
		}
		found = f.Call.Operand(v.Index())
	}
	return found
}

// Placed is a pattern with its node.
type Placed struct {
	*pattern
	At *Node
}

// Patterns returns what a node, with all in it, accesses.
func (n *Node) Patterns(list []Placed) []Placed {
	for i := range n.Template {
		list = append(list, Placed{&n.Template[i], n})
	}
	for nodes := range n.parts {
		for _, inner := range nodes {
			list = inner.Patterns(list)
		}
	}
	return list
}
