package wasm

import "github.com/inflight-compiler/inflight/ir"

// lifetimes returns for each operation of a function the values that die with it: those that nothing behind it in their block
// uses, and no other block. A value that other blocks use dies with the operation that has the region.
func lifetimes(fn *ir.Op) map[*ir.Op][]*ir.Value {
	n := 0
	for range fn.Walk() {
		n++
	}
	l := &lifetime{current: map[*ir.Block]*ir.Op{}, last: make(map[*ir.Value]*ir.Op, n), values: make([]*ir.Value, 0, n)}
	l.region(fn.Region(0))
	dies := make(map[*ir.Op][]*ir.Value, len(l.values))
	for _, v := range l.values {
		dies[l.last[v]] = append(dies[l.last[v]], v)
	}
	return dies
}

// lifetime is a walk through a function.
type lifetime struct {
	current map[*ir.Block]*ir.Op // the operations that the walk is in
	last    map[*ir.Value]*ir.Op
	values  []*ir.Value // in the order of the walk
}

func (l *lifetime) region(r *ir.Region) {
	for _, b := range r.Blocks() {
		for op := range b.Ops() {
			l.current[b] = op
			for i := range op.NumOperands() {
				l.use(op.Operand(i))
			}
			for _, inner := range op.Regions() {
				l.region(inner)
			}
			for i := range op.NumResults() {
				if v := op.Result(i); !v.HasUses() {
					l.die(v, op)
				}
			}
		}
		delete(l.current, b)
	}
}

// use notes a use of a value in the operations that the walk is in.
func (l *lifetime) use(v *ir.Value) {
	b := v.ParentBlock()
	around := b.ParentOp()
	if l.last[v] == around {
		return
	}
	if at := l.current[b]; at != nil {
		around = at
	}
	l.die(v, around)
}

func (l *lifetime) die(v *ir.Value, at *ir.Op) {
	if l.last[v] == nil {
		l.values = append(l.values, v)
	}
	l.last[v] = at
}
