package check

import (
	"slices"

	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/ir"
)

// slots says how the leading dimension of a buffer is used.
type slots struct {
	seen   bool
	first  analysis.Linear
	single bool // every access has one leading subscript
	many   bool // not always the same one
}

// fill makes accesses that were just evaluated the template of a node, with what they depend on.
func (p *program) fill(n *node, list []analysis.Access) {
	n.accessing = p.mem.accessing.one()
	n.deps, n.opaque = p.mem.values.copied(p.hear()), p.mem.values.copied(p.heard.opaque)
	n.template = p.mem.accesses.take(len(list))[:0]
	for _, a := range list {
		if a = p.resolve(n, a); a.Kind != ir.Allocate {
			n.template = append(n.template, a)
			p.note(&a)
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
			a.Dims = nil
		}
	}
	return a
}

// note records how a buffer is used.
func (p *program) note(a *analysis.Access) {
	if a.Buffer == nil || a.Kind == ir.Free {
		return
	}
	s := p.slots[a.Buffer]
	if !s.seen {
		p.order = append(p.order, a.Buffer)
		s.single = true
	}
	if len(a.Dims) == 0 || a.Dims[0].Full || a.Dims[0].Lo != a.Dims[0].Hi {
		s.single = false
	} else {
		at := a.Dims[0].Base.AddConst(a.Dims[0].Lo)
		if !s.seen {
			s.first = at
		}
		s.many = s.many || !at.IsConst() || !at.Equal(s.first)
	}
	s.seen = true
	p.slots[a.Buffer] = s
}

// chooseTracked picks the buffers whose versions are counted: those that the function allocates.
func (p *program) chooseTracked() {
	for v := range p.slots {
		if op := v.DefiningOp(); op != nil && allocates(op) {
			p.tracked[v] = true
		}
	}
}

// heat marks the nodes that may conflict with an asynchronous operation.
func (p *program) heat() {
	p.asynchronous = map[*ir.Value]bool{}
	for _, n := range p.nodes {
		if n.async || n.kind == asyncNode {
			for i := range n.template {
				a := &n.template[i]
				p.asynchronous[a.Buffer] = p.asynchronous[a.Buffer] || a.Writes()
				p.anywhere = p.anywhere || a.Buffer == nil
			}
		}
	}
	for _, n := range p.nodes {
		n.hot = n.kind != accessNode || p.anywhere
		for i := range n.template {
			_, touched := p.asynchronous[n.template[i].Buffer]
			n.hot = n.hot || n.template[i].Buffer == nil || touched
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
		return !keep && !slices.ContainsFunc(n.template, func(a analysis.Access) bool { return p.tracked[a.Buffer] })
	})
}
