package wasm

import "github.com/inflight-compiler/inflight/ir"

// lifetimes returns for each operation of a function the values that die with it: those that nothing behind it in their block
// uses, and no other block. A value that other blocks use dies with the operation that has the region. It returns for each value
// the operation that it dies with, too.
func lifetimes(fn *ir.Op) (dies map[*ir.Op][]*ir.Value, last map[*ir.Value]*ir.Op) {
	l := &lifetime{current: map[*ir.Block]*ir.Op{}, last: map[*ir.Value]*ir.Op{}}
	l.region(fn.Region(0))
	dies = make(map[*ir.Op][]*ir.Value, len(l.values))
	for _, v := range l.values {
		dies[l.last[v]] = append(dies[l.last[v]], v)
	}
	return dies, l.last
}

// outlive makes what an operation uses, and what those deferred to it use, live until another one behind it, in the same block,
// at which it is compiled.
func (f *function) outlive(op, user *ir.Op) {
	for i := range op.NumOperands() {
		v := op.Operand(i)
		f.prolong(v, user)
		if f.places[v].kind == deferred {
			f.outlive(v.DefiningOp(), user)
		}
	}
}

func (f *function) prolong(v *ir.Value, user *ir.Op) {
	if last := f.last[v]; last != nil && last.Block() == user.Block() && last != user && last.IsBefore(user) {
		f.last[v] = user
		f.dies[user] = append(f.dies[user], v)
	}
}

// dieWith frees the locals of what dies with an operation.
func (f *function) dieWith(op *ir.Op) {
	for _, v := range f.dies[op] {
		if f.last[v] == op {
			f.die(v)
		}
	}
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
