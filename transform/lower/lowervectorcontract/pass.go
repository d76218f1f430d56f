package lowervectorcontract

import (
	"github.com/inflight-compiler/inflight/dialect/vector"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
)

// Pass is lower-vector-contract.
var Pass = pass.Register(&pass.Pass{
	Name:    "lower-vector-contract",
	Summary: "Lower contractions of vectors to products and sums",
	Doc: "A vector.contract becomes arithmetic on vectors of one dimension: for each point of the " +
		"dimensions that are combined, in " +
		"row-major order, the elements of the factors that belong to the elements of the result are " +
		"shuffled together, multiplied, and " +
		"combined with what the points before have made. Each element is combined and rounded in the order " +
		"of the iterations, as the " +
		"simulator does it; those that a vector.mask leaves out are not combined. Contractions of scalable " +
		"vectors, with an accumulator of another type than the " +
		"factors, or with more than 262144 iterations stay.",
	Options: []pass.Option{
		{Name: "masked", Type: pass.Bool, Default: "false",
			Help: "Lower contractions under a vector.mask only"}},
	Before: before,
	After:  after,
	Run: func(r *pass.Run) error {
		n := 0
		for _, op := range r.Op.Find(vector.Contract) {
			whole, mask := op, (*ir.Value)(nil)
			if p := op.Parent(); p.Is(vector.Mask) {
				whole, mask = p, p.Operand(0)
			}
			if lowers(op) && (mask != nil || !r.Bool("masked")) {
				b := ir.At(whole)
				b.Loc = op.Loc()
				whole.Result(0).ReplaceAllUsesWith(lower(b, op, mask))
				whole.Erase()
				n++
			}
		}
		r.Count("contractions lowered", n)
		return nil
	},
})

const before = `func.func @dot(%a: vector<2xf32>, %b: vector<2x2xf32>, %c: vector<2xf32>) -> vector<2xf32> {
  %r = vector.contract {indexing_maps = [affine_map<(i, k) -> (k)>, affine_map<(i, k) -> (k, i)>, affine_map<(i, k) -> (i)>],
    iterator_types = ["parallel", "reduction"]} %a, %b, %c : vector<2xf32>, vector<2x2xf32> into vector<2xf32>
  return %r : vector<2xf32>
}
`

const after = `module {
  func.func @dot(%arg0: vector<2xf32>, %arg1: vector<2x2xf32>, %arg2: vector<2xf32>) -> vector<2xf32> {
    %0 = vector.shape_cast %arg1 : vector<2x2xf32> to vector<4xf32>
    %1 = vector.shuffle %arg0, %arg0 [0, 0] : vector<2xf32>, vector<2xf32>
    %2 = vector.shuffle %0, %0 [0, 1] : vector<4xf32>, vector<4xf32>
    %3 = arith.mulf %1, %2 : vector<2xf32>
    %4 = arith.addf %arg2, %3 : vector<2xf32>
    %5 = vector.shuffle %arg0, %arg0 [1, 1] : vector<2xf32>, vector<2xf32>
    %6 = vector.shuffle %0, %0 [2, 3] : vector<4xf32>, vector<4xf32>
    %7 = arith.mulf %5, %6 : vector<2xf32>
    %8 = arith.addf %4, %7 : vector<2xf32>
    return %8 : vector<2xf32>
  }
}
`

// maxIterations bounds how much arithmetic a contraction becomes.
const maxIterations = 1 << 18

// lowers reports whether a contraction becomes arithmetic.
func lowers(op *ir.Op) bool {
	if combination(op) == nil {
		return false
	}
	var elem ir.Type
	for _, v := range op.Operands() {
		of := v.Type()
		if t, ok := of.(*ir.VectorType); ok {
			if t.Scalable != nil {
				return false
			}
			of = t.Elem
		}
		if elem != nil && of != elem {
			return false
		}
		elem = of
	}
	iterations := int64(1)
	for _, n := range vector.ContractionOf(op).Extents {
		if iterations *= n; iterations > maxIterations {
			return false
		}
	}
	return true
}
