package skeleton

import (
	"slices"

	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/check/internal/source"
	"github.com/inflight-compiler/inflight/ir"
)

// pattern is an access of a template and its buffer.
type pattern struct {
	analysis.Access
	Of *Buffer
}

// fill makes the accesses of the last evaluation the template of a node, and keeps the values that they
// depend on.
func (p *Program) fill(n *Node, list []analysis.Access) {
	n.accessing = &accessing{Deps: slices.Clone(p.Hear()), opaque: slices.Clone(p.heard.opaque)}
	n.Template = make([]pattern, 0, len(list))
	for _, a := range list {
		if a = p.Resolve(n, a); a.Kind != ir.Allocate {
			of := p.Buffer(a.Buffer)
			n.Template = append(n.Template, pattern{a, of})
			of.changed = of.changed || a.Writes()
			p.note(n, of, &a)
		}
	}
}

// noteOpaque records a value without a known definition. In templates it is a symbol, whether it varies or
// not.
func (p *Program) noteOpaque(v *ir.Value) (invariant bool) {
	if p.heard.on {
		p.heard.opaque = append(p.heard.opaque, v)
	}
	return true
}

// Resolve replaces a parameter by the buffer that the call passes for it. The subscripts become those of the
// buffer if the call passes a part of it whose place is known; the access loses them if it passes another
// part.
func (p *Program) Resolve(n *Node, a analysis.Access) analysis.Access {
	defer p.within(n.Frame)()
	for f := n.Frame; f != nil && a.Buffer != nil; {
		ref, ok := f.buffers[a.Buffer]
		if v := n.Frame.stands[a.Buffer]; v != nil {
			ref = bufferRef{root: p.Ev.Root(v), part: source.IsPart(v)}
		} else if f = f.Up; !ok {
			break
		}
		if ref.view != nil && ref.root != nil {
			if moved := p.Ev.Through(ref.view, a); moved.Buffer == ref.root {
				a = moved
				continue
			}
		}
		a.Buffer = ref.root
		if ref.part || ref.root == nil {
			a.Dims, a.Lattice = nil, nil
		}
	}
	if a.Buffer != nil && p.isName(a.Buffer) {
		a.Buffer, a.Dims, a.Lattice = nil, nil, nil
	}
	return a
}

// note records how a node uses a buffer.
func (p *Program) note(n *Node, of *Buffer, a *analysis.Access) {
	if n.Async || n.Kind == AsyncNode {
		of.flown, of.filled = true, of.filled || a.Writes()
		p.anywhere = p.anywhere || a.Buffer == nil
	}
	if a.Buffer == nil || a.Kind == ir.Free {
		return
	}
	if !of.seen {
		p.Order = append(p.Order, of)
		def := a.Buffer.DefiningOp()
		of.Tracked = def != nil && source.Allocates(def)
	}
	of.note(a)
}

// isRead reports whether no operation changes a buffer. Then it does not matter which of its elements are
// read.
func (p *Program) isRead(of *Buffer) bool {
	any := p.buffers[nil]
	return of.Value != nil && !of.changed && (any == nil || !any.changed)
}

// heat marks the nodes that may conflict with an asynchronous operation.
func (p *Program) heat() {
	for _, n := range p.Nodes {
		n.Hot = n.Kind != AccessNode || p.anywhere
		for i := range n.Template {
			n.Hot = n.Hot || n.Template[i].Buffer == nil || n.Template[i].Of.flown
		}
	}
}

// prune removes nodes that neither conflict with an asynchronous operation nor count for versions.
func (p *Program) prune(nodes []*Node) []*Node {
	return slices.DeleteFunc(nodes, func(n *Node) bool {
		n.Body = p.prune(n.Body)
		keep := n.Hot
		if n.graph != nil {
			for _, b := range n.Basics {
				b.Nodes = p.prune(b.Nodes)
			}
		}
		if n.choice != nil {
			for i, b := range n.Branches {
				n.Branches[i] = p.prune(b)
				n.Sync = n.Sync || len(n.Branches[i]) > 0
			}
			keep = n.Sync || n.Test.Results || p.hands(n)
		}
		return !keep && !slices.ContainsFunc(n.Template, func(a pattern) bool { return a.Of.Tracked })
	})
}
