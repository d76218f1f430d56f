package splitfunctions

import (
	"slices"

	"github.com/inflight-compiler/inflight/ir"
)

// graph is a region of several blocks, from which parts are taken: blocks that control enters in few places,
// each dominated by the first of them or by a block in front of them.
//
// A round goes through the dominator tree from its leaves up and makes a part as soon as enough blocks have
// come together. What is left are calls and the blocks around them, of which the next round makes larger
// parts; so calls are nested as deeply as the logarithm of the number of blocks, and blocks that follow each
// other become calls that do.
type graph struct {
	*splitter
	region *ir.Region
	own    map[*ir.Block]weight // of what blocks hold

	// Of a round:
	ends      map[exitKind]*ir.Block
	dominance *ir.Dominance
	nodes     []node // in reverse postorder
	number    map[*ir.Block]int
	preds     map[*ir.Block][]*ir.Block // with blocks that have become part of a function
}

// node is a block that has been there when the round began.
type node struct {
	block    *ir.Block
	children []int // in the dominator tree, in reverse postorder
	// weight of the blocks that it dominates, itself included, and that no part has been made of
	open  int
	stays bool // it is in a part, or in none in this round
	whole bool // it and all that it dominates are open
}

// split makes parts until the region branches seldom enough, or nothing is gained. It returns how often the
// region branches then.
func (g *graph) split() int {
	total := g.total()
	if total > g.above {
		g.divideSwitches()
	}
	for total > g.above {
		if !g.begin() || !g.round() {
			return g.total()
		}
		before := total
		if total = g.total(); 4*total > 3*before {
			return total
		}
	}
	return total
}

// total returns how often the region branches: where its blocks say so, and at the end of each.
func (g *graph) total() (total int) {
	for _, b := range g.region.Blocks() {
		total += g.weigh(b)
	}
	return total
}

// weigh returns how often a block branches: once, and once more for each way beyond two.
func (g *graph) weigh(b *ir.Block) int {
	return 1 + g.own[b].branches + max(0, len(b.Successors())-2)
}

// begin prepares a round. It reports whether there may be one: not if a loop has two entries.
func (g *graph) begin() bool {
	g.dominance = ir.NewDominance(g.region)
	g.preds = g.region.Predecessors()
	g.ends = map[exitKind]*ir.Block{}
	order := g.dominance.ReversePostorder()
	g.nodes, g.number = make([]node, len(order)), make(map[*ir.Block]int, len(order))
	for i, b := range order {
		g.number[b] = i
		g.nodes[i] = node{block: b, stays: g.own[b].takes}
		if i > 0 {
			above := &g.nodes[g.number[g.dominance.ImmediateDominator(b)]]
			above.children = append(above.children, i)
		}
	}
	for i, b := range order {
		for _, to := range b.Successors() {
			if g.number[to] <= i && !g.dominance.Dominates(to, b) {
				return false
			}
		}
	}
	return true
}

// round makes parts, and reports whether it did.
func (g *graph) round() bool {
	before := g.made
	for i := len(g.nodes) - 1; i >= 0; i-- {
		n := &g.nodes[i]
		n.whole = !n.stays
		if !n.stays {
			n.open = g.weigh(n.block)
		}
		for _, c := range n.children {
			n.open += g.nodes[c].open
			n.whole = n.whole && g.nodes[c].whole
		}
		if i == 0 || n.stays || n.open > 2*g.branches {
			g.siblings(n)
		}
		if n.open >= g.branches && i > 0 && !n.stays {
			g.take([]int{i})
		}
	}
	return g.made > before
}

// siblings makes parts of neighbours among the blocks that one block dominates directly. All that they
// dominate is open: then no way leads from one of such neighbours in reverse postorder to another through a
// block outside of them, and a part of them is no loop that the function did not have.
func (g *graph) siblings(n *node) {
	var heads []int
	weight := 0
	for _, c := range n.children {
		if !g.nodes[c].whole {
			heads, weight = nil, 0
			continue
		}
		heads, weight = append(heads, c), weight+g.nodes[c].open
		if weight >= g.branches {
			n.open -= g.take(heads)
			n.whole = false
			heads, weight = nil, 0
		}
	}
}

// take makes a part of the open blocks under some that one block dominates directly. It returns the weight of
// what is not open any more.
func (g *graph) take(heads []int) (closed int) {
	var found []int
	for _, h := range heads {
		found = g.collect(found, h)
	}
	slices.Sort(found)
	for _, i := range found {
		closed += g.weigh(g.nodes[i].block)
	}
	if s := g.selectFrom(heads, found); s != nil {
		s.cut()
	}
	for _, i := range found {
		g.nodes[i].stays, g.nodes[i].whole, g.nodes[i].open = true, false, 0
	}
	return closed
}

// collect appends the open blocks that a block dominates, the block itself included.
func (g *graph) collect(to []int, i int) []int {
	n := &g.nodes[i]
	if !n.stays {
		to = append(to, i)
	}
	for _, c := range n.children {
		if g.nodes[c].open > 0 {
			to = g.collect(to, c)
		}
	}
	return to
}

// selectFrom returns what can be made a part of some of the blocks that are found, in order. Control enters
// it at heads alone. The result is nil if that is not worth it, or cannot be.
func (g *graph) selectFrom(heads, found []int) *selection {
	s := &selection{graph: g, in: make(map[*ir.Block]bool, len(found))}
	head := make(map[*ir.Block]bool, len(heads))
	for _, i := range heads {
		head[g.nodes[i].block] = true
	}
	for _, i := range found {
		s.in[g.nodes[i].block] = true
	}
	for changed := true; changed; {
		changed = false
		for _, i := range found {
			b := g.nodes[i].block
			if s.in[b] && !head[b] && s.entered(b) {
				delete(s.in, b)
				changed = true
			}
		}
	}
	weight := 0
	for _, i := range found {
		b := g.nodes[i].block
		if !s.in[b] {
			continue
		}
		s.blocks, weight = append(s.blocks, b), weight+g.weigh(b)
		if s.entered(b) {
			s.roots = append(s.roots, b)
		}
	}
	if len(heads) > 1 && len(s.blocks) < len(found) {
		return nil // from what is left out, which unreachable blocks enter, a way may lead back
	}
	s.findExits()
	if !s.endable() || s.cost() >= weight || !s.prepare() {
		return nil
	}
	return s
}
