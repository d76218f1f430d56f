package strengthreduceaddresses

import (
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/ptr"
	"github.com/inflight-compiler/inflight/ir"
)

// place is an address: a pointer and a distance in bytes.
type place struct {
	root     *ir.Value
	distance polynomial
}

// idOf returns the id of an atom.
func (s *reduction) idOf(v *ir.Value) int32 {
	id := s.ids[v]
	if id == 0 {
		id = int32(len(s.atoms))
		s.ids[v] = id
		s.atoms = append(s.atoms, v)
	}
	return id
}

func (s *reduction) atom(v *ir.Value) polynomial {
	return polynomial{{monomial{s.idOf(v)}, 1}}
}

// place takes an address apart.
func (s *reduction) place(v *ir.Value) place {
	if p, ok := s.places[v]; ok {
		return p
	}
	p := place{root: v}
	if op := v.DefiningOp(); op.Is(ptr.PtrAdd) && isNumber(op.Operand(1).Type()) &&
		ptr.IsPointer(op.Operand(0).Type()) {
		base := s.place(op.Operand(0))
		if d := base.distance.add(s.form(op.Operand(1)), 1); len(d) <= maxSummands {
			p = place{base.root, d}
		}
	}
	s.places[v] = p
	return p
}

// form takes a number apart, modulo 2^32.
func (s *reduction) form(v *ir.Value) polynomial {
	if p, ok := s.forms[v]; ok {
		return p
	}
	p, ok := s.apart(v)
	if !ok || len(p) > maxSummands {
		p = s.atom(v)
	}
	s.forms[v] = p
	return p
}

func (s *reduction) apart(v *ir.Value) (polynomial, bool) {
	if n, ok := ir.ConstInt(v); ok {
		return number(n), true
	}
	op := v.DefiningOp()
	if op == nil || !isNumber(v.Type()) {
		return nil, false
	}
	switch op.Def() {
	case arith.AddI:
		return s.form(op.Operand(0)).add(s.form(op.Operand(1)), 1), true
	case arith.SubI:
		return s.form(op.Operand(0)).add(s.form(op.Operand(1)), -1), true
	case arith.MulI:
		return s.form(op.Operand(0)).times(s.form(op.Operand(1)))
	case arith.ShLI:
		if n, ok := ir.ConstInt(op.Operand(1)); ok && n >= 0 && n < 32 {
			return s.form(op.Operand(0)).times(number(1 << n))
		}
	case arith.IndexCast, arith.IndexCastUI, arith.TruncI, arith.ExtSI, arith.ExtUI:
		if isNumber(op.Operand(0).Type()) {
			return s.form(op.Operand(0)), true
		}
	}
	return nil, false
}

// isNumber reports whether a type has at least 32 bits, so that its arithmetic is that modulo 2^32 in the
// lowest of them.
func isNumber(t ir.Type) bool {
	switch t := t.(type) {
	case *ir.IndexType:
		return true
	case *ir.IntegerType:
		return t.Width >= 32 && t.Width <= 64
	}
	return false
}

// inside reports whether a value is defined in an operation.
func inside(v *ir.Value, op *ir.Op) bool {
	for b := v.ParentBlock(); b != nil && b.ParentOp() != nil; b = b.ParentOp().Block() {
		if b.ParentOp() == op {
			return true
		}
	}
	return false
}
