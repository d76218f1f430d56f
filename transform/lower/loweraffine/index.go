package loweraffine

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/transform/internal/expandaffine"
)

// lowerDelinearize takes an index apart: the first result is the quotient by
// the largest stride, each further one the remainder by a stride, divided by
// the next.
func lowerDelinearize(op *ir.Op, rw *ir.Rewriter) bool {
	index, n := op.Operand(0), op.NumResults()
	if n == 1 {
		rw.Replace(op, index)
		return true
	}
	e := expandaffine.Expander{B: rw.Builder}
	strides := stridesOf(&e, op.Operands()[1:], innerBasis(op, n), arith.NoSignedWrap|arith.NoUnsignedWrap)
	zero := e.Constant(0)
	remainder := func(stride *ir.Value) *ir.Value {
		rem := e.Op(arith.RemSI, index, stride)
		negative := arith.Cmp(e.B, arith.SLT, rem, zero)
		corrected := expandaffine.WithFlags(e.B, arith.AddI, rem, stride, arith.NoSignedWrap)
		return arith.NewSelect(e.B, negative, corrected, rem)
	}
	results := []*ir.Value{e.Op(arith.FloorDivSI, index, strides[0])}
	for i, stride := range strides[:len(strides)-1] {
		results = append(results, e.Op(arith.DivSI, remainder(stride), strides[i+1]))
	}
	rw.Replace(op, append(results, remainder(strides[len(strides)-1]))...)
	return true
}

// innerBasis returns the static basis without the outermost bound, which does
// not matter.
func innerBasis(op *ir.Op, n int) []int64 {
	basis := op.Ints("static_basis")
	if len(basis) == n {
		return basis[1:]
	}
	return basis
}

// stridesOf returns the products of the basis from each element to the end;
// dynamic holds the values of the dynamic elements.
func stridesOf(e *expandaffine.Expander, dynamic []*ir.Value, basis []int64, flags int64) []*ir.Value {
	var product *ir.Value // of the dynamic elements so far
	static := int64(1)
	strides := make([]*ir.Value, 0, len(basis))
	for _, n := range slices.Backward(basis) {
		if n != ir.Dynamic {
			static *= n
		} else {
			last := dynamic[len(dynamic)-1]
			dynamic = dynamic[:len(dynamic)-1]
			if product != nil {
				last = expandaffine.Multiply(e.B, product, last, flags)
			}
			product = last
		}
		switch {
		case product == nil:
			strides = append(strides, e.Constant(static))
		case static == 1:
			strides = append(strides, product)
		default:
			strides = append(strides, expandaffine.Multiply(e.B, product, e.Constant(static), flags))
		}
	}
	slices.Reverse(strides)
	return strides
}

// lowerLinearize makes the sum of the indices times their strides. What is
// invariant in more loops is added first, so that it can be hoisted.
func lowerLinearize(op *ir.Op, rw *ir.Rewriter) bool {
	indices, dynamic := op.OperandsOf(0), op.OperandsOf(1)
	if len(indices) == 0 {
		rw.Replace(op, arith.ConstIndex(rw.Builder, 0))
		return true
	}
	flags := int64(arith.NoSignedWrap)
	if d, ok := op.Attr("disjoint").(*ir.IntegerAttr); op.Attr("disjoint") != nil && !(ok && d.Value == 0) {
		flags |= arith.NoUnsignedWrap
	}
	e := expandaffine.Expander{B: rw.Builder}
	strides := stridesOf(&e, dynamic, innerBasis(op, len(indices)), flags)
	type term struct {
		value *ir.Value
		loops int
	}
	var terms []term
	for i, v := range indices {
		scaled := v
		if i < len(strides) {
			scaled = expandaffine.Multiply(e.B, v, strides[i], arith.NoSignedWrap)
		}
		terms = append(terms, term{scaled, invariantLoops(op, v)})
	}
	slices.SortStableFunc(terms, func(a, b term) int { return b.loops - a.loops })
	sum := terms[0].value
	for _, t := range terms[1:] {
		sum = expandaffine.WithFlags(e.B, arith.AddI, sum, t.value, arith.NoSignedWrap)
	}
	rw.Replace(op, sum)
	return true
}

// invariantLoops returns in how many of the innermost loops around op the
// value does not change.
func invariantLoops(op *ir.Op, v *ir.Value) int {
	n := 0
	for p := range op.Ancestors() {
		if p.Def().Loop == nil {
			continue
		}
		if b := v.ParentBlock(); p.IsAncestorOf(b.ParentOp()) {
			break
		}
		n++
	}
	return n
}
