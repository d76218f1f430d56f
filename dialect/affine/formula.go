package affine

import (
	"github.com/inflight-compiler/inflight/ir"
	aff "github.com/inflight-compiler/inflight/ir/affine"
)

// Formula collects the operands of an affine expression of indices. An index is a constant, or a value at run
// time, which becomes an operand. The zero value has no operands.
type Formula struct{ operands []*ir.Value }

// Of returns an index as an expression: a constant or, for a value at run time, the next symbol.
func (f *Formula) Of(q ir.OpFoldResult) *aff.Expr {
	if q.Value == nil {
		return aff.C(q.Const)
	}
	f.operands = append(f.operands, q.Value)
	return aff.S(len(f.operands) - 1)
}

// Value computes an expression of results of Of, after composing it with the affine.apply operations that
// make its operands. It makes an affine.apply unless the result is a constant or one of the operands.
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
