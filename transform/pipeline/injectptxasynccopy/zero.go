package injectptxasynccopy

import (
	"math"

	"github.com/inflight-compiler/inflight/dialect/vector"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/transform/internal/asyncqueue"
)

// isZero reports whether all bits of a value are certainly 0. cp.async fills with such zeros, so -0.0 does
// not count.
func isZero(v *ir.Value) bool {
	var trail ir.Trail
	for op := v.DefinedBy(vector.Broadcast); op != nil &&
		!trail.Repeats(v); op = v.DefinedBy(vector.Broadcast) {
		v = op.Operand(0)
	}
	switch a := ir.ConstantValue(v).(type) {
	case *ir.IntegerAttr:
		return a.Value == 0 && a.Big == nil
	case *ir.FloatAttr:
		f := a.Float64()
		return f == 0 && !math.Signbit(f)
	case *ir.DenseElementsAttr:
		n := a.NumElems()
		if a.Splat {
			n = min(n, 1)
		}
		for i := range n {
			if a.Element(int(i)) != 0 {
				return false
			}
		}
		return ir.ElemBytes(a.Type.ElemType()) <= 8
	}
	return false
}

// zeroStore matches a condition that copies in one branch and stores zeros to the same place in the other.
func (m *matcher) zeroStore(cond *ir.Op) *copyPlan {
	yes, no := soleStore(cond.Region(0).Entry()), soleStore(cond.Region(1).Entry())
	if yes == nil || no == nil {
		return nil
	}
	inverted := false
	if isZero(storedValue(yes)) {
		yes, no, inverted = no, yes, true
	}
	v, zeros := stored(no)
	if !isZero(v) {
		return nil
	}
	p, r := m.storeOf(yes)
	if r != nil || p.pred != nil || yes.Def() != no.Def() || !m.samePlace(p.dst, zeros) {
		return nil
	}
	p.anchor, p.pred, p.inverted, p.dead = cond, cond.Operand(0), inverted, nil
	p.ops = append(p.ops, no)
	if storedValue(yes).Type() != storedValue(no).Type() || m.movable(p) != nil {
		return nil
	}
	return p
}

// storedValue returns the value that a store writes.
func storedValue(op *ir.Op) *ir.Value {
	v, _ := stored(op)
	return v
}

// soleStore returns the store in a block whose other operations only read memory and compute, nil for other
// blocks.
func soleStore(b *ir.Block) *ir.Op {
	var store *ir.Op
	for op := range b.OpsWithoutTerminator() {
		switch {
		case op.NumRegions() > 0:
			if hasWrites(op) {
				return nil
			}
		case !asyncqueue.Writes(op):
		case store != nil || !isStore(op) || op.Is(vector.Scatter):
			return nil
		default:
			store = op
		}
	}
	return store
}

// samePlace reports whether two places are certainly equal.
func (m *matcher) samePlace(a, b place) bool {
	if a.memref != b.memref || len(a.index) != len(b.index) {
		return false
	}
	for i := range a.index {
		if !m.l.ev.Eval(a.index[i]).Equal(m.l.ev.Eval(b.index[i])) {
			return false
		}
	}
	return true
}
