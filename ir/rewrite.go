package ir

import "slices"

// Pattern is a named rewrite of the operation it is attached to.
type Pattern struct {
	Name string // stable, for --stats: "fold-add-of-zero"
	// Root names the operation the pattern applies to; "" means any. Patterns
	// in OpDef.Canonicalize leave it empty.
	Root string
	// Benefit orders patterns of one root: higher ones are tried first.
	Benefit int
	// Rewrite changes the program through rw and reports whether it did. If it returns false, it must not
	// have changed the program.
	Rewrite func(op *Op, rw *Rewriter) bool
	// Divides is set if Rewrite moves the operations behind op to another block. A Converter then visits the
	// last operation of a block first.
	Divides bool
}

// Rewriter changes the program for patterns and tells the driver about the changes.
type Rewriter struct {
	*Builder
	onErase  func(*Op) // called for the outermost operation of those that are erased
	onModify func(*Op)
	driven   bool      // the driver calls closeGaps at the end
	gaps     []*Region // the regions whose lists of blocks have gaps
}

// Replace makes users of op's results use vs, and erases op. If one of vs is a result of op itself, it does
// nothing: then op is computed from itself, in a graph region or in unreachable code.
func (rw *Rewriter) Replace(op *Op, vs ...*Value) {
	if slices.ContainsFunc(vs, func(v *Value) bool { return v != nil && v.op == op }) {
		return
	}
	for i := range op.results {
		rw.ReplaceUses(&op.results[i], vs[i])
	}
	rw.Erase(op)
}

// ReplaceUses makes every user of v use w.
func (rw *Rewriter) ReplaceUses(v, w *Value) {
	rw.ReplaceUsesIf(v, w, func(*Operand) bool { return true })
}

// ReplaceUsesIf makes the uses of v for which the function which returns true use w.
func (rw *Rewriter) ReplaceUsesIf(v, w *Value, which func(*Operand) bool) {
	if v == w {
		return
	}
	for u := range v.Uses() {
		if which(u) {
			u.set(w)
			rw.Modified(u.owner)
		}
	}
}

// ReplaceWithNew makes an operation from s in front of op and replaces op with it.
func (rw *Rewriter) ReplaceWithNew(op *Op, s OpState) *Op {
	rw.SetBefore(op)
	if s.Loc == nil {
		s.Loc = op.loc
	}
	made := rw.Create(s)
	rw.Replace(op, made.Results()...)
	return made
}

// Erase removes an operation without uses.
func (rw *Rewriter) Erase(op *Op) {
	if rw.onErase != nil {
		rw.onErase(op)
	}
	op.Erase()
}

// EraseBlock erases a block and all operations in it. No operation may use its values or branch to it any
// more.
func (rw *Rewriter) EraseBlock(b *Block) {
	for op := b.last; op != nil; op = b.last {
		rw.Erase(op)
	}
	b.Erase()
}

// InlineBlock moves the operations of b in front of before, replaces b's arguments by args, and erases b. No
// operation may branch to b any more.
func (rw *Rewriter) InlineBlock(b *Block, before *Op, args []*Value) {
	for i, a := range b.args {
		rw.ReplaceUses(a, args[i])
	}
	for op := range b.Ops() {
		op.MoveBefore(before)
	}
	rw.removeBlock(b)
}

// MergeBlock moves the operations of b to the end of dest, which must not end with a terminator. It replaces
// b's arguments by args, and erases b.
func (rw *Rewriter) MergeBlock(b, dest *Block, args []*Value) {
	for i, a := range b.args {
		rw.ReplaceUses(a, args[i])
	}
	for op := range b.Ops() {
		op.MoveToEnd(dest)
	}
	rw.removeBlock(b)
}

// removeBlock unlinks an empty block from its region. A driver may do this to very many blocks; therefore the
// region's list keeps a gap then, which Region.Blocks or closeGaps removes.
func (rw *Rewriter) removeBlock(b *Block) {
	r := b.region
	if !rw.driven || b.IsEntry() {
		b.Erase()
		return
	}
	if r.gone == 0 {
		rw.gaps = append(rw.gaps, r)
	}
	b.region = nil
	r.gone++
}

// closeGaps removes the gaps of all regions, so that any number of goroutines may read their blocks.
func (rw *Rewriter) closeGaps() {
	for i, r := range rw.gaps {
		r.Blocks()
		rw.gaps[i] = nil
	}
	rw.gaps = rw.gaps[:0]
}

// Modified tells the driver that op was changed in place.
func (rw *Rewriter) Modified(op *Op) {
	if rw.onModify != nil {
		rw.onModify(op)
	}
}
