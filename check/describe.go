package check

import (
	"encoding/binary"
	"slices"

	"github.com/inflight-compiler/inflight/analysis"
)

// inside reports whether a flight was issued by this activation.
func (s *skipper) inside(f *flight) bool {
	return len(f.at) > s.a.depth && f.at[s.a.depth].act == s.a.id
}

// describe appends a state relative to the current iteration. Of the queues that the loop does not wait for, only what
// its accesses may still meet counts, not how often.
func (s *skipper) describe(b []byte, one *state) []byte {
	list := func(fs []*flight) {
		b = binary.AppendVarint(b, int64(len(fs)))
		for _, f := range fs {
			b = s.describeFlight(b, f, one)
		}
	}
	if s.a.n.shape.commits {
		list(one.pending)
	}
	list(slices.DeleteFunc(slices.Clone(one.lost), func(f *flight) bool { return f.n.own })) // see describeTokens
	for i := range one.queues {
		if q := &one.queues[i]; len(q.groups) > 0 && s.waits(q.id) {
			b = binary.AppendVarint(binary.AppendVarint(b, q.id), int64(len(q.groups)))
			for j := range q.groups {
				list(q.groups[j].flights)
			}
		}
	}
	b = s.describeTokens(b, one)
	for _, part := range s.piled(one) {
		b = append(b, part...)
	}
	b = one.assumptions(append(b, '|'))
	for _, v := range s.a.n.args {
		if l, ok := one.values[v]; ok {
			b = appendLinear(append(b, '='), l)
		} else {
			b = append(b, '?')
		}
	}
	return b
}

// describeTokens appends the operations with tokens of their own, and which of all are complete when another is, or when
// a token is that a later iteration can see.
func (s *skipper) describeTokens(b []byte, one *state) []byte {
	list := s.standing(one)
	s.m.spend(int64(len(list)*(len(list)+one.tokens.known)) / 32)
	for _, f := range list {
		if f.n.own {
			b = s.describeFlight(append(b, 'f'), f, one)
		}
		if len(f.after) > 0 {
			b = append(appendMembers(append(b, '<'), list, f.after), '>')
		}
	}
	b = one.ghosts.key(b)
	for i := range one.ghosts.list {
		if g := &one.ghosts.list[i]; !g.off {
			b = s.describeFlight(append(b, 'g'), g.f, one)
		}
	}
	return one.tokenKey(append(b, '|'), list)
}

// standing returns what is in flight but for piles.
func (s *skipper) standing(one *state) []*flight {
	s.m.marks++
	mark, n := s.m.marks, 0
	s.piles(one, func(list []*flight) {
		for _, f := range list {
			f.mark = mark
		}
		n += len(list)
	})
	if n == 0 {
		return one.flying()
	}
	return slices.DeleteFunc(slices.Clone(one.flying()), func(f *flight) bool { return f.mark == mark })
}

// piled describes the flights of queues that the loop does not wait for: a set.
func (s *skipper) piled(one *state) []string {
	var parts []string
	s.piles(one, func(list []*flight) {
		for _, f := range list {
			life, ends := s.life(f.n)
			switch {
			case s.inside(f) && ends && s.a.k-f.at[s.a.depth].k >= life:
			case !s.inside(f) && s.gone(f):
			case s.inside(f) && !s.moves(f):
				parts = append(parts, string(s.describeStill(f, one)))
			default:
				parts = append(parts, string(s.describeFlight(nil, f, one)))
			}
		}
	})
	slices.Sort(parts)
	return slices.Compact(parts)
}

// life returns from which age on the loop cannot meet what an operation touches any more.
func (s *skipper) life(of *node) (life int64, ends bool) {
	if d := s.m.c.distances; d != nil {
		return d.lifeOf(s.m.p, s.a.n, of)
	}
	life, ends = s.a.n.shape.life[of]
	return life, ends
}

// describeStill describes a flight by where it is relative to the rings of the loop: its age does not matter.
func (s *skipper) describeStill(f *flight, one *state) []byte {
	b := binary.AppendVarint([]byte{'s'}, int64(f.n.id))
	for i := range f.touches {
		t := &f.touches[i]
		b = binary.AppendVarint(b, one.inst.of(t)-f.inst.of(t))
		b = s.describeTouch(b, t)
	}
	return b
}

// describeTouch appends the subscripts of an access, on rings relative to the current iteration.
func (s *skipper) describeTouch(b []byte, t *touch) []byte {
	for i, d := range t.Dims {
		if one, ok := s.a.n.shape.spinOf(t.of, i); ok && d.Base.IsConst() {
			d.Base.Const = one.turn(d.Base.Const, -s.a.k)
		}
		b = appendLinear(b, d.Base)
	}
	return b
}

// moves reports whether the accesses of the loop move past those of a flight that it issued, not only around.
func (s *skipper) moves(f *flight) bool {
	for i := range f.touches {
		if t := &f.touches[i]; t.form == nil || t.in != nil || s.a.n.shape.use(t.of).slides {
			return true
		}
	}
	return false
}

func (s *skipper) describeFlight(b []byte, f *flight, one *state) []byte {
	if f.over == s.a.id {
		return binary.AppendVarint(append(b, 'p'), int64(f.n.id))
	}
	if !s.inside(f) {
		b = binary.AppendVarint(append(b, 'o'), f.uid)
		return s.describeOutside(b, f)
	}
	b = binary.AppendVarint(append(b, 'i'), int64(f.n.id))
	b = binary.AppendVarint(b, s.a.k-f.at[s.a.depth].k)
	for _, inner := range f.at[s.a.depth+1:] {
		b = binary.AppendVarint(b, inner.k)
	}
	for i := range f.touches {
		t := &f.touches[i]
		if age := one.inst.of(t) - f.inst.of(t); age != 0 {
			b = binary.AppendVarint(binary.AppendVarint(append(b, 'a'), int64(i)), age)
		}
		if t.at.carried || t.form == nil {
			b = s.describeTouch(b, t)
		}
		b = t.in.describe(b, len(f.at))
	}
	return b
}

// describeOutside appends where accesses of the loop are relative to a flight from before it, if they may meet.
func (s *skipper) describeOutside(b []byte, f *flight) []byte {
	for i := range f.touches {
		t := &f.touches[i]
		use := s.a.n.shape.use(t.of)
		switch {
		case !s.meets(t):
		case use.slides:
			b = binary.AppendVarint(b, s.a.k)
		case use.moves:
			b = s.describeTouch(b, t)
		}
	}
	return b
}

// gone reports whether the loop cannot meet a flight from before it any more.
func (s *skipper) gone(f *flight) bool {
	return !slices.ContainsFunc(f.touches, func(t touch) bool { return s.meets(&t) })
}

// meets reports whether accesses of the loop may still conflict with one from before it.
func (s *skipper) meets(t *touch) bool {
	shape := s.a.n.shape
	use := shape.use(t.of)
	switch {
	case t.Buffer == nil || shape.any:
		return true
	case use.accesses == 0 || !use.written && !t.Writes():
		return false
	}
	for d := range t.Dims {
		if w, ok := use.walk(d); ok && !t.Dims[d].Full && s.passed(w, &t.Dims[d]) {
			return false
		}
	}
	return true
}

// passed reports whether all subscripts of a walk are beyond r, in the direction of the walk.
func (s *skipper) passed(w walk, r *analysis.Range) bool {
	for _, x := range w.ranges {
		at := x.Base.Const
		for _, t := range x.Base.Terms {
			i := slices.IndexFunc(s.m.active, func(a *activation) bool { return a.n.sym == t.Sym })
			if i < 0 {
				return false
			}
			at += t.Coef * s.m.active[i].k * s.m.active[i].n.shape.step
		}
		if !r.Base.IsConst() || w.by > 0 && at+x.Lo <= r.Base.Const+r.Hi || w.by < 0 && at+x.Hi >= r.Base.Const+r.Lo {
			return false
		}
	}
	return true
}
