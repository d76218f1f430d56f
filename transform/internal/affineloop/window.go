package affineloop

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/affine"
	"github.com/inflight-compiler/inflight/ir"
	aff "github.com/inflight-compiler/inflight/ir/affine"
)

// Alignment says that, if two accesses touch one element, the variable of loop To is larger by By than that
// of loop From.
type Alignment struct {
	From, To *ir.Op
	By       int64 // the variable of To less that of From
}

// Aligned returns how the variables of the loops around one access depend on those around another access when
// both touch the same element. It returns an Alignment for each dimension in which both subscripts are such a
// variable plus the same form.
func Aligned(a *Ref, as []*ir.Op, b *Ref, bs []*ir.Op) (list []Alignment) {
	if a.Memref != b.Memref || len(a.subscripts) != len(b.subscripts) {
		return nil
	}
	for d := range a.subscripts {
		x, source := a.subscripts[d].without(as)
		y, target := b.subscripts[d].without(bs)
		if source != nil && target != nil && x.sameTerms(y) {
			list = append(list, Alignment{target, source, y.constant - x.constant})
		}
	}
	return list
}

// without removes the variable of one of the loops from a form. It returns nil for the loop if the form does
// not contain exactly one such variable, with factor 1.
func (f form) without(loops []*ir.Op) (rest form, loop *ir.Op) {
	rest = form{constant: f.constant, ok: f.ok}
	for _, t := range f.terms {
		switch i := indexOf(loops, t.value); {
		case i < 0 && !Inside(t.value, loops[0]):
			rest.terms = append(rest.terms, t)
		case i < 0 || t.times != 1 || loop != nil:
			return rest, nil
		default:
			loop = loops[i]
		}
	}
	if !f.ok {
		return rest, nil
	}
	return rest, loop
}

// sameTerms reports whether two forms differ by a constant.
func (f form) sameTerms(g form) bool {
	return len(f.terms) == len(g.terms) &&
		!slices.ContainsFunc(f.terms, func(t term) bool { return g.times(t.value) != t.times })
}

// Window is the range of the subscripts of one dimension in one iteration of a loop: from Low to High,
// relative to a form that is fixed during the iteration.
type Window struct {
	Low, High int64
	base      form
}

// Over returns a window that contains both, false if their forms differ.
func (w Window) Over(o Window) (Window, bool) {
	return Window{min(w.Low, o.Low), max(w.High, o.High), w.base}, w.base.sameTerms(o.base)
}

// Windows returns the window of each dimension of an access in one iteration of a loop, false if one is not
// known.
func (r *Ref) Windows(loop *ir.Op) ([]Window, bool) {
	list := make([]Window, len(r.subscripts))
	for d, f := range r.subscripts {
		w := Window{f.constant, f.constant, form{ok: true}}
		if d == len(r.subscripts)-1 {
			w.High += r.Extent - 1
		}
		for _, t := range f.terms {
			if isFixed(t.value, loop) {
				w.base.terms = append(w.base.terms, t)
				continue
			}
			low, high, ok := variableRange(t.value)
			if !ok || !moderate(low, high, t.times) {
				return nil, false
			}
			if t.times < 0 {
				low, high = high, low
			}
			w.Low, w.High = w.Low+t.times*low, w.High+t.times*high
		}
		if !f.ok || !moderate(f.constant, w.Low, w.High) {
			return nil, false
		}
		list[d] = w
	}
	return list, r.At.Map != nil
}

// isFixed reports whether a value does not change during one iteration of a loop.
func isFixed(v *ir.Value, loop *ir.Op) bool { return v == loop.Body().Arg(0) || !Inside(v, loop) }

// From returns the subscripts of an access relative to the starts of the windows in one iteration of a loop.
func (r *Ref) From(loop *ir.Op, windows []Window) affine.Access {
	var operands []*ir.Value
	results := make([]*aff.Expr, len(r.subscripts))
	for d, f := range r.subscripts {
		results[d] = aff.C(f.constant - windows[d].Low)
		for _, t := range f.terms {
			if !isFixed(t.value, loop) {
				results[d] = aff.D(len(operands)).Mul(aff.C(t.times)).Add(results[d])
				operands = append(operands, t.value)
			}
		}
	}
	m := aff.NewMap(len(operands), 0, results...)
	return affine.Access{Map: m.Simplify(), Operands: operands}.Canonicalize()
}
