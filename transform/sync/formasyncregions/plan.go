package formasyncregions

import "slices"

// plan says which nodes are regions together. Dependences go from smaller numbers of nodes to larger ones.
type plan struct {
	nodes []*node
	// part is the number of the part of each node.
	part []int32
	// parts holds the nodes of each part, ascending; a part that was merged into another has none.
	parts [][]int32
}

// singles is the plan with a part for each node.
func singles(nodes []*node) *plan {
	p := &plan{nodes: nodes, part: make([]int32, len(nodes)), parts: make([][]int32, len(nodes))}
	for i := range nodes {
		p.part[i], p.parts[i] = int32(i), []int32{int32(i)}
	}
	return p
}

// segment returns the segment of a part.
func (p *plan) segment(part int32) int { return p.nodes[p.parts[part][0]].segment }

// join makes one part of two, the first; undo takes it back.
func (p *plan) join(a, b int32) (undo func()) {
	first, second := p.parts[a], p.parts[b]
	for _, n := range second {
		p.part[n] = a
	}
	p.parts[a], p.parts[b] = sorted(slices.Concat(first, second)), nil
	return func() {
		for _, n := range second {
			p.part[n] = b
		}
		p.parts[a], p.parts[b] = first, second
	}
}

// cut makes a part of its own of the nodes of a part from the at-th on; undo takes it back.
func (p *plan) cut(part int32, at int) (undo func()) {
	whole := p.parts[part]
	added := int32(len(p.parts))
	for _, n := range whole[at:] {
		p.part[n] = added
	}
	p.parts[part] = whole[:at:at]
	p.parts = append(p.parts, whole[at:])
	return func() {
		for _, n := range whole {
			p.part[n] = part
		}
		p.parts[part], p.parts = whole, p.parts[:added]
	}
}

// before returns the parts that a part depends on, ascending.
func (p *plan) before(part int32) []int32 {
	var list []int32
	for _, n := range p.parts[part] {
		for _, b := range p.nodes[n].before {
			if from := p.part[b]; from != part {
				list = append(list, from)
			}
		}
	}
	return sorted(list)
}

// order returns the parts in an order in which they can run one after the other, that of their first nodes
// where there is a choice; ok is false if some depend on each other in a circle.
func (p *plan) order() (order []int32, before [][]int32, ok bool) {
	before, after := make([][]int32, len(p.parts)), make([][]int32, len(p.parts))
	open, total := make([]int, len(p.parts)), 0
	var ready firstNode
	for i := range p.parts {
		if p.parts[i] == nil {
			continue
		}
		total++
		before[i] = p.before(int32(i))
		open[i] = len(before[i])
		for _, b := range before[i] {
			after[b] = append(after[b], int32(i))
		}
		if open[i] == 0 {
			ready.push(p, int32(i))
		}
	}
	for len(ready) > 0 {
		part := ready.pop()
		order = append(order, part)
		for _, a := range after[part] {
			if open[a]--; open[a] == 0 {
				ready.push(p, a)
			}
		}
	}
	return order, before, len(order) == total
}

// firstNode is a list of parts that can be next, the one with the smallest first node last.
type firstNode []int32

func (f *firstNode) push(p *plan, part int32) {
	at, _ := slices.BinarySearchFunc(*f, p.parts[part][0], func(other, first int32) int {
		return int(first - p.parts[other][0])
	})
	*f = slices.Insert(*f, at, part)
}

func (f *firstNode) pop() int32 {
	last := len(*f) - 1
	part := (*f)[last]
	*f = (*f)[:last]
	return part
}
