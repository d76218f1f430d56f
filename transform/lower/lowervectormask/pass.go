package lowervectormask

import (
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/vector"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
)

// Pass is lower-vector-mask.
var Pass = pass.Register(&pass.Pass{
	Name:    "lower-vector-mask",
	Title:   "LowerVectorMaskPass",
	Summary: "Lower 'vector.mask' operations",
	Doc: "A transfer or a gather in a vector.mask becomes one with the mask as an operand, and a mask " +
		"around nothing what it yields. " +
		"Where there is a passthru, a selection gives what the mask leaves out. A gather has what both " +
		"masks " +
		"select, and elsewhere its own pass_thru, where upstream's pass forgets the gather's mask and has " +
		"0. Other operations in a mask stay.",
	Options: []pass.Option{pass.SimplifyOption},
	Before:  before,
	After:   after,
	Run: func(r *pass.Run) error {
		r.Rewrite(ir.Pattern{Name: "lower-mask", Root: vector.Mask.Name, Rewrite: lower})
		return nil
	},
})

const before = `func.func @some(%m: memref<?xf32>, %i: index, %mask: vector<4xi1>, %pad: f32) -> vector<4xf32> {
  %v = vector.mask %mask {
    vector.transfer_read %m[%i], %pad : memref<?xf32>, vector<4xf32>
  } : vector<4xi1> -> vector<4xf32>
  return %v : vector<4xf32>
}
`

const after = `module {
  func.func @some(%arg0: memref<?xf32>, %arg1: index, %arg2: vector<4xi1>, %arg3: f32) -> vector<4xf32> {
    %0 = vector.transfer_read %arg0[%arg1], %arg3, %arg2 : memref<?xf32>, vector<4xf32>
    return %0 : vector<4xf32>
  }
}
`

// lower gives the operation in a mask the mask.
func lower(op *ir.Op, rw *ir.Rewriter) bool {
	mask, passthru := op.Operand(0), op.OptionalOperand(1)
	inner := op.Body().First()
	made := masked(rw.Builder, inner, mask)
	switch {
	case made == nil:
		return false
	case passthru != nil:
		rw.Replace(op, arith.NewSelect(rw.Builder, ofResult(rw.Builder, inner, mask), made[0], passthru))
	case op.NumResults() == 0:
		rw.Erase(op)
	default:
		rw.Replace(op, made...)
	}
	return true
}

// ofResult returns the mask with the dimensions of the result of the operation in it, in their order.
func ofResult(b *ir.Builder, op *ir.Op, mask *ir.Value) *ir.Value {
	if x, ok := vector.TransferOf(op); ok {
		return x.MaskOfVector(b, mask)
	}
	return mask
}

// masked makes an operation with a mask, and returns what it yields; nil where it takes none.
func masked(b *ir.Builder, op *ir.Op, mask *ir.Value) []*ir.Value {
	b.Loc = op.Loc()
	switch {
	case op.Is(vector.Yield):
		return op.Operands()
	case op.Is(vector.TransferRead), op.Is(vector.TransferWrite):
		x, _ := vector.TransferOf(op)
		if x.Mask != nil {
			return nil
		}
		x.Mask = mask
		if op.Is(vector.TransferWrite) {
			return results(vector.NewTransferWrite(b, x))
		}
		return results(vector.NewTransferRead(b, op.Result(0).Type().(*ir.VectorType), x))
	case op.Is(vector.Gather):
		a, _ := vector.AccessOf(op)
		both := mask
		if a.Mask != mask {
			both = arith.Binary(b, arith.AndI, a.Mask, mask)
		}
		return []*ir.Value{vector.NewGather(b, a.Base, a.Offsets, a.Indices, both, a.Vector)}
	}
	return nil
}

// results returns the results of an operation, an empty list of one without.
func results(op *ir.Op) []*ir.Value { return append([]*ir.Value{}, op.Results()...) }
