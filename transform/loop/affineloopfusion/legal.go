package affineloopfusion

import (
	"github.com/inflight-compiler/inflight/analysis/presburger"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/transform/internal/affineloop"
)

// once reports whether the second nest runs each iteration of the first one once, and no two accesses of
// which one writes change their order.
func (p *pair) once(s *slice) bool {
	return len(s.fixed) == len(s.path) && p.inDomain(s) && p.covered(s) && p.ordered(s) &&
		(s.inOrder() || p.keepsOwnOrder(s))
}

// inDomain reports whether all iterations of a slice are iterations of the first nest.
func (p *pair) inDomain(s *slice) bool {
	q := affineloop.NewQuestion()
	from, into := q.Run(p.from), q.Run(p.into)
	into.Happens(s.path[len(s.path)-1].Body().First())
	for _, x := range s.fixed {
		from.Set(variable(x.To), q.Plus(into.Value(variable(x.From)), 1, affineloop.Sum{Const: x.By}))
	}
	// The variables of other loops are in their bounds.
	var outside [][]presburger.Condition
	for _, loop := range s.band {
		v := from.Value(variable(loop))
		for _, x := range s.fixed {
			if x.To == loop {
				outside = append(outside, from.Outside(loop, v)...)
			}
		}
	}
	q.Either(outside...)
	return !q.Possible()
}

// covered reports whether all iterations of the first nest are in a slice.
func (p *pair) covered(s *slice) bool {
	q := affineloop.NewQuestion()
	from, into := q.Run(p.from), q.Run(p.into)
	from.Happens(s.band[len(s.band)-1].Body().First())
	var outside [][]presburger.Condition
	for _, x := range s.fixed {
		into.Set(variable(x.From), prefixOf(q, from, x))
	}
	for _, x := range s.fixed {
		outside = append(outside, into.Outside(x.From, into.Value(variable(x.From)))...)
	}
	q.Either(outside...)
	return !q.Possible()
}

// prefixOf returns which iteration of a loop of the path has an iteration of the first nest in its slice.
func prefixOf(q *affineloop.Question, from *affineloop.Run, x affineloop.Alignment) affineloop.Sum {
	return q.Plus(from.Value(variable(x.To)), 1, affineloop.Sum{Const: -x.By})
}

// prefix returns which iteration of the path has an iteration of the first nest in its slice.
func (s *slice) prefix(q *affineloop.Question, from *affineloop.Run) (list []affineloop.Sum) {
	for _, x := range s.fixed {
		list = append(list, prefixOf(q, from, x))
	}
	return list
}

// ordered reports whether all that the second nest does with an element that the first one has touched still
// comes behind that.
func (p *pair) ordered(s *slice) bool {
	for i := range p.fromRefs {
		for j := range p.intoRefs {
			a, b := &p.fromRefs[i], &p.intoRefs[j]
			if (a.Writes || b.Writes) && p.overtakes(s, a, b) {
				return false
			}
		}
	}
	return true
}

// overtakes reports whether an access of the second nest may come before one of the first nest to the same
// element.
func (p *pair) overtakes(s *slice, a, b *affineloop.Ref) bool {
	q := affineloop.NewQuestion()
	from, into := q.Run(p.from), q.Run(p.into)
	from.Happens(a.Op)
	into.Happens(b.Op)
	common := 0 // loops of the path that are around b
	for common < len(s.path) && s.path[common].IsAncestorOf(b.Op) {
		common++
	}
	var at []affineloop.Sum
	for _, loop := range s.path[:common] {
		at = append(at, into.Value(variable(loop)))
	}
	prefix := s.prefix(q, from)[:common]
	earlier := q.Before(at, prefix)
	if common < len(s.path) && standsBefore(b.Op, s.path[common]) {
		var equal []presburger.Condition
		for i := range at {
			equal = append(equal, q.Equal(at[i], prefix[i]))
		}
		earlier = append(earlier, equal)
	}
	q.Either(earlier...)
	return q.Touch(a, from, b, into) && q.Possible()
}

// standsBefore reports whether an operation, or the one around it in the block of a loop, is in front of the
// loop.
func standsBefore(op, loop *ir.Op) bool {
	for op.Block() != loop.Block() {
		op = op.Parent()
	}
	return op.IsBefore(loop)
}

// keepsOwnOrder reports whether no two accesses of the first nest to one element change their order when its
// iterations run in that of the path.
func (p *pair) keepsOwnOrder(s *slice) bool {
	for i := range p.fromRefs {
		for j := range p.fromRefs {
			a, b := &p.fromRefs[i], &p.fromRefs[j]
			if !a.Writes && !b.Writes {
				continue
			}
			q := affineloop.NewQuestion()
			first, second := q.Run(p.from), q.Run(p.from)
			first.Happens(a.Op)
			second.Happens(b.Op)
			q.Either(q.Before(values(first, s.band), values(second, s.band))...)
			q.Either(q.Before(s.prefix(q, second), s.prefix(q, first))...)
			if q.Touch(a, first, b, second) && q.Possible() {
				return false
			}
		}
	}
	return true
}

func values(r *affineloop.Run, loops []*ir.Op) (list []affineloop.Sum) {
	for _, loop := range loops {
		list = append(list, r.Value(variable(loop)))
	}
	return list
}

func variable(loop *ir.Op) *ir.Value { return loop.Body().Arg(0) }

// again returns the one buffer that the first nest writes, nil if its iterations may not run in all slices
// that have them, or in none. They may if the second nest alone reads the buffer, it is computed of what does
// not change meanwhile, and each slice has all iterations that write what the second nest reads there.
func (p *pair) again(s *slice) (buffer *ir.Value) {
	for i := range p.fromRefs {
		w := &p.fromRefs[i]
		if w.Writes && buffer != nil && w.Memref != buffer {
			return nil
		}
		if w.Writes {
			buffer = w.Memref
		}
	}
	if buffer == nil || !usedInside(buffer, p.from, p.into) {
		return nil
	}
	for i := range p.fromRefs {
		if r := &p.fromRefs[i]; !r.Writes &&
			(conflict([]affineloop.Ref{*r}, p.fromRefs) || conflict([]affineloop.Ref{*r}, p.intoRefs)) {
			return nil
		}
	}
	if !p.inDomain(s) || !p.suppliesAll(s, buffer) {
		return nil
	}
	return buffer
}

// suppliesAll reports whether each slice writes all elements of a buffer that its iteration reads and the
// first nest writes.
func (p *pair) suppliesAll(s *slice, buffer *ir.Value) bool {
	last := s.path[len(s.path)-1]
	for i := range p.intoRefs {
		b := &p.intoRefs[i]
		if b.Memref != buffer {
			continue
		}
		if b.Writes || !last.IsAncestorOf(b.Op) {
			return false
		}
		for j := range p.fromRefs {
			a := &p.fromRefs[j]
			if !a.Writes {
				continue
			}
			q := affineloop.NewQuestion()
			from, into := q.Run(p.from), q.Run(p.into)
			from.Happens(a.Op)
			into.Happens(b.Op)
			var at []affineloop.Sum
			for _, x := range s.fixed {
				at = append(at, into.Value(variable(x.From)))
			}
			q.Either(q.Different(at, s.prefix(q, from))...)
			if q.Touch(a, from, b, into) && q.Possible() {
				return false
			}
		}
	}
	return true
}
