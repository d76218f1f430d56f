package machine

import (
	"encoding/binary"
	"slices"

	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/check/internal/skeleton"
)

// inside reports whether this activation of the loop issued an operation.
func (s *skipper) inside(f *flight) bool {
	return len(f.at) > s.a.depth && f.at[s.a.depth].Act == s.a.id
}

// describe appends an encoding of a state relative to the current iteration. Of queues that the loop does not
// wait for, it has only the operations with which the loop may still conflict, each once.
func (s *skipper) describe(b []byte, one *State) []byte {
	list := func(fs []*flight) {
		b = binary.AppendVarint(b, int64(len(fs)))
		for _, f := range fs {
			b = s.describeFlight(b, f, one)
		}
	}
	if s.a.n.Shape.Commits {
		list(one.pending)
	}
	// see describeTokens
	list(slices.DeleteFunc(slices.Clone(one.lost), func(f *flight) bool { return f.n.Own }))
	for i := range one.queues {
		if q := &one.queues[i]; len(q.groups) > 0 && s.waits(q.id) {
			b = binary.AppendVarint(binary.AppendVarint(b, q.id), int64(len(q.groups)))
			for j := range q.groups {
				list(q.groups[j].flights)
			}
		}
	}
	b = s.describeTokens(b, one)
	for _, part := range s.describeBacklogs(one) {
		b = append(b, part...)
	}
	b = one.assumptions(append(b, '|'))
	for _, v := range s.a.n.Args {
		if l, ok := one.values[v]; ok {
			b = skeleton.AppendLinear(append(b, '='), l)
		} else {
			b = append(b, '?')
		}
	}
	return b
}

// nodeOf appends the node of an access if names stand for different buffers: the node tells the buffers
// apart.
func (m *Machine) nodeOf(b []byte, t *skeleton.Touch) []byte {
	if !m.P.HasNames() {
		return b
	}
	return binary.AppendVarint(append(b, 'n'), int64(t.At.Id))
}

// describeTokens appends the operations with tokens of their own. It also appends which operations are
// complete when another one is, or when a token that a later iteration can see is.
func (s *skipper) describeTokens(b []byte, one *State) []byte {
	list := s.standing(one)
	s.m.spend(int64(len(list)*(len(list)+one.tokens.known)) / 32)
	for _, f := range list {
		if f.n.Own {
			b = s.describeFlight(append(b, 'f'), f, one)
		}
		if len(f.after) > 0 {
			b = append(appendMembers(append(b, '<'), list, f.after), '>')
		}
	}
	b = one.attributions.key(b)
	for i := range one.attributions.list {
		if g := &one.attributions.list[i]; !g.off {
			b = s.describeFlight(append(b, 'g'), g.f, one)
		}
	}
	b = one.tokenKey(append(b, '|'), list)
	return one.lazyKey(b, s.describeCall, one.memberKey(list))
}

// standing returns the operations in flight that are in no backlog.
func (s *skipper) standing(one *State) []*flight {
	s.m.marks++
	mark, n := s.m.marks, 0
	s.backlogs(one, func(list []*flight) {
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

// describeBacklogs returns the encodings of the operations in backlogs, as a sorted set.
func (s *skipper) describeBacklogs(one *State) []string {
	var parts []string
	s.backlogs(one, func(list []*flight) {
		for _, f := range list {
			life, ends := s.life(f.n)
			switch {
			case s.inside(f) && ends && s.a.k-f.at[s.a.depth].K >= life:
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

// life returns the number of iterations after which the loop cannot conflict with an operation any more;
// false if there is none.
func (s *skipper) life(of *skeleton.Node) (life int64, ends bool) {
	if d := s.m.c.Distances; d != nil {
		return d.lifeOf(s.m.P, s.a.n, of)
	}
	life, ends = s.a.n.Shape.Life[of]
	return life, ends
}

// describeStill encodes an operation in flight by its position relative to the rings of the loop, without its
// age.
func (s *skipper) describeStill(f *flight, one *State) []byte {
	b := binary.AppendVarint([]byte{'s'}, int64(f.n.Id))
	for i := range f.touches {
		t := &f.touches[i]
		b = binary.AppendVarint(s.m.nodeOf(b, t), one.inst.of(t)-f.inst.of(t))
		b = s.describeTouch(b, t)
	}
	return b
}

// describeTouch appends the subscripts of an access. Subscripts of rings are relative to the current
// iteration.
func (s *skipper) describeTouch(b []byte, t *skeleton.Touch) []byte {
	for i, d := range t.Dims {
		if one, ok := s.a.n.Shape.SpinOf(t.Of, i); ok && d.Base.IsConst() {
			d.Base.Const = one.Rotate(d.Base.Const, -s.a.k)
		}
		b = skeleton.AppendLinear(b, d.Base)
	}
	return b
}

// moves reports whether the accesses of the loop move beyond those of an operation that it issued, and not
// only around a ring.
func (s *skipper) moves(f *flight) bool {
	for i := range f.touches {
		if t := &f.touches[i]; t.Form == nil || t.In != nil || s.a.n.Shape.Use(t.Of).Slides {
			return true
		}
	}
	return false
}

func (s *skipper) describeFlight(b []byte, f *flight, one *State) []byte {
	if f.over == s.a.id {
		return binary.AppendVarint(append(b, 'p'), int64(f.n.Id))
	}
	if !s.inside(f) {
		b = binary.AppendVarint(append(b, 'o'), f.uid)
		return s.describeOutside(b, f)
	}
	b = binary.AppendVarint(append(b, 'i'), int64(f.n.Id))
	b = binary.AppendVarint(b, s.a.k-f.at[s.a.depth].K)
	for _, inner := range f.at[s.a.depth+1:] {
		b = binary.AppendVarint(b, inner.K)
	}
	for i := range f.touches {
		t := &f.touches[i]
		b = s.m.nodeOf(b, t)
		if age := one.inst.of(t) - f.inst.of(t); age != 0 {
			b = binary.AppendVarint(binary.AppendVarint(append(b, 'a'), int64(i)), age)
		}
		if t.At.Carried || t.Form == nil {
			b = s.describeTouch(b, t)
		}
		b = t.In.Describe(b, len(f.at))
	}
	return b
}

// describeOutside appends the position of the loop's accesses relative to an operation from before the loop,
// if they may conflict.
func (s *skipper) describeOutside(b []byte, f *flight) []byte {
	for i := range f.touches {
		t := &f.touches[i]
		use := s.a.n.Shape.Use(t.Of)
		switch {
		case !s.meets(t):
		case use.Slides:
			b = binary.AppendVarint(b, s.a.k)
		case use.Moves:
			b = s.describeTouch(b, t)
		}
	}
	return b
}

// gone reports whether the loop cannot conflict any more with an operation from before it.
func (s *skipper) gone(f *flight) bool {
	return !slices.ContainsFunc(f.touches, func(t skeleton.Touch) bool { return s.meets(&t) })
}

// meets reports whether an access of the loop may still conflict with an access from before it.
func (s *skipper) meets(t *skeleton.Touch) bool {
	shape := s.a.n.Shape
	use := shape.Use(t.Of)
	switch {
	case t.Buffer == nil || shape.Any:
		return true
	case use.Accesses == 0 || !use.Written && !t.Writes():
		return false
	}
	for d := range t.Dims {
		if w, ok := use.Walk(d); ok && !t.Dims[d].Full && s.passed(w, &t.Dims[d]) {
			return false
		}
	}
	return true
}

// passed reports whether all subscripts of a walk have moved beyond r.
func (s *skipper) passed(w skeleton.Walk, r *analysis.Range) bool {
	for _, x := range w.Ranges {
		at := x.Base.Const
		for _, t := range x.Base.Terms {
			i := slices.IndexFunc(s.m.active, func(a *activation) bool { return a.n.Sym == t.Sym })
			if i < 0 {
				return false
			}
			at += t.Coef * s.m.active[i].k * s.m.active[i].n.Shape.Step
		}
		if !r.Base.IsConst() || w.By > 0 && at+x.Lo <= r.Base.Const+r.Hi ||
			w.By < 0 && at+x.Hi >= r.Base.Const+r.Lo {
			return false
		}
	}
	return true
}
