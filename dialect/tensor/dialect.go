package tensor

import (
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// Dialect is the tensor dialect.
var Dialect = &ir.Dialect{
	Name: "tensor",
	Ops: []*ir.OpDef{
		Bitcast, Cast, CollapseShape, Concat, Dim, Empty, ExpandShape, Extract, ExtractSlice, FromElements,
		Gather, Generate, Insert, InsertSlice, Pad, ParallelInsertSlice, Rank, Reshape, Scatter, Splat, Yield,
	},
}

var codeTensor = diag.Register("verify-tensor", "a tensor operation breaks a rule of its dialect",
	"There is a subscript for each dimension, a size for each dynamic extent, and a slice has the type "+
		"that its sizes say. "+
		"What joins or splits dimensions names each of them once, in order, and keeps the number of "+
		"elements.")

var (
	anyTensor = ir.TypeConstraint{Summary: "tensor of any type values", Match: isTensor}
	withDims  = ir.TypeConstraint{
		Summary: "non-0-ranked or unranked tensor",
		Match: func(t ir.Type) bool {
			n, ok := t.(*ir.TensorType)
			return ok && (!n.Ranked || len(n.Shape) > 0)
		},
	}
	fixed = ir.TypeConstraint{
		Summary: "statically shaped tensor of any type values",
		Match: func(t ir.Type) bool {
			n, ok := t.(*ir.TensorType)
			return ok && n.Ranked && dynamicDims(n.Shape) == 0
		},
	}
)

func isTensor(t ir.Type) bool { _, ok := t.(*ir.TensorType); return ok }

// typeOf returns the type of a value that is a tensor.
func typeOf(v *ir.Value) *ir.TensorType { return v.Type().(*ir.TensorType) }

// dynamicDims returns the number of extents that are not known.
func dynamicDims(shape []int64) (n int) {
	for _, extent := range shape {
		if extent == ir.Dynamic {
			n++
		}
	}
	return n
}

// operand, indices and result are entries of operation tables.
func operand(name string, c ir.TypeConstraint) ir.OperandDef {
	return ir.OperandDef{Name: name, Type: c}
}

func indices(name string) ir.OperandDef {
	return ir.OperandDef{Name: name, Type: constraint.Index, Arity: ir.Variadic}
}

func result(name string, c ir.TypeConstraint) []ir.ResultDef {
	return []ir.ResultDef{{Name: name, Type: c}}
}

// named returns a ResultNames that suggests the name for the result.
func named(name string) func(*ir.Op, func(*ir.Value, string)) {
	return func(op *ir.Op, set func(*ir.Value, string)) { set(op.Result(0), name) }
}

// elementOf is the rule that a value is an element of a tensor.
func elementOf(from, to, summary string) ir.TypesMatch {
	return ir.TypesMatch{From: from, To: to, Summary: summary,
		Type: func(_ *ir.Context, t ir.Type) ir.Type {
			if n, ok := t.(*ir.TensorType); ok {
				return n.Elem
			}
			return nil
		}}
}
