package analysis

import (
	"cmp"
	"slices"
)

// widener replaces the induction variables of the loops inside a summarized
// operation by the intervals they run over, for the subscripts of one access.
// exact stays true while the intervals form a box every element of which is touched.
type widener struct {
	s     *summary
	exact bool
}

func newWidener(s *summary) widener {
	s.used = s.used[:0]
	return widener{s: s, exact: true}
}

// widen returns the range of one subscript; nil is a subscript that is not
// linear.
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
		if !w.boundRemainders(&r, loop) {
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

// use notes that a subscript runs with sym; two that do touch a diagonal only.
func (w *widener) use(sym *Symbol) {
	w.exact = w.exact && !slices.Contains(w.s.used, sym)
	w.s.used = append(w.s.used, sym)
}

// boundRemainders replaces remainders of forms with the loop's variable by
// their interval: [0, Mod-1], and below 0 as well for signed ones. It returns false for quotients.
func (w *widener) boundRemainders(r *Range, loop *loopRange) bool {
	for _, t := range r.Base.Terms {
		if t.Sym.kind == notDiv || !t.Sym.Arg.mentions(loop.sym) {
			continue
		}
		if t.Sym.Mod == 0 {
			return false
		}
		r.Base = r.Base.Sub(Linear{Terms: []Term{t}})
		r.grow(t.Coef, t.Sym.Mod, t.Coef)
		if t.Sym.kind == signedRem {
			r.grow(-t.Coef, t.Sym.Mod, t.Coef)
		}
		w.exact = false
	}
	return true
}

// grow adds coef·[0, trips-1] to the interval, in steps.
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

// stride is a step taken a number of times.
type stride struct{ step, trips int64 }

// contiguous reports whether the sums of all multiples leave no gap.
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
