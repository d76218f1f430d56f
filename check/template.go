package check

import (
	"slices"

	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/ir"
)

// pattern is an access of a template, with its buffer.
type pattern struct {
	analysis.Access
	of *buffer
}

// fill makes accesses that were just evaluated the template of a node, with what they depend on.
func (p *program) fill(n *node, list []analysis.Access) {
	n.accessing = &accessing{deps: slices.Clone(p.hear()), opaque: slices.Clone(p.heard.opaque)}
	n.template = make([]pattern, 0, len(list))
	for _, a := range list {
		if a = p.resolve(n, a); a.Kind != ir.Allocate {
			of := p.buffer(a.Buffer)
			n.template = append(n.template, pattern{a, of})
			of.changed = of.changed || a.Writes()
			p.note(n, of, &a)
		}
	}
}

// noteOpaque notes a value that nothing explains. In templates it is a symbol, whether it varies or not.
func (p *program) noteOpaque(v *ir.Value) (invariant bool) {
	if p.heard.on {
		p.heard.opaque = append(p.heard.opaque, v)
	}
	return true
}

// resolve replaces a parameter by the buffer that the call passes for it.
func (p *program) resolve(n *node, a analysis.Access) analysis.Access {
	for f := n.frame; f != nil && a.Buffer != nil; f = f.up {
		ref, ok := f.buffers[a.Buffer]
		if !ok {
			break
		}
		a.Buffer = ref.root
		if ref.part || ref.root == nil {
			a.Dims, a.Lattice = nil, nil
		}
	}
	if p.isRotating(a.Buffer) {
		a.Buffer, a.Dims, a.Lattice = nil, nil, nil
	}
	return a
}

// note records how a node uses a buffer.
func (p *program) note(n *node, of *buffer, a *analysis.Access) {
	if n.async || n.kind == asyncNode {
		of.flown, of.filled = true, of.filled || a.Writes()
		p.anywhere = p.anywhere || a.Buffer == nil
	}
	if a.Buffer == nil || a.Kind == ir.Free {
		return
	}
	if !of.seen {
		p.order = append(p.order, of)
		def := a.Buffer.DefiningOp()
		of.tracked = def != nil && allocates(def)
	}
	of.note(a)
}

// isRead reports whether nothing changes a buffer, so that it makes no difference which of its elements are
// read.
func (p *program) isRead(of *buffer) bool {
	any := p.buffers[nil]
	return of.value != nil && !of.changed && (any == nil || !any.changed)
}

// heat marks the nodes that may conflict with an asynchronous operation.
func (p *program) heat() {
	for _, n := range p.nodes {
		n.hot = n.kind != accessNode || p.anywhere
		for i := range n.template {
			n.hot = n.hot || n.template[i].Buffer == nil || n.template[i].of.flown
		}
	}
}

// prune drops nodes that neither conflict with anything nor count for versions.
func (p *program) prune(nodes []*node) []*node {
	return slices.DeleteFunc(nodes, func(n *node) bool {
		n.body = p.prune(n.body)
		keep := n.hot
		if n.graph != nil {
			for _, b := range n.basics {
				b.nodes = p.prune(b.nodes)
			}
		}
		if n.choice != nil {
			for i, b := range n.branches {
				n.branches[i] = p.prune(b)
				n.sync = n.sync || len(n.branches[i]) > 0
			}
			keep = n.sync || n.test.results
		}
		return !keep && !slices.ContainsFunc(n.template, func(a pattern) bool { return a.of.tracked })
	})
}
