package convertvectortoscf

import (
	"github.com/inflight-compiler/inflight/dialect/vector"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
	"github.com/inflight-compiler/inflight/pass"
)

// Pass is convert-vector-to-scf.
var Pass = pass.Register(&pass.Pass{
	Name:    "convert-vector-to-scf",
	Title:   "ConvertVectorToSCF",
	Summary: "Lower the operations from the vector dialect into the SCF dialect",
	Doc: "A vector.transfer_read or vector.transfer_write of more dimensions than target-rank becomes a " +
		"loop along its first " +
		"dimension, around a transfer of one dimension less, and so on; the vector lies in memory of its " +
		"own meanwhile, " +
		"memref<vector<...>>. With full-unroll there are no loops and no such memory. What may be outside " +
		"of the memory, or is " +
		"masked, stands in an scf.if. Transfers whose dimensions are in another order are transpositions " +
		"first, and those of one " +
		"dimension along which the elements do not follow each other become loops over elements. A " +
		"vector.print of a vector prints " +
		"elements in loops. As with upstream's pass, an iteration is compared with the end of the memory " +
		"alone: a transfer that " +
		"begins at negative subscripts is not lowered right. Scalable vectors, and what stands in a " +
		"vector.mask, stay.",
	Options: []pass.Option{
		{Name: "full-unroll", Type: pass.Bool, Default: "false",
			Help: "Perform full unrolling when converting vector transfers to SCF"},
		{Name: "target-rank", Type: pass.Int, Default: "1",
			Help: "Target vector rank to which transfer ops should be lowered"},
		{Name: "lower-tensors", Type: pass.Bool, Default: "false",
			Help: "Lower transfer ops that operate on tensors"},
	},
	Before: before,
	After:  after,
	Run:    run,
})

const before = `func.func @tile(%m: memref<?x8xf32>, %i: index) -> vector<4x8xf32> {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %v = vector.transfer_read %m[%i, %c0], %zero : memref<?x8xf32>, vector<4x8xf32>
  return %v : vector<4x8xf32>
}
`

const after = `#map = affine_map<(d0)[s0] -> (d0 + s0)>
module {
  func.func @tile(%arg0: memref<?x8xf32>, %arg1: index) -> vector<4x8xf32> {
    %cst = arith.constant dense<0.000000e+00> : vector<8xf32>
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %c0 = arith.constant 0 : index
    %cst_0 = arith.constant 0.000000e+00 : f32
    %alloca = memref.alloca() : memref<vector<4x8xf32>>
    %0 = vector.type_cast %alloca : memref<vector<4x8xf32>> to memref<4xvector<8xf32>>
    scf.for %arg2 = %c0 to %c4 step %c1 {
      %dim = memref.dim %arg0, %c0 : memref<?x8xf32>
      %2 = affine.apply #map(%arg2)[%arg1]
      %3 = arith.cmpi sgt, %dim, %2 : index
      scf.if %3 {
        %4 = affine.apply #map(%arg2)[%arg1]
        %5 = vector.transfer_read %arg0[%4, %c0], %cst_0 {in_bounds = [true]} : memref<?x8xf32>, vector<8xf32>
        memref.store %5, %0[%arg2] : memref<4xvector<8xf32>>
      } else {
        memref.store %cst, %0[%arg2] : memref<4xvector<8xf32>>
      }
    }
    %1 = memref.load %alloca[] : memref<vector<4x8xf32>>
    return %1 : vector<4x8xf32>
  }
}
`

// lowering is the options.
type lowering struct {
	unroll, tensors bool
	rank            int
}

func run(r *pass.Run) error {
	if !r.Op.HasDialect("vector") {
		return nil
	}
	l := &lowering{unroll: r.Bool("full-unroll"), tensors: r.Bool("lower-tensors"),
		rank: int(r.Int("target-rank"))}
	for _, patterns := range [][]ir.Pattern{permutations(), l.patterns()} {
		// Upstream's pass cleans up as far, in the same order.
		result := ir.ApplyPatternsGreedily(r.Op, ir.GreedyConfig{
			OnlyPatterns: true, Patterns: patterns, BottomUp: true, Simplify: ir.SimplifyAggressive,
		})
		for name, n := range result.Rewrites {
			r.Count("pattern "+name, n)
		}
	}
	return nil
}

func (l *lowering) patterns() []ir.Pattern {
	var list []ir.Pattern
	if l.unroll {
		list = append(list, onTransfers("unroll-transfer", l.unrollTransfer)...)
	} else {
		list = append(list, onTransfers("buffer-transfer", l.buffer)...)
		list = append(list, onTransfers("unpack-dimension", l.unpack)...)
	}
	if l.rank == 1 {
		list = append(list, onTransfers("transfer-elements", l.elements)...)
	}
	return append(list, ir.Pattern{Name: "print-elements", Root: vector.Print.Name, Rewrite: printElements})
}

// onTransfers returns a pattern for reads and one for writes. Scalable vectors are left alone.
func onTransfers(name string, rewrite func(x *transfer, rw *ir.Rewriter) bool) []ir.Pattern {
	var list []ir.Pattern
	for _, def := range []*ir.OpDef{vector.TransferRead, vector.TransferWrite} {
		list = append(list, ir.Pattern{Name: name, Root: def.Name,
			Rewrite: func(op *ir.Op, rw *ir.Rewriter) bool {
				x := transferOf(op)
				return x.t.Scalable == nil && rewrite(x, rw)
			}})
	}
	return list
}

// transfer is a vector.transfer_read or vector.transfer_write.
type transfer struct {
	vector.Transfer
	op *ir.Op
	t  *ir.VectorType
	// dims gives for every dimension of the vector that of the memory, or broadcast.
	dims []int
}

// broadcast is the dimension of memory of what is repeated.
const broadcast = -1

func transferOf(op *ir.Op) *transfer {
	x := &transfer{op: op}
	x.Transfer, _ = vector.TransferOf(op)
	x.t = x.Vector.Type().(*ir.VectorType)
	x.dims = dimsOf(x.Map)
	return x
}

func (x *transfer) isRead() bool { return x.op.Is(vector.TransferRead) }

func (x *transfer) onTensor() bool { return constraint.RankedTensor.Match(x.Base.Type()) }

// unpacks reports whether transfers of the first dimension are taken apart.
func (l *lowering) unpacks(x *transfer) bool {
	return len(x.t.Shape) > l.rank && (l.tensors || !x.onTensor()) &&
		x.t.Elem == x.Base.Type().(ir.ShapedType).ElemType()
}

// rowType returns the type of a vector without its first dimension.
func rowType(c *ir.Context, t *ir.VectorType) *ir.VectorType {
	return c.Vector(t.Shape[1:], nil, t.Elem)
}
