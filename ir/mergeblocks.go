package ir

import (
	"hash/maphash"
	"slices"
)

// mergeBlocks merges blocks with the same operations into one, in the region and all nested ones. Operands in
// which the blocks differ become arguments.
func mergeBlocks(r *Region) bool {
	changed := len(r.Blocks()) > 1 && mergeBlocksIn(r)
	for _, b := range r.Blocks() {
		for op := b.first; op != nil; op = op.next {
			for _, inner := range op.regions {
				changed = mergeBlocks(inner) || changed
			}
		}
	}
	return changed
}

func mergeBlocksIn(r *Region) bool {
	var clusters []*blockCluster
	alike := map[uint64][]*blockCluster{}
	for _, b := range r.Blocks()[1:] {
		if !mergeable(b) {
			continue
		}
		k := blockHash(b)
		if !slices.ContainsFunc(alike[k], func(c *blockCluster) bool { return c.add(b) }) {
			c := &blockCluster{leader: b}
			clusters, alike[k] = append(clusters, c), append(alike[k], c)
		}
	}
	changed := false
	for _, c := range clusters {
		changed = len(c.others) > 0 && c.merge(r) || changed
	}
	return changed
}

// blockSeed seeds the hashes of blocks.
var blockSeed = maphash.MakeSeed()

// blockHash returns a hash of a block's operations and successors. Blocks that can be merged have the same
// hash.
func blockHash(b *Block) uint64 {
	const prime = 1099511628211
	k := uint64(b.NumArgs())
	for op := b.first; op != nil; op = op.next {
		k = k*prime ^ maphash.Comparable(blockSeed, op.def)
	}
	for _, s := range b.Successors() {
		k = k*prime ^ maphash.Comparable(blockSeed, s)
	}
	return k
}

// mergeable reports whether the block holds no regions, and no operation outside of the block uses a value
// that the block defines.
func mergeable(b *Block) bool {
	for _, a := range b.args {
		if !usedOnlyIn(a, b) {
			return false
		}
	}
	for op := b.first; op != nil; op = op.next {
		for i := range op.results {
			if !usedOnlyIn(&op.results[i], b) {
				return false
			}
		}
		if slices.ContainsFunc(op.regions, func(r *Region) bool { return !r.Empty() }) {
			return false
		}
	}
	return b.last != nil
}

func usedOnlyIn(v *Value, b *Block) bool {
	for u := v.uses; u != nil; u = u.next {
		if u.owner.block != b {
			return false
		}
	}
	return true
}

// blockCluster is a set of blocks that have the same operations up to operands from outside.
type blockCluster struct {
	leader *Block
	others []*Block
	differ []operandPlace // in the order of operations and operands
}

// operandPlace identifies an operand of a block: the number of its operation in the block, and its own
// number.
type operandPlace struct{ op, operand int }

// add adds b to the cluster if b has the same operations as the leader.
func (c *blockCluster) add(b *Block) bool {
	if !slices.Equal(c.leader.ArgTypes(), b.ArgTypes()) ||
		!slices.Equal(c.leader.Successors(), b.Successors()) {
		return false
	}
	corresponding := equivalence{values: map[*Value]*Value{}}
	for i, a := range c.leader.args {
		corresponding.values[a] = b.args[i]
	}
	var differ []operandPlace
	x, y, n := c.leader.first, b.first, 0
	for ; x != nil && y != nil; x, y, n = x.next, y.next, n+1 {
		if !sameButOperands(x, y) {
			return false
		}
		for i := range x.operands {
			v, w := x.operands[i].value, y.operands[i].value
			inside := v.ParentBlock() == c.leader
			switch {
			case v.typ != w.typ, inside != (w.ParentBlock() == b), inside && corresponding.values[v] != w:
				return false
			case v != w && !inside:
				differ = append(differ, operandPlace{n, i})
			}
		}
		for i := range x.results {
			corresponding.values[&x.results[i]] = &y.results[i]
		}
	}
	if x != nil || y != nil {
		return false
	}
	c.others = append(c.others, b)
	for _, d := range differ {
		if !slices.Contains(c.differ, d) {
			c.differ = append(c.differ, d)
		}
	}
	slices.SortFunc(c.differ, func(a, b operandPlace) int {
		if a.op != b.op {
			return a.op - b.op
		}
		return a.operand - b.operand
	})
	return true
}

func sameButOperands(x, y *Op) bool {
	return x.def == y.def && len(x.operands) == len(y.operands) && len(x.regions) == len(y.regions) &&
		slices.Equal(x.successors, y.successors) && slices.Equal(x.ResultTypes(), y.ResultTypes()) &&
		equalAttrs(x.Properties(), y.Properties()) && equalAttrs(x.attrs, y.attrs)
}

// merge makes every branch to a block of the cluster a branch to the leader.
func (c *blockCluster) merge(r *Region) bool {
	preds := r.Predecessors()
	blocks := append([]*Block{c.leader}, c.others...)
	if len(c.differ) > 0 && slices.ContainsFunc(blocks, func(b *Block) bool { return !passable(preds[b]) }) {
		return false
	}
	passed := c.newArguments(blocks)
	for i, b := range blocks {
		eachBranch(preds[b], b, func(branch *Op, succ int) {
			branch.AppendSuccessorOperands(succ, passed[i])
			branch.SetSuccessor(succ, c.leader)
		})
	}
	for _, b := range c.others {
		b.Erase()
	}
	return true
}

// newArguments replaces the operands that differ by new arguments of the leader. It returns, for each block,
// the values that its predecessors must pass to these arguments. Operands that are equal to each other in
// every block share an argument.
func (c *blockCluster) newArguments(blocks []*Block) [][]*Value {
	passed := make([][]*Value, len(blocks))
	first := c.leader.NumArgs()
	for _, d := range c.differ {
		vs := make([]*Value, len(blocks))
		for i, b := range blocks {
			vs[i] = b.opAt(d.op).operands[d.operand].value
		}
		arg := -1
		for k := range passed[0] {
			same := true
			for i := range blocks {
				same = same && passed[i][k] == vs[i]
			}
			if same {
				arg = k
			}
		}
		if arg < 0 {
			arg = len(passed[0])
			c.leader.AddArg(vs[0].typ, vs[0].Loc())
			for i := range blocks {
				passed[i] = append(passed[i], vs[i])
			}
		}
		c.leader.opAt(d.op).SetOperand(d.operand, c.leader.args[first+arg])
	}
	return passed
}

// opAt returns operation n of the block.
func (b *Block) opAt(n int) *Op {
	op := b.first
	for ; n > 0; n-- {
		op = op.next
	}
	return op
}

// passable reports whether operands can be added to the terminators of all these blocks.
func passable(preds []*Block) bool {
	return !slices.ContainsFunc(preds, func(p *Block) bool { return p.last.def.SuccessorOperands == nil })
}

// eachBranch calls f for every branch of the given predecessors to b, once.
func eachBranch(preds []*Block, b *Block, f func(branch *Op, succ int)) {
	seen := map[*Block]bool{}
	for _, p := range preds {
		if seen[p] {
			continue
		}
		seen[p] = true
		for i, s := range p.last.successors {
			if s == b {
				f(p.last, i)
			}
		}
	}
}

// AppendSuccessorOperands passes more values to successor succ.
func (o *Op) AppendSuccessorOperands(succ int, vs []*Value) {
	if len(vs) == 0 {
		return
	}
	first, count := o.def.SuccessorOperands(o, succ)
	o.SetOperands(slices.Insert(o.Operands(), first+count, vs...))
	if !o.Has(AttrSizedOperands) {
		return
	}
	// Group 0 is the condition or the flag, and the groups of the successors follow. All successors of a
	// switch but the first share the last group.
	group := min(succ+1, len(o.def.Operands)-1)
	o.growSegment("operandSegmentSizes", group, len(vs))
	if o.Attr("case_operand_segments") != nil && succ > 0 {
		o.growSegment("case_operand_segments", succ-1, len(vs))
	}
}

func (o *Op) growSegment(attr string, group, n int) {
	sizes := slices.Clone(o.Ints(attr))
	sizes[group] += int64(n)
	o.SetAttr(attr, o.ctx.I32Array(sizes...))
}

// dropRedundantArgs removes arguments to which every branch passes the same
// value, in the region and all nested ones.
func dropRedundantArgs(r *Region) bool {
	changed := false
	if len(r.Blocks()) > 1 {
		preds := r.Predecessors()
		dom := NewDominance(r)
		for _, b := range r.Blocks()[1:] {
			if !passable(preds[b]) {
				continue
			}
			for i := len(b.args) - 1; i >= 0; i-- {
				v := commonPassed(preds[b], b, i)
				if v != nil && (v.ParentBlock().region != r || dom.Dominates(v.ParentBlock(), b)) {
					b.dropArg(preds[b], i, v)
					changed = true
				}
			}
		}
	}
	for _, b := range r.Blocks() {
		for op := b.first; op != nil; op = op.next {
			for _, inner := range op.regions {
				changed = dropRedundantArgs(inner) || changed
			}
		}
	}
	return changed
}

// commonPassed returns the value that every branch passes to argument i, nil
// when they differ.
func commonPassed(preds []*Block, b *Block, i int) *Value {
	var common *Value
	same := true
	eachBranch(preds, b, func(branch *Op, succ int) {
		first, _ := branch.def.SuccessorOperands(branch, succ)
		v := branch.operands[first+i].value
		same = same && (common == nil || common == v)
		common = v
	})
	if !same {
		return nil
	}
	return common
}

// dropArg replaces argument i by v and removes it from every branch.
func (b *Block) dropArg(preds []*Block, i int, v *Value) {
	b.args[i].ReplaceAllUsesWith(v)
	eachBranch(preds, b, func(branch *Op, succ int) {
		first, _ := branch.def.SuccessorOperands(branch, succ)
		branch.EraseSegmentOperand(first + i)
	})
	b.EraseArg(i)
}
