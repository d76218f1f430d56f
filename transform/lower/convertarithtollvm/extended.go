package convertarithtollvm

import (
	"math/big"

	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/llvm"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
	"github.com/inflight-compiler/inflight/transform/internal/llvmtypes"
)

// lowerAddExtended makes the intrinsic whose result is a struct of the sum and the carry. Vectors of more
// than one dimension stay.
func lowerAddExtended(c *llvmtypes.Conversion, op *ir.Op, args []*ir.Value) ([]*ir.Value, bool) {
	t := args[0].Type()
	if llvm.IsArray(t) {
		return nil, false
	}
	carry := constraint.WithElement(c.Ctx, t, c.Ctx.I1)
	both := c.Make(llvm.Intrinsic("uadd.with.overflow"), args,
		[]ir.Type{llvm.StructType(c.Ctx, t, carry)}).Result(0)
	return []*ir.Value{llvmtypes.Extract(c.Builder, both, 0), llvmtypes.Extract(c.Builder, both, 1)}, true
}

// lowerMulExtended multiplies numbers of twice the width and takes both halves.
func lowerMulExtended(c *llvmtypes.Conversion, op *ir.Op, args []*ir.Value) ([]*ir.Value, bool) {
	t := args[0].Type()
	if llvm.IsArray(t) {
		return nil, false
	}
	extension := llvm.ZExt
	if op.Is(arith.MulSIExtended) {
		extension = llvm.SExt
	}
	n := width(t)
	wide := constraint.WithElement(c.Ctx, t, c.Ctx.Integer(2*n))
	x, y := llvmtypes.Cast(c.Builder, extension, args[0], wide),
		llvmtypes.Cast(c.Builder, extension, args[1], wide)
	product := llvmtypes.Binary(c.Builder, llvm.Mul, x, y)
	low := llvmtypes.Cast(c.Builder, llvm.Trunc, product, t)
	shift := llvmtypes.Const(c.Builder, wide, splat(c.Ctx, wide, int64(n)))
	high := llvmtypes.Cast(c.Builder, llvm.Trunc, llvmtypes.Binary(c.Builder, llvm.LShr, product, shift), t)
	return []*ir.Value{low, high}, true
}

// splat returns the attribute of a number, or of a vector of them.
func splat(c *ir.Context, t ir.Type, n int64) ir.Attr {
	v, ok := t.(*ir.VectorType)
	if it, isInteger := t.(*ir.IntegerType); !ok && isInteger && it.Width > 64 {
		return c.BigInt(t, big.NewInt(n))
	}
	if !ok {
		return c.Int(t, n)
	}
	data := make([]byte, ir.ElemBytes(v.Elem))
	for i := range data {
		data[i] = byte(n >> min(8*i, 63))
	}
	return c.Dense(v, string(data), true)
}
