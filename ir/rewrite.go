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
	// Rewrite changes the program through rw and reports whether it did. It
	// must not change anything when it returns false.
	Rewrite func(op *Op, rw *Rewriter) bool
	// Divides is set where Rewrite moves what follows op to another block. A Converter goes from the back,
	// then.
	Divides bool
}

// Rewriter changes the program on behalf of patterns and tells the driver.
type Rewriter struct {
	*Builder
	onErase  func(*Op) // of the outermost operation erased
	onModify func(*Op)
	driven   bool      // the driver calls closeGaps in the end
	gaps     []*Region // whose lists of blocks have gaps
}

// Replace makes users of op's results use vs and erases op. An operation that
// is to be replaced by a result of its own stays: it is computed from itself, in
// a graph region or in unreachable code.
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

// ReplaceUsesIf makes the users of v for which keep holds use w.
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

// EraseBlock removes a block with all it holds. Nothing may use its values or
// branch to it any more.
func (rw *Rewriter) EraseBlock(b *Block) {
	for op := b.last; op != nil; op = b.last {
		rw.Erase(op)
	}
	b.Erase()
}

// InlineBlock moves the operations of b in front of before, puts args in place
// of b's arguments, and erases b, to which nothing may branch any more.
func (rw *Rewriter) InlineBlock(b *Block, before *Op, args []*Value) {
	for i, a := range b.args {
		rw.ReplaceUses(a, args[i])
	}
	for op := range b.Ops() {
		op.MoveBefore(before)
	}
	rw.removeBlock(b)
}

// MergeBlock moves the operations of b to the end of dest, which must not end
// with a terminator, puts args in place of b's arguments, and erases b.
func (rw *Rewriter) MergeBlock(b, dest *Block, args []*Value) {
	for i, a := range b.args {
		rw.ReplaceUses(a, args[i])
	}
	for op := range b.Ops() {
		op.MoveToEnd(dest)
	}
	rw.removeBlock(b)
}

// removeBlock unlinks an empty block from its region. Of a driver, which may do that to very many blocks,
// regions close their gaps when somebody asks for their blocks, or in the end.
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

// closeGaps sees to it that no region has gaps, so that any number of goroutines may look at its blocks.
func (rw *Rewriter) closeGaps() {
	for i, r := range rw.gaps {
		r.Blocks()
		rw.gaps[i] = nil
	}
	rw.gaps = rw.gaps[:0]
}

// Modified says that op was changed in place.
func (rw *Rewriter) Modified(op *Op) {
	if rw.onModify != nil {
		rw.onModify(op)
	}
}
