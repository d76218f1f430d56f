package ir

import (
	"iter"
	"slices"
)

// Region is a list of blocks that an operation holds; the first is the entry.
type Region struct {
	op     *Op
	blocks []*Block
	sole   [1]*Block // memory for blocks, since most regions have one
	// gone counts the blocks of the list that left the region; the first block is never one of them. See
	// Rewriter.removeBlock.
	gone int
}

// Block is a list of operations with arguments.
type Block struct {
	region      *Region
	args        []*Value
	first, last *Op
	ordered     bool
	place       int32 // the index of the block's entry in a BlockMap
	changes     int32 // see Changes
	size        int32 // operations
	branches    int32 // see NumBranches
}

// NewRegion returns a region with the given blocks.
func NewRegion(blocks ...*Block) *Region {
	r := &Region{}
	for _, b := range blocks {
		r.Append(b)
	}
	return r
}

// Op returns the operation that holds the region.
func (r *Region) Op() *Op { return r.op }

// FindAncestor returns the operation directly in the region that is op or contains op. It returns nil if op
// is not in the region (MLIR's Region::findAncestorOpInRegion).
func (r *Region) FindAncestor(op *Op) *Op {
	for op != nil && (op.block == nil || op.block.region != r) {
		op = op.Parent()
	}
	return op
}

// Index returns the number of the region in its operation.
func (r *Region) Index() int { return slices.Index(r.op.regions, r) }

// Empty reports whether the region has no block.
func (r *Region) Empty() bool { return len(r.blocks) == 0 }

// Blocks returns the blocks in order. The slice must not be changed.
func (r *Region) Blocks() []*Block {
	if r.gone > 0 {
		r.closeGaps()
	}
	return r.blocks
}

// closeGaps removes the blocks from the list that left the region.
func (r *Region) closeGaps() {
	r.gone = 0
	r.blocks = slices.DeleteFunc(r.blocks, func(b *Block) bool { return b.region != r })
}

// Entry returns the first block, or nil.
func (r *Region) Entry() *Block {
	if len(r.blocks) == 0 {
		return nil
	}
	return r.blocks[0]
}

// Append adds a block at the end.
func (r *Region) Append(b *Block) { r.Insert(len(r.Blocks()), b) }

// Insert adds a block as number i.
func (r *Region) Insert(i int, b *Block) {
	if r.Blocks() == nil {
		r.blocks = r.sole[:0]
	}
	b.region = r
	if i == len(r.blocks) {
		r.blocks = append(r.blocks, b)
		return
	}
	r.blocks = slices.Insert(r.blocks, i, b)
}

// RemoveBlock unlinks a block from the region.
func (r *Region) RemoveBlock(b *Block) {
	i := slices.Index(r.Blocks(), b)
	r.blocks = slices.Delete(r.blocks, i, i+1)
	b.region = nil
}

// TakeBody moves all blocks of other to the end of r.
func (r *Region) TakeBody(other *Region) {
	blocks := other.Blocks()
	for _, b := range blocks {
		b.region = r
	}
	r.blocks = append(r.Blocks(), blocks...)
	other.blocks = nil
}

// Take moves blocks to the end of r, in the order of the list. The blocks are all of one other region, or of
// none.
func (r *Region) Take(blocks []*Block) {
	for _, b := range blocks {
		if b.region != nil {
			b.region.gone++
		}
		b.region = r
	}
	r.blocks = append(r.Blocks(), blocks...)
}

// Predecessors returns, for each block of the region, the blocks that branch to it. The predecessors are in
// block order; a block that has several branches to the same successor occurs once per branch.
func (r *Region) Predecessors() map[*Block][]*Block {
	preds := make(map[*Block][]*Block, len(r.Blocks()))
	for _, b := range r.blocks {
		if b.last == nil {
			continue
		}
		for _, s := range b.last.successors {
			preds[s] = append(preds[s], b)
		}
	}
	return preds
}

// NewBlock returns a detached block with arguments of the given types.
func NewBlock(argTypes ...Type) *Block {
	b := &Block{}
	for _, t := range argTypes {
		b.AddArg(t, nil)
	}
	return b
}

// Region returns the region the block is in, or nil.
func (b *Block) Region() *Region { return b.region }

// ParentOp returns the operation that holds the block, or nil.
func (b *Block) ParentOp() *Op {
	if b.region == nil {
		return nil
	}
	return b.region.op
}

// Args returns the arguments. The slice must not be changed.
func (b *Block) Args() []*Value { return b.args }

// Arg returns argument i.
func (b *Block) Arg(i int) *Value { return b.args[i] }

// NumArgs returns the number of arguments.
func (b *Block) NumArgs() int { return len(b.args) }

// ArgTypes returns the types of the arguments.
func (b *Block) ArgTypes() []Type {
	ts := make([]Type, len(b.args))
	for i, a := range b.args {
		ts[i] = a.typ
	}
	return ts
}

// AddArg appends an argument; loc may be nil.
func (b *Block) AddArg(t Type, loc Location) *Value { return b.InsertArg(len(b.args), t, loc) }

// InsertArg adds an argument as number i; loc may be nil.
func (b *Block) InsertArg(i int, t Type, loc Location) *Value {
	v := &Value{typ: t, block: b}
	v.SetLoc(loc)
	if i == len(b.args) {
		v.index = int32(i)
		b.args = append(b.args, v)
		return v
	}
	b.args = slices.Insert(b.args, i, v)
	b.renumberArgs()
	return v
}

// EraseArg removes argument i, which must have no uses.
func (b *Block) EraseArg(i int) {
	b.args = slices.Delete(b.args, i, i+1)
	b.renumberArgs()
}

// EraseArgs removes the first n arguments, which must have no uses.
func (b *Block) EraseArgs(n int) {
	b.args = slices.Delete(b.args, 0, n)
	b.renumberArgs()
}

func (b *Block) renumberArgs() {
	for i, a := range b.args {
		a.index = int32(i)
	}
}

// First returns the first operation, or nil.
func (b *Block) First() *Op { return b.first }

// Last returns the last operation, or nil.
func (b *Block) Last() *Op { return b.last }

// Empty reports whether the block has no operation.
func (b *Block) Empty() bool { return b.first == nil }

// NumOps returns the number of operations directly in the block, and 0 for a nil block.
func (b *Block) NumOps() int {
	if b == nil {
		return 0
	}
	return int(b.size)
}

// Terminator returns the last operation if it is a terminator, else nil. An
// unregistered last operation counts as one.
func (b *Block) Terminator() *Op {
	if b.last != nil && (b.last.Has(Terminator) || b.last.def.Unregistered) {
		return b.last
	}
	return nil
}

// Ops yields the operations in order. The current one may be moved or erased
// while iterating.
func (b *Block) Ops() iter.Seq[*Op] {
	return func(yield func(*Op) bool) {
		for op := b.first; op != nil; {
			next := op.next
			op.Poll()
			if !yield(op) {
				return
			}
			op = next
		}
	}
}

// OpsWithoutTerminator yields the operations before the terminator.
func (b *Block) OpsWithoutTerminator() iter.Seq[*Op] {
	return func(yield func(*Op) bool) {
		for op := range b.Ops() {
			if op.Has(Terminator) || !yield(op) {
				return
			}
		}
	}
}

// Append adds a detached operation at the end.
func (b *Block) Append(op *Op) { b.InsertBefore(op, nil) }

// InsertBefore adds a detached operation in front of before, at the end when
// before is nil.
func (b *Block) InsertBefore(op, before *Op) {
	if b.region != nil && b.region.op != nil {
		b.region.op.Poll()
	}
	op.block = b
	op.next = before
	if before != nil {
		op.prev, before.prev = before.prev, op
	} else {
		op.prev, b.last = b.last, op
	}
	if op.prev != nil {
		op.prev.next = op
	} else {
		b.first = op
	}
	b.ordered = b.ordered && op.takeOrder()
	b.size++
	b.changes++
	op.countBranches(1)
}

// countBranches adds n to the number of branches of each successor of the operation.
func (o *Op) countBranches(n int32) {
	for _, s := range o.successors {
		s.branches += n
	}
}

// NumBranches returns how many branches lead to the block. Each operation in a block counts once for each
// time that this block is its successor.
func (b *Block) NumBranches() int { return int(b.branches) }

// Operations are numbered with gaps: orderStep behind the last operation, and a part of the gap between two
// others. So many operations can be inserted before a block has to be numbered again.
const (
	orderStep = 64
	maxOrder  = 1<<32 - 1
)

// takeOrder numbers an operation that was inserted into a numbered block. It reports false if the neighbours
// leave no number free.
func (o *Op) takeOrder() bool {
	var low, room uint32 // the number is above low, by less than room
	switch {
	case o.next != nil && o.prev != nil:
		low, room = o.prev.order, o.next.order-o.prev.order
	case o.next != nil:
		room = o.next.order
	case o.prev != nil:
		if low = o.prev.order; low > maxOrder-orderStep {
			return false
		}
		o.order = low + orderStep
		return true
	default:
		o.order = maxOrder / 2
		return true
	}
	// Many operations may be inserted one after the other in front of the same operation. A number near the
	// low end leaves more free numbers for them than the middle would.
	o.order = low + max(1, room/8)
	return room > 1
}

func (b *Block) number() {
	if b.ordered {
		return
	}
	step := uint32(max(1, min(1<<16, maxOrder/2/(int64(b.size)+1))))
	n := step
	for op := b.first; op != nil; op = op.next {
		op.order = n
		n += step
	}
	b.ordered = true
}

// Index returns the number of the block in its region.
func (b *Block) Index() int { return slices.Index(b.region.Blocks(), b) }

// IsEntry reports whether the block is the first of its region.
func (b *Block) IsEntry() bool { return b.region != nil && b.region.blocks[0] == b }

// Split moves the operation before and all operations behind it into a new block, which follows b in the
// region.
func (b *Block) Split(before *Op) *Block {
	tail := NewBlock()
	if b.region != nil {
		b.region.Insert(b.Index()+1, tail)
	}
	b.moveTail(before, tail)
	return tail
}

// moveTail moves from and all operations behind it to an empty block. A nil from moves nothing.
func (b *Block) moveTail(from *Op, to *Block) {
	if from == nil {
		return
	}
	to.first, to.last = from, b.last
	if b.last = from.prev; b.last == nil {
		b.first = nil
	} else {
		b.last.next = nil
	}
	from.prev = nil
	n := int32(0)
	for op := from; op != nil; op = op.next {
		op.block = to
		n++
	}
	to.ordered = b.ordered // the operations keep their numbers
	b.size, to.size = b.size-n, n
	b.changes++
	to.changes++
}

// SplitBehind moves the operations behind each of ops into a new block, which follows the block of that
// operation in the region. The ops must stand directly in the region, in its order. It returns the new
// blocks. The time is linear in the size of the region, for any number of ops.
func (r *Region) SplitBehind(ops []*Op) []*Block {
	tails := make([]*Block, len(ops))
	heads := make([]*Block, len(ops))
	for i, op := range slices.Backward(ops) { // from the back, so that each operation moves once
		tails[i], heads[i] = &Block{region: r}, op.block
		op.block.moveTail(op.next, tails[i])
	}
	blocks := make([]*Block, 0, len(r.Blocks())+len(tails))
	next := 0
	for _, b := range r.blocks {
		blocks = append(blocks, b)
		for ; next < len(heads) && heads[next] == b; next++ {
			blocks = append(blocks, tails[next])
		}
	}
	r.blocks = blocks
	return tails
}

// Erase removes the block and its operations for good.
func (b *Block) Erase() {
	b.dropAllReferences()
	if b.region != nil {
		b.region.RemoveBlock(b)
	}
}

// dropAllReferences removes all uses that operations in the block make of values and of blocks.
func (b *Block) dropAllReferences() {
	for op := b.first; op != nil; op = op.next {
		op.countBranches(-1)
		op.DropAllReferences()
	}
}

// LeavesRegion returns the operations at which control leaves region i of the operation. For i = -1, which
// stands for the operation itself in RegionSuccessors, it returns the operation.
func (o *Op) LeavesRegion(i int) []*Op {
	if i < 0 {
		return []*Op{o}
	}
	var list []*Op
	for _, b := range o.Region(i).Blocks() {
		if last := b.Last(); last != nil && last.NumSuccessors() == 0 {
			list = append(list, last)
		}
	}
	return list
}
