package affine

import (
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ir"
	aff "github.com/inflight-compiler/inflight/ir/affine"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// Dialect is the affine dialect.
var Dialect = &ir.Dialect{
	Name: "affine",
	Ops: []*ir.OpDef{
		Apply, DelinearizeIndex, DmaStart, DmaWait, For, If, LinearizeIndex, Load, Max, Min, Parallel,
		Prefetch, Store,
		VectorLoad, VectorStore, Yield,
	},
	Constant: func(b *ir.Builder, attr ir.Attr, typ ir.Type) *ir.Op {
		if d := b.Ctx.Dialect("arith"); d != nil && d.Constant != nil {
			return d.Constant(b, attr, typ)
		}
		return nil
	},
}

var codeAffine = diag.Register("verify-affine", "an affine operation breaks a rule of its dialect",
	"Operands of affine maps and sets must be dimensions (loop variables, affine.apply results) or symbols "+
		"(constants, "+
		"arguments and results at the top level of the function), and as many as the map or set has inputs.")

var (
	mapAttr = ir.AttrConstraint{Summary: "AffineMap attribute",
		Match: func(a ir.Attr) bool { _, ok := a.(*ir.AffineMapAttr); return ok }}
	setAttr = ir.AttrConstraint{Summary: "IntegerSet attribute",
		Match: func(a ir.Attr) bool { _, ok := a.(*ir.IntegerSetAttr); return ok }}
	indexAttr = ir.AttrConstraint{Summary: "index attribute", Match: isIndexAttr,
		ValueType: func(c *ir.Context) ir.Type { return c.Index }}
	vector = ir.TypeConstraint{Summary: "vector of any type values",
		Match: func(t ir.Type) bool { v, ok := t.(*ir.VectorType); return ok && len(v.Shape) > 0 }}
)

func isIndexAttr(a ir.Attr) bool {
	i, ok := a.(*ir.IntegerAttr)
	return ok && constraint.IsIndex(i.Type)
}

// theMap is the table entry of the attribute that holds an operation's map.
var theMap = ir.AttrDef{Name: "map", Type: mapAttr}

// indices is the table entry of a group of index operands.
func indices(name string) ir.OperandDef {
	return ir.OperandDef{Name: name, Type: constraint.Index, Arity: ir.Variadic}
}

// mapOf returns the map that the attribute holds, nil when there is none.
func mapOf(op *ir.Op, name string) *aff.Map {
	if a, ok := op.Attr(name).(*ir.AffineMapAttr); ok {
		return a.Map
	}
	return nil
}

// memRef returns the type of v as a memref, nil if it is none.
func memRef(v *ir.Value) *ir.MemRefType {
	t, _ := v.Type().(*ir.MemRefType)
	return t
}

// tail returns the operands from number first on.
func tail(op *ir.Op, first int) []*ir.Value { return op.Operands()[first:] }
