package strengthreduceaddresses

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/ptr"
	"github.com/inflight-compiler/inflight/dialect/scf"
	"github.com/inflight-compiler/inflight/ir"
)

// reduce rewrites one loop.
func (s *reduction) reduce(loop *ir.Op) {
	groups := s.groupsOf(loop)
	if len(groups) == 0 {
		return
	}
	s.SetBefore(loop)
	s.Loc = loop.Loc()
	var moving []*group
	for _, g := range groups {
		if len(g.slope) > 0 {
			moving = append(moving, g)
			continue
		}
		g.pointer = s.pointer(place{g.start.root, g.start.distance.add(number(int64(g.constant)), 1)})
	}
	if len(moving) > s.max { // those with the most uses
		slices.SortStableFunc(moving, func(a, b *group) int { return len(b.leaves) - len(a.leaves) })
		moving = moving[:s.max]
	}
	if len(moving) > 0 {
		s.carry(loop, moving)
	}
	for _, g := range groups {
		if g.pointer != nil {
			s.redirect(g)
		}
	}
	s.reduced++
}

// carry makes the loop carry a pointer for each group.
func (s *reduction) carry(loop *ir.Op, groups []*group) {
	lower, step := s.form(scf.Lower(loop)), s.form(scf.Step(loop))
	var inits, increments []*ir.Value
	for _, g := range groups {
		start := s.scaled(g.slope, lower, scf.Lower(loop)).add(g.start.distance,
			1).add(number(int64(g.constant)), 1)
		inits = append(inits, s.pointer(place{g.start.root, start}))
		increments = append(increments, s.increment(loop, s.scaled(g.slope, step, scf.Step(loop))))
	}
	body := loop.Body()
	types := make([]ir.Type, len(inits))
	for i, g := range groups {
		types[i] = inits[i].Type()
		g.pointer = body.AddArg(types[i], loop.Loc())
	}
	yield := body.Last()
	s.SetBefore(yield)
	next := slices.Clone(yield.Operands())
	for i, g := range groups {
		next = append(next, ptr.NewAdd(s.Builder, g.pointer, increments[i]))
	}
	yield.SetOperands(next)
	grown := loop.Rebuild(append(slices.Clone(loop.Operands()), inits...),
		append(loop.ResultTypes(), types...))
	for i, v := range loop.Results() {
		v.ReplaceAllUsesWith(grown.Result(i))
		if id := s.ids[v]; id != 0 {
			s.atoms[id] = grown.Result(i)
			s.ids[grown.Result(i)] = id
		}
	}
	loop.Erase()
	s.carried += len(groups)
}

// increment returns a number as a value in front of the outermost loop in which it does not change.
func (s *reduction) increment(loop *ir.Op, p polynomial) *ir.Value {
	saved := s.Save()
	defer s.Restore(saved)
	for around := loop; around.Is(scf.For) && !s.dependsOn(p, around); around = around.Parent() {
		s.SetBefore(around)
	}
	return s.value(p)
}

// dependsOn reports whether an atom of a polynomial is defined in an operation.
func (s *reduction) dependsOn(p polynomial, op *ir.Op) bool {
	for _, t := range p {
		for _, id := range t.m {
			if id != 0 && inside(s.atoms[id], op) {
				return true
			}
		}
	}
	return false
}

// scaled returns a polynomial times a bound of the loop, which is taken as it is where the product is too
// large.
func (s *reduction) scaled(slope, bound polynomial, v *ir.Value) polynomial {
	if p, ok := slope.times(bound); ok {
		return p
	}
	if p, ok := slope.times(s.atom(v)); ok {
		return p
	}
	return s.atom(s.multiplied(slope, v))
}

// multiplied returns the product as a value.
func (s *reduction) multiplied(slope polynomial, v *ir.Value) *ir.Value {
	return arith.Binary(s.Builder, arith.MulI, s.value(slope), s.twin(s.idOf(v)))
}

// redirect makes the uses of a group's addresses use its pointer.
func (s *reduction) redirect(g *group) {
	for _, l := range g.leaves {
		v := g.pointer
		if n := l.constant - g.constant; n != 0 {
			s.SetBefore(l.owner)
			s.Loc = l.owner.Loc()
			v = ptr.NewAdd(s.Builder, v, s.constant(n))
		}
		s.stale = append(s.stale, l.owner.Operand(l.index))
		l.owner.SetOperand(l.index, v)
		s.rewritten++
	}
}
