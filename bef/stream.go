package bef

import (
	"math"
	"slices"

	"github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/dialect/tfrt"
	"github.com/inflight-compiler/inflight/ir"
)

// streams assigns the operations of a block to streams. Kernels of one stream run one after the other on one
// thread; a kernel of another stream is handed to the work queue.
//
// In a first pass each operation gets the parent that ends last: the operand on the most expensive path from
// the root, which stands for the arguments. That gives a tree. The second pass goes from the leaves to the
// root. It merges the streams of an operation's children that are cheaper than a threshold, until they are
// not, and puts the operation into the most expensive one, or into the one with the return.
type streams struct {
	ops       []*ir.Op
	nodes     []node // of the operations, then of the root
	streams   []stream
	threshold int64
	merge     bool // streams that need each other's values are merged first
	// fromRoot says that there is no threshold. Then streams are merged as long as that makes no path longer
	// than the longest one.
	fromRoot bool
}

// node is an operation in the tree.
type node struct {
	cost, fromRoot int64
	children       []int
	side           []int // users of its values that are not its children
	stream         int
}

// stream is operations in a row. Once it is merged, into is the number of the stream that it is a part of.
type stream struct {
	cost   int64
	into   int
	side   []int // streams that it shares values with
	isLast bool  // it has the return
}

const none = -1

// streamsOf returns the number of the stream of each operation of a block, and at last that of the root.
func streamsOf(block *ir.Block) []int {
	s := &streams{threshold: costThreshold(block), merge: mergeStreams(block)}
	index := map[*ir.Op]int{}
	for op := range block.Ops() {
		index[op] = len(s.ops)
		s.ops = append(s.ops, op)
	}
	s.nodes = make([]node, len(s.ops)+1)
	for i := range s.nodes {
		s.nodes[i].stream = none
	}
	s.chooseParents(index)
	for i := len(s.ops) - 1; i >= 0; i-- {
		s.assign(i)
	}
	s.assign(s.root())
	out := make([]int, len(s.nodes))
	for i := range s.nodes {
		out[i] = s.latest(s.nodes[i].stream)
	}
	return out
}

func (s *streams) root() int { return len(s.ops) }

// option returns an attribute of the function around a block, or of the module.
func option(block *ir.Block, name string) ir.Attr {
	parent := block.Region().Op()
	if parent.Is(function.Func) {
		if a := parent.Attr(name); a != nil {
			return a
		}
	}
	for op := parent; op != nil; op = op.Parent() {
		if a := op.Attr(name); a != nil && !op.Is(function.Func) {
			return a
		}
	}
	return nil
}

func costThreshold(block *ir.Block) int64 {
	if a, ok := option(block, tfrt.CostThreshold).(*ir.IntegerAttr); ok {
		return a.Value
	}
	return none
}

func mergeStreams(block *ir.Block) bool {
	a, ok := option(block, tfrt.MergeStreams).(*ir.IntegerAttr)
	return ok && a.Value != 0
}

// costOf returns what an operation costs: what an attribute says, or the threshold.
func (s *streams) costOf(op *ir.Op) int64 {
	if op.Is(tfrt.Return) || op.Is(tfrt.MergeChains) {
		return 1
	}
	if cost, ok := op.Attr(tfrt.Cost).(*ir.IntegerAttr); ok && cost.Value > 0 {
		return cost.Value
	}
	return max(s.threshold, 1)
}

// add is a sum that stays at the largest number.
func add(a, b int64) int64 {
	if a > math.MaxInt64-b {
		return math.MaxInt64
	}
	return a + b
}

func (s *streams) chooseParents(index map[*ir.Op]int) {
	root := &s.nodes[s.root()]
	root.cost, root.fromRoot = 1, 1
	longest := int64(1)
	for i, op := range s.ops {
		n := &s.nodes[i]
		n.cost = s.costOf(op)
		n.fromRoot = n.cost
		if op.NumOperands() == 0 {
			root.children = append(root.children, i)
		} else {
			parent := s.parentOf(i, index)
			s.nodes[parent].children = append(s.nodes[parent].children, i)
			n.fromRoot = add(n.cost, s.nodes[parent].fromRoot)
		}
		longest = max(longest, n.fromRoot)
	}
	if s.threshold <= 0 {
		s.fromRoot, s.threshold = true, longest
	}
}

// parentOf returns the definition of the operand that is expected last, and notes the other operations that
// give the operation values.
func (s *streams) parentOf(i int, index map[*ir.Op]int) int {
	parent, most := s.root(), int64(0)
	for _, v := range s.ops[i].Operands() {
		def := s.root()
		if op := v.DefiningOp(); op != nil {
			def = index[op]
		}
		d := &s.nodes[def]
		if n := len(d.side); !tfrt.IsChain(v.Type()) && (n == 0 || d.side[n-1] != i) {
			d.side = append(d.side, i)
		}
		if d.fromRoot > most {
			parent, most = def, d.fromRoot
		}
	}
	if side := s.nodes[parent].side; len(side) > 0 && side[len(side)-1] == i {
		s.nodes[parent].side = side[:len(side)-1]
	}
	return parent
}

// latest returns the stream that a stream is a part of, and shortens the way there.
func (s *streams) latest(id int) int {
	end := id
	for s.streams[end].into != none {
		end = s.streams[end].into
	}
	for s.streams[id].into != none {
		s.streams[id].into, id = end, s.streams[id].into
	}
	return end
}

// assign chooses the stream of an operation whose children have theirs.
func (s *streams) assign(i int) {
	n := &s.nodes[i]
	if len(n.children) == 0 {
		s.streams = append(s.streams, stream{into: none})
		s.put(i, len(s.streams)-1)
		return
	}
	var candidates []int
	for _, c := range n.children {
		candidates = append(candidates, s.latest(s.nodes[c].stream)) // no two children are in one stream
	}
	if s.merge && len(candidates) > 1 {
		candidates = s.mergeDependent(i, candidates)
	}
	chosen, cheap := s.mergeCheap(i, candidates)
	s.put(i, chosen)
	if !s.fromRoot && cheap != none && cheap != chosen && !s.expensive(i, cheap, none) {
		s.mergeInto(cheap, chosen)
	}
}

// put puts an operation into a stream.
func (s *streams) put(i, id int) {
	n, st := &s.nodes[i], &s.streams[id]
	n.stream = id
	st.cost = add(st.cost, n.cost)
	st.isLast = st.isLast || i < s.root() && s.ops[i].Is(tfrt.Return)
	if !s.merge {
		return
	}
	for _, user := range n.side {
		if other := s.latest(s.nodes[user].stream); other != id {
			addOnce(&st.side, other)
			addOnce(&s.streams[other].side, id)
		}
	}
}

func addOnce(list *[]int, v int) {
	if !slices.Contains(*list, v) {
		*list = append(*list, v)
	}
}

// mergeInto makes one stream a part of another one.
func (s *streams) mergeInto(from, to int) {
	f, t := &s.streams[from], &s.streams[to]
	for _, id := range f.side {
		if id = s.latest(id); id != to {
			addOnce(&t.side, id)
		}
	}
	t.side = slices.DeleteFunc(t.side, func(id int) bool { return id == from })
	t.isLast = t.isLast || f.isLast
	t.cost = add(t.cost, f.cost)
	f.into = to
}

// mergeDependent merges candidates that share values, up to the threshold. It returns those that are left.
func (s *streams) mergeDependent(i int, candidates []int) []int {
	before := int64(0)
	if s.fromRoot {
		before = s.nodes[i].fromRoot
	}
	merged := map[int]bool{}
	for _, id := range candidates {
		if merged[id] {
			continue
		}
		for _, other := range slices.Clone(s.streams[id].side) {
			if !slices.Contains(candidates, other) {
				continue
			}
			if other = s.latest(other); other == id || s.streams[other].cost >= s.threshold {
				continue
			}
			s.mergeInto(other, id)
			merged[other] = true
			if add(before, s.streams[id].cost) >= s.threshold {
				break
			}
		}
	}
	return slices.DeleteFunc(candidates, func(id int) bool { return merged[id] })
}

// expensive reports whether a stream, or two together, reach the threshold.
func (s *streams) expensive(i, a, b int) bool {
	cost := s.streams[a].cost
	if s.fromRoot {
		cost = add(cost, s.nodes[i].fromRoot)
		if b != none {
			cost = add(cost, s.streams[b].cost)
		}
	}
	return cost >= s.threshold
}

// mergeCheap merges candidates that are cheaper than the threshold, in order. It returns the stream for the
// operation: the one with the return, or the most expensive one. cheap is the stream that others were merged
// into last.
func (s *streams) mergeCheap(i int, candidates []int) (chosen, cheap int) {
	chosen, cheap = none, none
	last, most := none, int64(0)
	consider := func(id int) {
		st := &s.streams[id]
		if st.cost > most {
			chosen, most = id, st.cost
		}
		if st.isLast {
			last = id
		}
	}
	for _, id := range candidates {
		if s.expensive(i, id, none) {
			consider(id)
			continue
		}
		if cheap == none || s.expensive(i, cheap, id) {
			cheap = id
		} else {
			s.mergeInto(id, cheap)
		}
		consider(cheap)
	}
	if last != none {
		chosen = last
	}
	return chosen, cheap
}
