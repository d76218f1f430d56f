package splitloopaddresses

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/llvm"
	"github.com/inflight-compiler/inflight/ir"
)

// sum is a number of 64 bits: one that is known, and multiples of values that are not taken apart. All
// arithmetic is modulo 2^64.
type sum struct {
	known int64
	terms []term
}

type term struct {
	value *ir.Value
	times int64
}

// maxDepth bounds how far a number is taken apart, and maxTerms into how many values.
const (
	maxDepth = 12
	maxTerms = 8
)

// sumOf takes a number apart.
func sumOf(v *ir.Value, depth int) sum {
	if n, ok := ir.ConstInt(v); ok {
		return sum{known: n}
	}
	whole := sum{terms: []term{{v, 1}}}
	op := v.DefiningOp()
	if op == nil || depth == 0 {
		return whole
	}
	switch op.Def() {
	case llvm.Add:
		s := sumOf(op.Operand(0), depth-1)
		s.add(sumOf(op.Operand(1), depth-1), 1)
		return s.orWhole(whole)
	case llvm.Sub:
		s := sumOf(op.Operand(0), depth-1)
		s.add(sumOf(op.Operand(1), depth-1), -1)
		return s.orWhole(whole)
	case llvm.Mul:
		x, y := sumOf(op.Operand(0), depth-1), sumOf(op.Operand(1), depth-1)
		if len(x.terms) == 0 {
			x, y = y, x
		}
		if len(y.terms) == 0 {
			var s sum
			s.add(x, y.known)
			return s
		}
	}
	return whole
}

// orWhole returns a sum, or one number in its place if it has too many terms.
func (s sum) orWhole(whole sum) sum {
	if len(s.terms) > maxTerms {
		return whole
	}
	return s
}

// add adds a multiple of another sum.
func (s *sum) add(other sum, times int64) {
	s.known += other.known * times
	for _, t := range other.terms {
		i := slices.IndexFunc(s.terms, func(mine term) bool { return mine.value == t.value })
		if i < 0 {
			s.terms, i = append(s.terms, term{t.value, 0}), len(s.terms)
		}
		s.terms[i].times += t.times * times
	}
	s.terms = slices.DeleteFunc(s.terms, func(t term) bool { return t.times == 0 })
}
