package convertmemreftoptr

import (
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/ir"
)

// sum is a number modulo 2^32: a constant, and terms.
type sum struct {
	terms    []term
	constant int64
}

// term is a value of type i32 times, unless it is nil, another, times a number.
type term struct {
	v, by *ir.Value
	coeff int64
}

// maxTerms bounds what a subscript is taken apart into; one that is a sum of more is a term of its own.
const maxTerms = 8

// wrap returns the number in the range of i32 that is n modulo 2^32.
func wrap(n int64) int64 { return int64(int32(n)) }

// add returns a plus n times b.
func (a sum) add(b sum, n int64) sum {
	r := sum{terms: append([]term{}, a.terms...), constant: wrap(a.constant + n*b.constant)}
	for _, t := range b.terms {
		r = r.with(term{t.v, t.by, wrap(n * t.coeff)})
	}
	return r
}

// with adds a term in place.
func (a sum) with(t term) sum {
	for i, have := range a.terms {
		if have.v == t.v && have.by == t.by {
			a.terms[i].coeff = wrap(have.coeff + t.coeff)
			return a
		}
	}
	a.terms = append(a.terms, t)
	return a
}

// sumOf takes a value of type index apart.
func (l *lowering) sumOf(v *ir.Value) sum {
	if s, ok := l.sums[v]; ok {
		return s
	}
	s, ok := l.apart(v)
	if !ok || len(s.terms) > maxTerms {
		s = sum{terms: []term{{v: l.twin(v), coeff: 1}}}
	}
	l.sums[v] = s
	return s
}

// apart takes a value apart that is computed by additions, or by multiplications with constants.
func (l *lowering) apart(v *ir.Value) (sum, bool) {
	if n, ok := ir.ConstInt(v); ok {
		return sum{constant: wrap(n)}, true
	}
	op := v.DefiningOp()
	switch {
	case op.Is(arith.AddI):
		return l.sumOf(op.Operand(0)).add(l.sumOf(op.Operand(1)), 1), true
	case op.Is(arith.SubI):
		return l.sumOf(op.Operand(0)).add(l.sumOf(op.Operand(1)), -1), true
	case op.Is(arith.MulI):
		x, y := l.sumOf(op.Operand(0)), l.sumOf(op.Operand(1))
		if len(x.terms) == 0 {
			x, y = y, x
		}
		return sum{}.add(x, y.constant), len(y.terms) == 0
	}
	return sum{}, false
}

// twin returns a value of type index truncated to 32 bits. It is made once, behind the value.
func (l *lowering) twin(v *ir.Value) *ir.Value {
	if t := l.twins[v]; t != nil {
		return t
	}
	if op := v.DefiningOp(); op != nil && (op.Is(arith.IndexCast) || op.Is(arith.IndexCastUI)) &&
		op.Operand(0).Type() == ir.Type(l.Ctx.I32) {
		return op.Operand(0)
	}
	saved := l.Save()
	if op := v.DefiningOp(); op != nil {
		l.SetAfter(op)
	} else {
		l.SetStart(v.Owner())
	}
	t := arith.Cast(l.Builder, arith.IndexCast, v, l.Ctx.I32)
	l.Restore(saved)
	l.twins[v] = t
	return t
}

// sumOfNumber takes a number of type index apart.
func (l *lowering) sumOfNumber(x ir.OpFoldResult) sum {
	if x.Value != nil {
		return l.sumOf(x.Value)
	}
	return sum{constant: wrap(x.Const)}
}

// scaled returns a sum times a number of type index.
func (l *lowering) scaled(s sum, by ir.OpFoldResult) sum {
	b := l.sumOfNumber(by)
	if len(b.terms) == 0 {
		return sum{}.add(s, b.constant)
	}
	if len(s.terms) == 0 {
		return sum{}.add(b, s.constant)
	}
	factor := l.twin(by.Value)
	r := sum{}
	for _, t := range s.terms {
		if t.by != nil {
			t = term{v: arith.Binary(l.Builder, arith.MulI, t.v, t.by), coeff: t.coeff}
		}
		r = r.with(term{t.v, factor, t.coeff})
	}
	if s.constant != 0 {
		r = r.with(term{v: factor, coeff: s.constant})
	}
	return r
}

// number returns a sum as a value of type i32.
func (l *lowering) number(s sum) *ir.Value {
	var v *ir.Value
	for _, t := range s.terms {
		if t.coeff == 0 {
			continue
		}
		if p := l.product(t); v == nil {
			v = p
		} else {
			v = arith.Binary(l.Builder, arith.AddI, v, p)
		}
	}
	switch c := l.constant(l.Ctx.I32, s.constant); {
	case v == nil:
		return c
	case s.constant != 0:
		return arith.Binary(l.Builder, arith.AddI, v, c)
	}
	return v
}

// product returns a term as a value of type i32.
func (l *lowering) product(t term) *ir.Value {
	if t.by == nil && t.coeff == 1 {
		return t.v
	}
	return l.once(partial{term: t}, func() *ir.Value { return l.multiply(t) })
}

func (l *lowering) multiply(t term) *ir.Value {
	v := t.v
	if t.by != nil {
		v = arith.Binary(l.Builder, arith.MulI, v, t.by)
	}
	if t.coeff != 1 {
		v = arith.Binary(l.Builder, arith.MulI, v, l.constant(l.Ctx.I32, t.coeff))
	}
	return v
}
