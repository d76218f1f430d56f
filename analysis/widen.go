package analysis

import (
	"cmp"
	"slices"

	"github.com/inflight-compiler/inflight/ir"
)

// widener replaces the induction variables of loops in a summarized operation by the intervals of their
// values, in the subscripts of one access. exact stays true while the intervals form a box of which every
// element is accessed.
type widener struct {
	s     *summary
	exact bool
	apart bool // the subscripts are used separately, and not as those of one element
}

func newWidener(s *summary) widener {
	s.used = s.used[:0]
	return widener{s: s, exact: true}
}

// widen returns the range of one subscript. A nil form is a subscript that is not linear.
func (w *widener) widen(l *Linear) Range {
	if l == nil || l.hasFresh() {
		w.exact = false
		return Range{Full: true}
	}
	r := Range{Base: *l}
	var few [4]stride
	spans := few[:0]
	for i := len(w.s.loops) - 1; i >= 0; i-- {
		loop := &w.s.loops[i]
		if !w.boundDivisions(&r, loop) {
			return w.full()
		}
		at := r.Base.index(loop.sym)
		if at < 0 {
			continue
		}
		c := r.Base.Terms[at].Coef
		if loop.trips < 0 || !loop.known || loop.step == 0 {
			return w.full()
		}
		r.Base = r.Base.without(at).Add(loop.lower.Scale(c))
		r.grow(c*loop.step, loop.trips, c*loop.step)
		spans = append(spans, stride{max(c*loop.step, -c*loop.step), loop.trips})
		w.use(loop.sym)
	}
	w.exact = w.exact && contiguous(spans)
	return r
}

func (w *widener) full() Range {
	w.exact = false
	return Range{Full: true}
}

// use notes that a subscript contains sym. If two subscripts contain it, only a diagonal of the box is
// accessed.
func (w *widener) use(sym *Symbol) {
	if w.apart {
		return
	}
	w.exact = w.exact && !slices.Contains(w.s.used, sym)
	w.s.used = append(w.s.used, sym)
}

// boundDivisions replaces remainders and quotients that contain the loop's variable by their ranges. It
// returns false if such a range is not known.
func (w *widener) boundDivisions(r *Range, loop *loopRange) bool {
	for _, t := range r.Base.Terms {
		if t.Sym.kind == notDiv || !t.Sym.Arg.mentions(loop.sym) {
			continue
		}
		within, ok := w.division(t.Sym)
		if !ok {
			return false
		}
		r.Base = r.Base.Sub(Linear{Terms: []Term{t}}).Add(within.Base.Scale(t.Coef))
		if n := within.Hi - within.Lo; n > 0 {
			r.grow(t.Coef, n+1, t.Coef)
		}
		r.Lo, r.Hi = r.Lo+t.Coef*within.Lo, r.Hi+t.Coef*within.Lo
		w.exact = false
	}
	return true
}

// division returns the range of a remainder or quotient over all iterations.
func (w *widener) division(s *Symbol) (Range, bool) {
	inner := widener{s: w.s, apart: true}
	arg := inner.widen(&s.Arg)
	first, length := arg.Base.AddConst(arg.Lo), arg.Hi-arg.Lo
	switch {
	case s.kind == floorMod && !arg.Full && first.IsConst() &&
		divideConst(floorMod, first.Const, s.Mod)+length < s.Mod:
		return Range{Base: Const(divideConst(floorMod, first.Const, s.Mod)), Hi: length}, true
	case s.kind == signedRem:
		return Range{Lo: 1 - s.Mod, Hi: s.Mod - 1}, true
	case s.kind.isRemainder():
		return Range{Hi: s.Mod - 1}, true
	case s.kind != floorDiv || arg.Full:
		return Range{}, false
	case first.IsConst():
		q := divideConst(floorDiv, first.Const, s.Div)
		return Range{Base: Const(q), Hi: divideConst(floorDiv, first.Const+length, s.Div) - q}, true
	}
	q, ok := w.s.e.divide(floorDiv, first, s.Div)
	return Range{Base: q, Hi: divideConst(ceilDiv, length, s.Div)}, ok
}

// maxPoints limits the iterations that are enumerated to decide whether they access all elements of a box.
const maxPoints = 4096

// fills reports whether the iterations of the loops access every element of a box. Subscripts that are
// remainder and quotient of one variable often do so together.
func (w *widener) fills(forms []Linear, box []Range) bool {
	points, size := int64(1), int64(1)
	for _, l := range w.s.loops {
		if !l.known || !l.lower.IsConst() || l.step == 0 || l.trips <= 0 || l.trips > maxPoints/points {
			return false
		}
		points *= l.trips
	}
	parts := make([]Linear, len(forms)) // without the terms that are the same in all iterations
	for d, f := range forms {
		n := box[d].Hi - box[d].Lo + 1
		if box[d].Full || n > points/size {
			return false
		}
		size *= n
		parts[d] = f.Sub(box[d].Base)
	}
	touched, count := make([]bool, size), int64(0)
	at := map[*ir.Value]int64{}
	for p := range points {
		for _, l := range w.s.loops {
			at[l.sym.Value] = l.lower.Const + p%l.trips*l.step
			p /= l.trips
		}
		e, ok := elementAt(parts, box, func(v *ir.Value) (int64, bool) { n, known := at[v]; return n, known })
		if !ok {
			return false
		}
		if !touched[e] {
			touched[e] = true
			count++
		}
	}
	return count == size
}

// elementAt returns the number of an element in a box, counted row by row.
func elementAt(parts []Linear, box []Range, value func(*ir.Value) (int64, bool)) (e int64, ok bool) {
	for d := range parts {
		n, ok := parts[d].At(value)
		if n -= box[d].Lo; !ok || n < 0 || n > box[d].Hi-box[d].Lo {
			return 0, false
		}
		e = e*(box[d].Hi-box[d].Lo+1) + n
	}
	return e, true
}

// grow adds coef·[0, trips-1] to the interval, and combines the step.
func (r *Range) grow(coef, trips, step int64) {
	if trips > 1 {
		r.Step = gcd(r.Step, step)
	}
	if d := coef * (trips - 1); d > 0 {
		r.Hi += d
	} else {
		r.Lo += d
	}
}

// stride is a step that occurs 0 to trips-1 times.
type stride struct{ step, trips int64 }

// contiguous reports whether the sums of the strides form an interval without gaps.
func contiguous(spans []stride) bool {
	slices.SortFunc(spans, func(a, b stride) int { return cmp.Compare(a.step, b.step) })
	width := int64(1)
	for _, s := range spans {
		if s.step > width {
			return false
		}
		width += s.step * (s.trips - 1)
	}
	return true
}
