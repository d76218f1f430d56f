package expandvector

import (
	"github.com/inflight-compiler/inflight/dialect/vector"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
)

// Pass is expand-vector.
var Pass = pass.Register(&pass.Pass{
	Name:    "expand-vector",
	Summary: "Replace operations on vectors that engines have no instruction for",
	Doc: "A vector.outerproduct becomes products of rows, with one rounding for product and sum of floats, " +
		"a vector.scan operations on " +
		"slices, a vector.reduction in a vector.mask one of elements among which those that are left out " +
		"are neutral. A " +
		"vector.expandload or vector.compressstore becomes accesses to single elements under conditions. " +
		"Scalable " +
		"vectors, and accesses to more than 4096 elements, stay.",
	Before: before,
	After:  after,
	Run: func(r *pass.Run) error {
		n := 0
		for _, op := range expandable(r.Op) {
			r.Step()
			whole := op
			if op.Parent().Is(vector.Mask) {
				whole = op.Parent()
			}
			b := ir.At(whole)
			b.Loc = op.Loc()
			if values, ok := expansions[op.Def()](b, op); ok {
				for i, v := range values {
					whole.Result(i).ReplaceAllUsesWith(v)
				}
				whole.Erase()
				n++
			}
		}
		r.Count("operations expanded", n)
		return nil
	},
})

const before = `func.func @sums(%v: vector<3xf32>, %none: vector<f32>) -> vector<3xf32> {
  %r:2 = vector.scan <add>, %v, %none {inclusive = true, reduction_dim = 0 : i64} : vector<3xf32>, vector<f32>
  return %r#0 : vector<3xf32>
}
`

const after = `module {
  func.func @sums(%arg0: vector<3xf32>, %arg1: vector<f32>) -> vector<3xf32> {
    %cst = arith.constant dense<0.000000e+00> : vector<3xf32>
    %0 = vector.extract %arg0[0] : f32 from vector<3xf32>
    %1 = vector.insert %0, %cst [0] : f32 into vector<3xf32>
    %2 = vector.extract %arg0[1] : f32 from vector<3xf32>
    %3 = arith.addf %0, %2 : f32
    %4 = vector.insert %3, %1 [1] : f32 into vector<3xf32>
    %5 = vector.extract %arg0[2] : f32 from vector<3xf32>
    %6 = arith.addf %3, %5 : f32
    %7 = vector.insert %6, %4 [2] : f32 into vector<3xf32>
    %8 = vector.broadcast %6 : f32 to vector<f32>
    return %7 : vector<3xf32>
  }
}
`

// expansions make what takes the place of an operation: values for its results, and whether it can.
var expansions = map[*ir.OpDef]func(b *ir.Builder, op *ir.Op) ([]*ir.Value, bool){
	vector.OuterProduct: outerProduct, vector.Scan: scan, vector.Reduction: maskedReduction,
	vector.ExpandLoad: expandLoad, vector.CompressStore: compressStore,
}

// expandable returns the operations that the pass looks at.
func expandable(root *ir.Op) []*ir.Op {
	var list []*ir.Op
	for op := range root.Walk() {
		if expansions[op.Def()] != nil && !isScalable(op) {
			list = append(list, op)
		}
	}
	return list
}

// isScalable reports whether an operand is a scalable vector.
func isScalable(op *ir.Op) bool {
	for _, v := range op.Operands() {
		if t, ok := v.Type().(*ir.VectorType); ok && t.Scalable != nil {
			return true
		}
	}
	return false
}

// maskAround returns the mask in which an operation stands, nil if there is none.
func maskAround(op *ir.Op) *ir.Value {
	if p := op.Parent(); p.Is(vector.Mask) {
		return p.Operand(0)
	}
	return nil
}

// at returns a static position.
func at(position ...int64) []ir.OpFoldResult {
	list := make([]ir.OpFoldResult, len(position))
	for i, n := range position {
		list[i].Const = n
	}
	return list
}
