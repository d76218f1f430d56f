package strengthreduceaddresses

import (
	"cmp"
	"slices"

	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/ptr"
	"github.com/inflight-compiler/inflight/ir"
)

// constant is a number in a function.
type constant struct {
	around *ir.Op
	n      int32
}

// constant returns a number of type i32, made once at the start of the function.
func (s *reduction) constant(n int32) *ir.Value {
	around := s.Block().ParentOp()
	for !around.Has(ir.IsolatedFromAbove) && around.Parent() != nil {
		around = around.Parent()
	}
	key := constant{around, n}
	if v := s.consts[key]; v != nil {
		return v
	}
	saved := s.Save()
	s.SetStart(around.Region(0).Entry())
	v := arith.ConstInt(s.Builder, s.Ctx.I32, int64(n))
	s.Restore(saved)
	s.consts[key], s.isMade[v] = v, true
	s.made = append(s.made, v)
	return v
}

// twin returns an atom as a value of type i32, made once behind it.
func (s *reduction) twin(id int32) *ir.Value {
	v := s.atoms[id]
	if v.Type() == ir.Type(s.Ctx.I32) {
		return v
	}
	if t := s.twins[id]; t != nil {
		return t
	}
	saved := s.Save()
	if op := v.DefiningOp(); op != nil {
		s.SetAfter(op)
	} else {
		s.SetStart(v.Owner())
	}
	cast := arith.IndexCast
	if v.Type() != ir.Type(s.Ctx.Index) {
		cast = arith.TruncI
	}
	t := arith.Cast(s.Builder, cast, v, s.Ctx.I32)
	s.Restore(saved)
	s.twins[id], s.isMade[t] = t, true
	s.made = append(s.made, t)
	return t
}

// product returns a summand with atoms as a value of type i32.
func (s *reduction) product(t summand) *ir.Value {
	var v *ir.Value
	for _, id := range t.m {
		switch {
		case id == 0:
		case v == nil:
			v = s.twin(id)
		default:
			v = arith.Binary(s.Builder, arith.MulI, v, s.twin(id))
		}
	}
	if t.coeff != 1 {
		v = arith.Binary(s.Builder, arith.MulI, v, s.constant(t.coeff))
	}
	return v
}

// value returns a polynomial as a value of type i32.
func (s *reduction) value(p polynomial) *ir.Value {
	var v *ir.Value
	for _, t := range s.ordered(p) {
		if x := s.product(t); v == nil {
			v = x
		} else {
			v = arith.Binary(s.Builder, arith.AddI, v, x)
		}
	}
	switch n := p.constant(); {
	case v == nil:
		return s.constant(n)
	case n != 0:
		return arith.Binary(s.Builder, arith.AddI, v, s.constant(n))
	}
	return v
}

// pointer returns an address as a value: the constant is added first, then what changes least.
func (s *reduction) pointer(p place) *ir.Value {
	v := p.root
	if n := p.distance.constant(); n != 0 {
		v = ptr.NewAdd(s.Builder, v, s.constant(n))
	}
	for _, t := range s.ordered(p.distance) {
		v = ptr.NewAdd(s.Builder, v, s.product(t))
	}
	return v
}

// ordered returns the summands with atoms, those of outer blocks first.
func (s *reduction) ordered(p polynomial) polynomial {
	list := slices.Clone(p.withoutConstant())
	slices.SortStableFunc(list, func(a, b summand) int { return cmp.Compare(s.depthOf(a.m), s.depthOf(b.m)) })
	return list
}

func (s *reduction) depthOf(m monomial) int {
	n := 0
	for _, id := range m {
		if id != 0 {
			n = max(n, s.depth(s.atoms[id].ParentBlock()))
		}
	}
	return n
}

func (s *reduction) depth(b *ir.Block) int {
	if b == nil || b.ParentOp() == nil {
		return 0
	}
	n, ok := s.depths[b]
	if !ok {
		n = 1 + s.depth(b.ParentOp().Block())
		s.depths[b] = n
	}
	return n
}
