package skeleton

import (
	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/ir"
)

// Limits of skeletons for a look by distances, which compares accesses by the number of iterations between
// them.
const (
	fewNumbered   = 64 // loops with constant bounds and at most so many iterations are executed
	maxTestPeriod = 64 // longest period of a condition that is evaluated; others take both branches
)

// MayProve reports whether a look by distances can prove the skeleton. It cannot if there are blocks with
// branches, because these have no iterations.
func (p *Program) MayProve() bool { return !holds(p.Root, GraphNode, CutNode) }

// accesses evaluates the accesses of an operation for its template. In a look by distances, sizes and values
// that are known only while the skeleton runs are symbols.
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

// IsFixed reports whether an access has the same elements in all iterations.
func (p *Program) IsFixed(a *analysis.Access) bool {
	fixed := true
	for i := range a.Dims {
		Symbols(a.Dims[i].Base, func(s *analysis.Symbol) {
			fixed = fixed && s.Value != nil && !p.bindable[s.Value] && !p.Varies(s.Value)
		})
	}
	return fixed
}

// Meeting returns the question whether two accesses meet, without conditions yet.
func (p *Program) Meeting() *analysis.Meeting {
	return &analysis.Meeting{Evaluator: p.Ev, Canonical: p.canonical,
		Invariant: func(v *ir.Value) bool { return !p.bindable[v] && !p.Varies(v) }}
}

// Passed returns the value that calls pass for a parameter of a function. It returns nil if several
// activations of the function pass one.
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
			return nil // several activations have the parameter
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

// Patterns returns the accesses of a node and of all nodes in it.
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
