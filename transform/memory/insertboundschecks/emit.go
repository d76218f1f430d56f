package insertboundschecks

import (
	"math"

	"github.com/inflight-compiler/inflight/analysis/inequality"
	"github.com/inflight-compiler/inflight/dialect/affine"
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/cf"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/ir"
)

// writer writes arithmetic on indices.
type writer struct{ b *ir.Builder }

// assert writes the assertion of a demand.
func assert(d *demand) {
	w := &writer{ir.At(d.anchor)}
	w.b.Loc = d.op.Loc()
	var ok *ir.Value
	if d.holds != nil {
		ok = d.holds(w)
	} else {
		ok = w.inRange(d)
	}
	for _, g := range d.guards {
		ok = w.or(ok, arith.Cmp(w.b, arith.SGE, w.form(g.lower), w.form(g.upper)))
	}
	w.b.Op(cf.Assert, []*ir.Value{ok}, ir.NamedAttr{Name: "msg", Value: w.b.Ctx.String(d.message)})
}

// inRange writes that all subscripts of a demand are in bounds, those from loops of at least one iteration.
func (w *writer) inRange(d *demand) *ir.Value {
	base, _ := d.base.Plus(inequality.Const(d.down), -1)
	reach := uint64(d.down) + uint64(d.up)
	if d.extent.IsConst() && len(d.spans) == 0 {
		if uint64(d.extent.Const) <= reach {
			return arith.ConstBool(w.b, false)
		}
		return arith.Cmp(w.b, arith.ULT, w.form(base), w.index(int64(uint64(d.extent.Const)-reach)))
	}
	first, extent := w.form(base), w.form(d.extent)
	ok := arith.Cmp(w.b, arith.ULT, first, extent)
	if reach == 0 && len(d.spans) == 0 {
		return ok
	}
	// How far the subscripts may go below the first one and above it. What is computed from a subscript out
	// of bounds is of no consequence.
	below, above := first, w.sub(w.sub(extent, w.index(1)), first)
	if reach > 0 {
		r := w.index(int64(reach))
		ok = w.and(ok, arith.Cmp(w.b, arith.ULE, r, above))
		above = w.sub(above, r)
	}
	for i, s := range d.spans {
		room := &above
		if s.factor < 0 {
			room = &below
		}
		far := w.length(s)
		k := max(s.factor, -s.factor)
		ok = w.and(ok, arith.Cmp(w.b, arith.ULE, far, w.divided(*room, k)))
		if i+1 < len(d.spans) {
			*room = w.sub(*room, w.mul(far, w.index(k)))
		}
	}
	return ok
}

// length writes how far the variable of a loop goes from its lower bound, if the loop has an iteration.
func (w *writer) length(s span) *ir.Value {
	far := w.sub(w.sub(w.form(s.upper), w.index(1)), w.form(s.lower))
	switch {
	case !s.step.IsConst(): // the loop has not been reached that asserts it
		return w.sub(far, arith.Binary(w.b, arith.RemUI, far,
			arith.Binary(w.b, arith.MaxSI, w.form(s.step), w.index(1))))
	case s.step.Const != 1:
		return w.sub(far, arith.Binary(w.b, arith.RemUI, far, w.index(s.step.Const)))
	}
	return far
}

func (w *writer) index(n int64) *ir.Value      { return arith.ConstIndex(w.b, n) }
func (w *writer) add(x, y *ir.Value) *ir.Value { return arith.Binary(w.b, arith.AddI, x, y) }
func (w *writer) and(x, y *ir.Value) *ir.Value { return arith.Binary(w.b, arith.AndI, x, y) }
func (w *writer) or(x, y *ir.Value) *ir.Value  { return arith.Binary(w.b, arith.OrI, x, y) }

func (w *writer) sub(x, y *ir.Value) *ir.Value {
	if n, ok := ir.ConstInt(y); ok && n == 0 {
		return x
	}
	return arith.Binary(w.b, arith.SubI, x, y)
}

func (w *writer) mul(x, y *ir.Value) *ir.Value {
	if n, ok := ir.ConstInt(y); ok && n == 1 {
		return x
	}
	return arith.Binary(w.b, arith.MulI, x, y)
}

// below writes that 0 <= x < y, for y >= 0.
func (w *writer) below(x, y *ir.Value) *ir.Value { return arith.Cmp(w.b, arith.ULT, x, y) }

// form writes the value of a form, modulo 2⁶⁴.
func (w *writer) form(f inequality.Form) *ir.Value {
	var sum *ir.Value
	for _, t := range f.Terms {
		x := w.atom(t.Atom)
		if t.Coef != 1 && (t.Coef != -1 || sum == nil) {
			x = w.mul(x, w.index(t.Coef))
		}
		switch {
		case sum == nil:
			sum = x
		case t.Coef == -1:
			sum = w.sub(sum, x)
		default:
			sum = w.add(sum, x)
		}
	}
	switch {
	case sum == nil:
		return w.index(f.Const)
	case f.Const == 0:
		return sum
	case f.Const < 0 && f.Const != math.MinInt64:
		return w.sub(sum, w.index(-f.Const))
	}
	return w.add(sum, w.index(f.Const))
}

func (w *writer) atom(a *inequality.Atom) *ir.Value {
	switch {
	case a.Memory != nil:
		return memref.NewDim(w.b, a.Memory, w.index(int64(a.Dim)))
	case a.Value != nil && a.Value.Type() != w.b.Ctx.Index:
		return arith.Cast(w.b, arith.IndexCast, a.Value, w.b.Ctx.Index)
	case a.Value != nil:
		return a.Value
	case a.Extreme < 0:
		return affine.NewMin(w.b, a.Map, a.Operands...)
	case a.Extreme > 0:
		return affine.NewMax(w.b, a.Map, a.Operands...)
	}
	return affine.NewApply(w.b, a.Map, a.Operands...)
}
