package convertmemreftoptr

import (
	"cmp"
	"slices"

	"github.com/inflight-compiler/inflight/dialect/ptr"
	"github.com/inflight-compiler/inflight/ir"
)

// place returns where an element lies behind the base of a memref, in bytes. It is so many elements behind
// the subscripts in each dimension; nil stands for none.
func (l *lowering) place(d *descriptor, subscripts []*ir.Value, behind []int64) sum {
	s := l.sumOfNumber(d.offset)
	for i, v := range subscripts {
		at := l.sumOf(v)
		if behind != nil && behind[i] != 0 {
			at = at.add(sum{constant: behind[i]}, 1)
		}
		if len(at.terms) > 0 || at.constant != 0 {
			s = s.add(l.scaled(at, l.stride(d, i)), 1)
		}
	}
	return sum{}.add(s, d.elem)
}

// element returns the address of an element of a memref.
func (l *lowering) element(d *descriptor, subscripts []*ir.Value, behind []int64) *ir.Value {
	return l.address(d.base, l.place(d, subscripts, behind))
}

// address adds a sum to an address, term by term: first those of outer blocks, so that what is the same for
// all iterations of an inner loop comes first and neighbours have it in common. The constant comes last if
// the access can add it, and otherwise before the terms.
func (l *lowering) address(base *ir.Value, s sum) *ir.Value {
	last := s.constant >= 0 && s.constant < ptr.Reach
	if !last {
		base = ptr.NewAdd(l.Builder, base, l.constant(l.Ctx.I32, s.constant))
	}
	terms := slices.DeleteFunc(slices.Clone(s.terms), func(t term) bool { return t.coeff == 0 })
	slices.SortStableFunc(terms, func(a, b term) int { return cmp.Compare(l.depthOf(a), l.depthOf(b)) })
	for _, t := range terms {
		base = l.once(partial{base: base, term: t}, func() *ir.Value {
			return ptr.NewAdd(l.Builder, base, l.product(t))
		})
	}
	if last && s.constant != 0 {
		base = ptr.NewAdd(l.Builder, base, l.constant(l.Ctx.I32, s.constant))
	}
	return base
}

// partial is a term, or an address and a term that is added to it, in a block.
type partial struct {
	block *ir.Block
	base  *ir.Value
	term  term
}

// once returns what was made in this block before, or in one around it.
func (l *lowering) once(p partial, f func() *ir.Value) *ir.Value {
	if l.early {
		return f()
	}
	for p.block = l.Block(); p.block != nil; p.block = p.block.ParentOp().Block() {
		if v := l.partials[p]; v != nil {
			return v
		}
		if p.block.ParentOp().Has(ir.IsolatedFromAbove) {
			break
		}
	}
	v := f()
	p.block = l.Block()
	l.partials[p] = v
	return v
}

// depthOf returns how many operations lie around the values of a term.
func (l *lowering) depthOf(t term) int {
	n := l.depth(t.v.ParentBlock())
	if t.by != nil {
		n = max(n, l.depth(t.by.ParentBlock()))
	}
	return n
}

func (l *lowering) depth(b *ir.Block) int {
	if b == nil || b.ParentOp() == nil {
		return 0
	}
	n, ok := l.depths[b]
	if !ok {
		n = 1 + l.depth(b.ParentOp().Block())
		l.depths[b] = n
	}
	return n
}
