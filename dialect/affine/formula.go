package affine

import (
	"github.com/inflight-compiler/inflight/ir"
	aff "github.com/inflight-compiler/inflight/ir/affine"
)

// Formula collects the operands of an affine expression of indices that are known now or at run time. The
// zero value has none.
type Formula struct{ operands []*ir.Value }

// Of returns an index as an expression: a constant, or the next symbol.
func (f *Formula) Of(q ir.OpFoldResult) *aff.Expr {
	if q.Value == nil {
		return aff.C(q.Const)
	}
	f.operands = append(f.operands, q.Value)
	return aff.S(len(f.operands) - 1)
}

// Value computes an expression of what Of returned, with what makes the operands taken into it, by
// affine.apply where it is neither a constant nor one of the operands.
func (f *Formula) Value(b *ir.Builder, e *aff.Expr) ir.OpFoldResult {
	m := aff.NewMap(0, len(f.operands), e).Simplify()
	a := Access{Map: m, Operands: f.operands}.Compose().Canonicalize()
	switch r := a.Map.Results[0]; r.Kind {
	case aff.Constant:
		return ir.OpFoldResult{Const: r.Value}
	case aff.Symbol:
		return ir.OpFoldResult{Value: a.Operands[a.Map.NumDims+int(r.Value)]}
	case aff.Dim:
		return ir.OpFoldResult{Value: a.Operands[r.Value]}
	}
	return ir.OpFoldResult{Value: NewApply(b, a.Map, a.Operands...)}
}
