package ir

import "slices"

// Dominance is the dominator tree of one region. It is valid while no block
// and no branch of the region changes.
//
// The algorithm is the simple one of Lengauer and Tarjan, "A Fast Algorithm
// for Finding Dominators in a Flowgraph" (1979): m branches between n blocks
// take O(m log n) steps.
type Dominance struct {
	index map[*Block]int32 // the number of a reachable block in reverse postorder
	order []*Block         // all reachable blocks in reverse postorder
	idom  []int32          // the immediate dominator, by number; the entry has itself
	// The blocks that number i dominates are those whose first is from first[i] to below first[i] + size[i].
	first, size []int32

	scratch dominanceScratch
}

// dominanceScratch is memory for computing a tree.
type dominanceScratch struct {
	stack []dominanceFrame
	// The predecessors of block i are those of list from end[i-1] to below end[i].
	list, end, next []int32
	walk            dominanceWalk
}

// dominanceFrame is a block on the current path of a depth-first walk.
type dominanceFrame struct {
	block *Block
	next  int
	pre   int32 // the number of the block in preorder
}

// NewDominance computes the dominator tree of the region.
func NewDominance(r *Region) *Dominance {
	d := &Dominance{index: make(map[*Block]int32, len(r.Blocks()))}
	d.compute(r)
	d.scratch = dominanceScratch{}
	return d
}

// compute makes d the tree of the region, and uses the memory of its old tree again.
func (d *Dominance) compute(r *Region) {
	clear(d.index)
	d.order = d.order[:0]
	if len(r.Blocks()) == 0 {
		return
	}
	d.number(r.Blocks()[0])
	d.predecessors()
	d.solve()
	d.intervals()
}

// zeros returns n zeros, in the memory of list if it has room for them.
func zeros(list []int32, n int) []int32 {
	if cap(list) < n {
		return make([]int32, n)
	}
	list = list[:n]
	clear(list)
	return list
}

// intervals numbers the blocks in preorder of the tree. It uses that each block's number in reverse postorder
// is above the numbers of its dominators.
func (d *Dominance) intervals() {
	n := len(d.order)
	d.first, d.size = zeros(d.first, n), zeros(d.size, n)
	for i := n - 1; i >= 0; i-- {
		d.size[i]++
		if i > 0 {
			d.size[d.idom[i]] += d.size[i]
		}
	}
	d.scratch.next = zeros(d.scratch.next, n)
	next := d.scratch.next // the preorder number of the next block below
	next[0] = 1
	for i := 1; i < n; i++ {
		parent := d.idom[i]
		d.first[i] = next[parent]
		next[parent] += d.size[i]
		next[i] = d.first[i] + 1
	}
}

// number fills order and index by an iterative depth-first walk, and records the walk for solve.
func (d *Dominance) number(entry *Block) {
	w := &d.scratch.walk
	w.parent, w.pre = append(w.parent[:0], -1), w.pre[:0]
	stack := append(d.scratch.stack[:0], dominanceFrame{block: entry})
	d.index[entry] = -1
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		succs := top.block.Successors()
		if top.next == len(succs) {
			d.order, w.pre = append(d.order, top.block), append(w.pre, top.pre)
			stack = stack[:len(stack)-1]
			continue
		}
		s := succs[top.next]
		top.next++
		if _, seen := d.index[s]; !seen {
			d.index[s] = -1
			stack = append(stack, dominanceFrame{block: s, pre: int32(len(w.parent))})
			w.parent = append(w.parent, stack[len(stack)-2].pre)
		}
	}
	slices.Reverse(d.order)
	slices.Reverse(w.pre)
	d.scratch.stack = stack
	for i, b := range d.order {
		d.index[b] = int32(i)
	}
}

// predecessors finds the reachable predecessors of each block.
func (d *Dominance) predecessors() {
	p, n, edges := &d.scratch, len(d.order), int32(0)
	p.end, p.next = zeros(p.end, n), zeros(p.next, n)
	for _, b := range d.order {
		for _, s := range b.Successors() {
			p.end[d.index[s]]++
		}
	}
	for i := range p.end {
		p.next[i] = edges
		edges += p.end[i]
		p.end[i] = edges
	}
	p.list = zeros(p.list, int(edges))
	for i, b := range d.order {
		for _, s := range b.Successors() {
			at := &p.next[d.index[s]]
			p.list[*at] = int32(i)
			*at++
		}
	}
}

// solve computes the immediate dominators.
func (d *Dominance) solve() {
	p, w := &d.scratch, &d.scratch.walk
	n := int32(len(d.order))
	w.begin(n)
	for v := n - 1; v > 0; v-- {
		i := w.at[v]
		for _, pred := range p.list[p.end[i-1]:p.end[i]] {
			w.semi[v] = min(w.semi[v], w.semi[w.least(w.pre[pred])])
		}
		w.waits[v], w.bucket[w.semi[v]] = w.bucket[w.semi[v]], v
		above := w.parent[v]
		w.ancestor[v] = above
		for u := w.bucket[above]; u >= 0; u = w.waits[u] {
			if to := w.least(u); w.semi[to] < w.semi[u] {
				w.dom[u] = to
			} else {
				w.dom[u] = above
			}
		}
		w.bucket[above] = -1
	}
	d.idom = zeros(d.idom, int(n))
	for v := int32(1); v < n; v++ {
		if w.dom[v] != w.semi[v] {
			w.dom[v] = w.dom[w.dom[v]]
		}
		d.idom[w.at[v]] = w.at[w.dom[v]]
	}
}

// dominanceWalk records a depth-first walk, and the algorithm's data about each block by the block's number
// in preorder. Its forest consists of edges of the walk's tree. solve adds them from the last block in
// preorder on.
type dominanceWalk struct {
	pre      []int32 // the number of a block whose number in reverse postorder is known
	at       []int32 // the inverse of pre
	parent   []int32 // the block from which the walk came
	semi     []int32 // the semidominator
	dom      []int32 // the immediate dominator, or a block that has the same one
	ancestor []int32 // in the forest, -1 of a root; paths are compressed
	// label is the block with the least semidominator on the path to the ancestor; the ancestor itself does
	// not count.
	label  []int32
	bucket []int32 // the first of the blocks that have this semidominator and no dom yet, -1 if there is none
	waits  []int32 // the next of the blocks in the same bucket
	path   []int32
}

// begin prepares the walk for n blocks.
func (w *dominanceWalk) begin(n int32) {
	for _, list := range []*[]int32{&w.at, &w.semi, &w.dom, &w.ancestor, &w.label, &w.bucket, &w.waits} {
		*list = zeros(*list, int(n))
	}
	for i, v := range w.pre {
		w.at[v] = int32(i)
	}
	for v := range n {
		w.semi[v], w.label[v], w.ancestor[v], w.bucket[v] = v, v, -1, -1
	}
}

// least returns the block with the least semidominator on the path of the forest from v to its root, without
// the root. If v is a root, it returns v.
func (w *dominanceWalk) least(v int32) int32 {
	if w.ancestor[v] < 0 {
		return v
	}
	w.path = w.path[:0]
	for u := v; w.ancestor[w.ancestor[u]] >= 0; u = w.ancestor[u] {
		w.path = append(w.path, u)
	}
	for i := len(w.path) - 1; i >= 0; i-- {
		u := w.path[i]
		above := w.ancestor[u]
		if w.semi[w.label[above]] < w.semi[w.label[u]] {
			w.label[u] = w.label[above]
		}
		w.ancestor[u] = w.ancestor[above]
	}
	return w.label[v]
}

// IsReachable reports whether control can reach b from the entry.
func (d *Dominance) IsReachable(b *Block) bool {
	_, ok := d.index[b]
	return ok
}

// Dominates reports whether every path from the entry to b goes through a; a
// block dominates itself. Unreachable blocks are dominated by every block and
// dominate no reachable one.
func (d *Dominance) Dominates(a, b *Block) bool {
	if a == b {
		return true
	}
	n, reachable := d.index[b]
	if !reachable {
		return true
	}
	m, reachable := d.index[a]
	if !reachable {
		return false
	}
	return d.first[m] <= d.first[n] && d.first[n] < d.first[m]+d.size[m]
}

// ImmediateDominator returns the nearest other block that dominates b, nil for
// the entry and for unreachable blocks.
func (d *Dominance) ImmediateDominator(b *Block) *Block {
	n, ok := d.index[b]
	if !ok || n == 0 {
		return nil
	}
	return d.order[d.idom[n]]
}

// ReversePostorder returns the reachable blocks, each after its immediate
// dominator. The slice must not be changed.
func (d *Dominance) ReversePostorder() []*Block { return d.order }

// Successors returns the blocks to which the last operation of b may branch.
// The slice must not be changed.
func (b *Block) Successors() []*Block {
	if b.last == nil {
		return nil
	}
	return b.last.successors
}

// DominanceInfo answers questions about dominance between values and operations of nested regions. It
// computes the tree of a region at the first question about the region. It is valid while no block and no
// branch changes.
type DominanceInfo struct {
	trees map[*Region]*Dominance
	spare []*Dominance // trees that reset gave up, for other regions
}

// NewDominanceInfo returns an empty cache of dominator trees.
func NewDominanceInfo() *DominanceInfo { return &DominanceInfo{} }

// reset gives up all trees, and keeps the memory of the small ones.
func (d *DominanceInfo) reset() {
	const many = 256
	for _, t := range d.trees {
		if len(t.index) <= many {
			d.spare = append(d.spare, t)
		}
	}
	clear(d.trees)
}

// newTree computes the tree of a region, in spare memory if there is some.
func (d *DominanceInfo) newTree(r *Region) *Dominance {
	n := len(d.spare)
	if n == 0 {
		t := &Dominance{index: make(map[*Block]int32, len(r.Blocks()))}
		t.compute(r)
		return t
	}
	t := d.spare[n-1]
	d.spare = d.spare[:n-1]
	t.compute(r)
	return t
}

// Tree returns the dominator tree of the region.
func (d *DominanceInfo) Tree(r *Region) *Dominance {
	t := d.trees[r]
	if t == nil {
		t = d.newTree(r)
		if d.trees == nil {
			d.trees = map[*Region]*Dominance{}
		}
		d.trees[r] = t
	}
	return t
}

// ValueDominates reports whether the operands of op can use v: v is defined before op, in a block that
// dominates op's block or the block of an operation around op. In graph regions the order within a block does
// not matter.
func (d *DominanceInfo) ValueDominates(v *Value, op *Op) bool {
	def := v.ParentBlock()
	if def == nil || def.region == nil {
		return false
	}
	user := opInRegion(op, def.region)
	switch {
	case user == nil:
		return false
	case user.block != def:
		return d.Tree(def.region).Dominates(def, user.block)
	case v.op == nil || def.region.IsGraph():
		return true
	}
	return v.op.IsBefore(user)
}

// IsGraph reports whether operations of the region may use values that are defined behind them. Such regions
// are the body of a module, and the single block of an unregistered operation.
func (r *Region) IsGraph() bool {
	if r.op == nil {
		return false
	}
	const module = NoTerminator | IsSymbolTable
	return r.op.def.Traits&module == module || r.op.def.Unregistered && len(r.Blocks()) == 1
}

// opInRegion returns op or the operation around it that lies directly in the
// region, or nil.
func opInRegion(op *Op, r *Region) *Op {
	for op != nil && op.block != nil {
		if op.block.region == r {
			return op
		}
		op = op.Parent()
	}
	return nil
}

// blockInRegion returns b or the block around it that lies directly in the
// region, or nil.
func blockInRegion(b *Block, r *Region) *Block {
	for b != nil && b.region != r {
		p := b.ParentOp()
		if p == nil {
			return nil
		}
		b = p.block
	}
	return b
}
