package expr

import "github.com/inflight-compiler/inflight/ir"

// mark is a place between operations that stays where it is while others are made behind it: the conversion
// of an operand stands right behind the operand, though what it is converted to is known only when the next
// one is evaluated. So an operand that converts by itself and one with T.Cast around it are the same
// operations in the same order.
type mark struct {
	block *ir.Block
	last  *ir.Op // the operation in front, nil at the start of the block
}

// mark returns the place where the builder is.
func (e *Evaluator) mark() mark {
	if e.B == nil || e.B.Block() == nil {
		return mark{}
	}
	block, here := e.B.Block(), e.B.Save()
	defer e.B.Restore(here)
	if e.B.SetEnd(block); e.B.Save() == here {
		return mark{block, block.Last()}
	}
	for op := block.Last(); op != nil; op = op.Prev() { // as a rule, the first is a terminator
		if e.B.SetBefore(op); e.B.Save() == here {
			return mark{block, op.Prev()}
		}
	}
	return mark{}
}

// at makes operations at a mark, or where the builder is if the mark is of another block.
func (e *Evaluator) at(m mark, f func() error) error {
	if m.block == nil || e.B == nil || e.B.Block() != m.block {
		return f()
	}
	here := e.B.Save()
	defer e.B.Restore(here)
	last := m.last
	if e.Consts != nil && m.block == e.Consts.entry && e.Consts.last != nil &&
		(last == nil || last.Has(ir.ConstantLike)) {
		last = e.Consts.last // no code comes in between the constants
	}
	if last == nil {
		e.B.SetStart(m.block)
	} else {
		e.B.SetAfter(last)
	}
	return f()
}
