package asyncqueue

import (
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// Mover makes values available in front of an operation by copying the operations that compute them.
type Mover struct {
	Anchor *ir.Op
	// Bind returns the replacement of a value, such as the first value of an induction variable. It may be
	// nil.
	Bind func(v *ir.Value) (*ir.Value, bool)

	moved   map[*ir.Value]*ir.Value
	movable map[*ir.Value]bool // results of CanMove; false for a value that is being examined
}

func (m *Mover) bind(v *ir.Value) (*ir.Value, bool) {
	if m.Bind == nil {
		return nil, false
	}
	return m.Bind(v)
}

// CanMove reports whether v can be made available in front of the anchor.
func (m *Mover) CanMove(v *ir.Value) bool {
	if _, bound := m.bind(v); bound || visible(v, m.Anchor) {
		return true
	}
	if can, known := m.movable[v]; known {
		return can
	}
	if m.movable == nil {
		m.movable = map[*ir.Value]bool{}
	}
	m.movable[v] = false // in unreachable code, a value may be computed from itself
	def := v.DefiningOp()
	if def == nil || !def.IsPure() || def.NumRegions() > 0 {
		return false
	}
	for _, o := range def.Operands() {
		if !m.CanMove(o) {
			return false
		}
	}
	m.movable[v] = true
	return true
}

// visible reports whether v can be used in front of op without a copy.
func visible(v *ir.Value, op *ir.Op) bool {
	block := v.ParentBlock()
	for ; op != nil; op = op.Parent() {
		if op.Block() == block {
			return v.DefiningOp() == nil || v.DefiningOp() != op && v.DefiningOp().IsBefore(op)
		}
	}
	return false
}

// Move returns a value in front of the anchor that is equal to v. CanMove must have allowed it.
func (m *Mover) Move(v *ir.Value) *ir.Value {
	if w, ok := m.bind(v); ok {
		return w
	}
	if visible(v, m.Anchor) {
		return v
	}
	if w := m.moved[v]; w != nil {
		return w
	}
	def, mapping := v.DefiningOp(), ir.NewMapping()
	for _, o := range def.Operands() {
		mapping.Map(o, m.Move(o))
	}
	clone := ir.At(m.Anchor).Clone(def, mapping)
	w := clone.Result(v.Index())
	if simpler := m.folded(clone, v.Index()); simpler != nil {
		w = simpler // the first iteration often adds 0
		clone.Erase()
	}
	if m.moved == nil {
		m.moved = map[*ir.Value]*ir.Value{}
	}
	m.moved[v] = w
	return w
}

// folded returns a simpler value for a result of an operation, nil if there is none.
func (m *Mover) folded(op *ir.Op, result int) *ir.Value {
	f := ir.Fold(op)
	if result >= len(f) {
		return nil
	}
	if n, ok := f[result].Attr.(*ir.IntegerAttr); ok && f[result].Value == nil && constraint.IsIndex(n.Type) {
		return Index(m.Anchor, n.Value)
	}
	return f[result].Value
}

// MoveAll moves values.
func (m *Mover) MoveAll(vs []*ir.Value) []*ir.Value {
	out := make([]*ir.Value, len(vs))
	for i, v := range vs {
		out[i] = m.Move(v)
	}
	return out
}

// Index returns an index constant. It reuses one at the beginning of the function around.
func Index(at *ir.Op, n int64) *ir.Value {
	for !at.Has(ir.IsolatedFromAbove) {
		at = at.Parent()
	}
	op := at.Body().First()
	for ; op != nil && op.Is(arith.Constant); op = op.Next() {
		if v, ok := ir.ConstInt(op.Result(0)); ok && v == n && constraint.IsIndex(op.Result(0).Type()) {
			return op.Result(0)
		}
	}
	return arith.NewConstant(ir.At(op), at.Context().IndexAttr(n))
}
