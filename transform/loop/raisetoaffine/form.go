package raisetoaffine

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/affine"
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/ir"
	aff "github.com/inflight-compiler/inflight/ir/affine"
)

// forms collects the inputs of affine expressions.
type forms struct {
	region     *ir.Region
	dims, syms []*ir.Value
}

// maxDepth bounds how far computations are followed.
const maxDepth = 32

// of returns the affine expression of a value, nil if there is none.
func (f *forms) of(v *ir.Value, depth int) *aff.Expr {
	if n, ok := ir.ConstInt(v); ok {
		return aff.C(n)
	}
	op := v.DefiningOp()
	switch {
	case affine.IsValidSymbol(v, f.region):
		return aff.S(input(&f.syms, v))
	case affine.IsValidDim(v, f.region) && !isCarried(v):
		return aff.D(input(&f.dims, v))
	case op == nil || depth == 0 || op.NumOperands() != 2:
		return nil
	}
	combine, known := combinations[op.Def()]
	if !known {
		return nil
	}
	l, r := f.of(op.Operand(0), depth-1), f.of(op.Operand(1), depth-1)
	if l == nil || r == nil {
		return nil
	}
	return combine(l, r)
}

// isCarried reports whether a loop carries a value to its next iteration. Such a value may be a dimension,
// but the one that it becomes in a loop that is unrolled may be none, and no analysis gains from it.
func isCarried(v *ir.Value) bool {
	return v.IsArgument() && v.Index() > 0 && v.ParentBlock().ParentOp().Is(affine.For)
}

// combinations are the operations that affine expressions know; they return nil where the result is not
// affine.
var combinations = map[*ir.OpDef]func(l, r *aff.Expr) *aff.Expr{
	arith.AddI:       (*aff.Expr).Add,
	arith.SubI:       (*aff.Expr).Sub,
	arith.MulI:       times,
	arith.FloorDivSI: func(l, r *aff.Expr) *aff.Expr { return divided(aff.FloorDiv, l, r) },
	arith.CeilDivSI:  func(l, r *aff.Expr) *aff.Expr { return divided(aff.CeilDiv, l, r) },
}

func times(l, r *aff.Expr) *aff.Expr {
	if l.Kind != aff.Constant && r.Kind != aff.Constant {
		return nil
	}
	return l.Mul(r)
}

// divided divides an input or a constant only: what affine expressions divide has not wrapped, and sums and
// products may.
func divided(kind aff.Kind, l, r *aff.Expr) *aff.Expr {
	if r.Kind != aff.Constant || r.Value <= 0 ||
		l.Kind != aff.Dim && l.Kind != aff.Symbol && l.Kind != aff.Constant {
		return nil
	}
	return aff.Binary(kind, l, r)
}

func input(list *[]*ir.Value, v *ir.Value) int {
	if i := slices.Index(*list, v); i >= 0 {
		return i
	}
	*list = append(*list, v)
	return len(*list) - 1
}

// access returns expressions in the inputs found so far.
func (f *forms) access(results ...*aff.Expr) affine.Access {
	m := aff.NewMap(len(f.dims), len(f.syms), results...)
	return affine.Access{Map: m.Simplify(), Operands: append(slices.Clone(f.dims), f.syms...)}.Canonicalize()
}

// accessOf returns the affine forms of all values; not ok if one has none.
func accessOf(at *ir.Op, values []*ir.Value) (a affine.Access, ok bool) {
	f := forms{region: affine.Scope(at)}
	results := make([]*aff.Expr, len(values))
	for i, v := range values {
		if results[i] = f.of(v, maxDepth); results[i] == nil {
			return a, false
		}
	}
	return f.access(results...), true
}

// boundOf returns the affine form of a bound: that of a value or, with several results, of what extremum (a
// maximum or a minimum) is taken of.
func boundOf(at *ir.Op, v *ir.Value, extremum *ir.OpDef) (affine.Access, bool) {
	return accessOf(at, parts(v, extremum, maxDepth))
}

// parts returns the values of which v is the maximum or minimum.
func parts(v *ir.Value, extremum *ir.OpDef, depth int) []*ir.Value {
	op := v.DefinedBy(extremum)
	if op == nil || depth == 0 {
		return []*ir.Value{v}
	}
	return append(parts(op.Operand(0), extremum, depth-1), parts(op.Operand(1), extremum, depth-1)...)
}
