package expr

import "github.com/inflight-compiler/inflight/ir"

// mark is a place between operations that does not move while others are made behind it. The conversion of an
// operand stands right behind the operand, but its target is known only after the next operand is evaluated.
// With a mark, an implicit conversion and T.Cast make the same operations in the same order.
type mark struct {
	block *ir.Block
	last  *ir.Op // the operation in front, nil at the start of the block
}

// mark returns the current insertion point.
func (e *Evaluator) mark() mark {
	if e.B == nil || e.B.Block() == nil {
		return mark{}
	}
	block, here := e.B.Block(), e.B.Save()
	defer e.B.Restore(here)
	if e.B.SetEnd(block); e.B.Save() == here {
		return mark{block, block.Last()}
	}
	for op := block.Last(); op != nil; op = op.Prev() { // the first one is mostly a terminator
		if e.B.SetBefore(op); e.B.Save() == here {
			return mark{block, op.Prev()}
		}
	}
	return mark{}
}

// at calls f with the builder at a mark. If the mark is in another block, the insertion point stays.
func (e *Evaluator) at(m mark, f func() error) error {
	if m.block == nil || e.B == nil || e.B.Block() != m.block {
		return f()
	}
	here := e.B.Save()
	defer e.B.Restore(here)
	last := m.last
	if e.Consts != nil && m.block == e.Consts.entry && e.Consts.last != nil &&
		(last == nil || last.Has(ir.ConstantLike)) {
		last = e.Consts.last // no code stands between the constants
	}
	if last == nil {
		e.B.SetStart(m.block)
	} else {
		e.B.SetAfter(last)
	}
	return f()
}
