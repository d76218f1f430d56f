package wasm

import "github.com/inflight-compiler/inflight/ir"

// lifetimes returns a table that says with which operation each value of a function dies. A value that only
// its own block uses dies with the last use. A value that other blocks use dies with the operation that has
// the region. The list has the values that die with operations that have regions, because the regions may use
// more values than the operands.
func lifetimes(fn *ir.Op) (*ir.ValueMap[state], map[*ir.Op][]*ir.Value) {
	n := 0
	for op := range fn.Walk() {
		n += op.NumResults()
	}
	l := &lifetime{current: map[*ir.Block]*ir.Op{}, states: &ir.ValueMap[state]{}}
	l.states.Grow(n)
	l.region(fn.Region(0))
	dies := map[*ir.Op][]*ir.Value{}
	for v, s := range l.states.All() {
		if s.last.NumRegions() > 0 {
			dies[s.last] = append(dies[s.last], v)
		}
	}
	return l.states, dies
}

// lifetime is a walk through a function.
type lifetime struct {
	current map[*ir.Block]*ir.Op // the operations around the current place of the walk
	states  *ir.ValueMap[state]  // in the order of the walk
}

func (l *lifetime) region(r *ir.Region) {
	for _, b := range r.Blocks() {
		for op := range b.Ops() {
			l.operation(op, b)
		}
		delete(l.current, b)
	}
}

func (l *lifetime) operation(op *ir.Op, b *ir.Block) {
	for i := range op.NumOperands() {
		l.use(op.Operand(i), op, b)
	}
	if op.NumRegions() > 0 {
		l.current[b] = op
		for _, inner := range op.Regions() {
			l.region(inner)
		}
		delete(l.current, b)
	}
	for i := range op.NumResults() {
		if v := op.Result(i); !v.HasUses() {
			l.states.Entry(v).last = op
		}
	}
}

// use notes that an operation of a block uses a value.
func (l *lifetime) use(v *ir.Value, op *ir.Op, b *ir.Block) {
	s := l.states.Entry(v)
	home := v.ParentBlock()
	switch around := home.ParentOp(); {
	case s.last == around:
	case home == b:
		s.last = op
	case l.current[home] != nil:
		s.last = l.current[home]
	default:
		s.last = around
	}
}
