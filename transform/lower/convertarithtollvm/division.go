package convertarithtollvm

import (
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/transform/internal/llvmtypes"
)

// Divisions that do not round towards zero are written with other operations of arith, which are lowered in
// turn.

// expand is the pattern that replaces an operation on two integers by others of arith.
func expand(f func(b *ir.Builder, x, y *ir.Value) *ir.Value) func(*llvmtypes.Conversion, *ir.Op,
	[]*ir.Value) ([]*ir.Value, bool) {
	return func(c *llvmtypes.Conversion, op *ir.Op, _ []*ir.Value) ([]*ir.Value, bool) {
		if c.Types.Type(op.Result(0).Type()) == nil {
			return nil, false
		}
		return c.One(f(c.Builder, op.Operand(0), op.Operand(1))), true
	}
}

func constant(b *ir.Builder, t ir.Type, n int64) *ir.Value {
	return arith.NewConstant(b, splat(b.Ctx, t, n))
}

// ceilDivUI is x == 0 ? 0 : (x - 1) / y + 1.
func ceilDivUI(b *ir.Builder, x, y *ir.Value) *ir.Value {
	zero := constant(b, x.Type(), 0)
	isZero := arith.Cmp(b, arith.EQ, x, zero)
	one := constant(b, x.Type(), 1)
	quotient := arith.Binary(b, arith.DivUI, arith.Binary(b, arith.SubI, x, one), y)
	return arith.NewSelect(b, isZero, zero, arith.Binary(b, arith.AddI, quotient, one))
}

// ceilDivSI adds one to the quotient where there is a remainder and the operands have one sign.
func ceilDivSI(b *ir.Builder, x, y *ir.Value) *ir.Value {
	zero, one := constant(b, x.Type(), 0), constant(b, x.Type(), 1)
	quotient := arith.Binary(b, arith.DivSI, x, y)
	inexact := arith.Cmp(b, arith.NE, x, arith.Binary(b, arith.MulI, quotient, y))
	xNegative, yNegative := arith.Cmp(b, arith.SLT, x, zero), arith.Cmp(b, arith.SLT, y, zero)
	up := arith.Binary(b, arith.AndI, inexact, arith.Cmp(b, arith.EQ, xNegative, yNegative))
	return arith.NewSelect(b, up, arith.Binary(b, arith.AddI, quotient, one), quotient)
}

// floorDivSI subtracts one from the quotient where there is a remainder and the operands have different
// signs.
func floorDivSI(b *ir.Builder, x, y *ir.Value) *ir.Value {
	quotient := arith.Binary(b, arith.DivSI, x, y)
	inexact := arith.Cmp(b, arith.NE, x, arith.Binary(b, arith.MulI, quotient, y))
	zero := constant(b, x.Type(), 0)
	xNegative, yNegative := arith.Cmp(b, arith.SLT, x, zero), arith.Cmp(b, arith.SLT, y, zero)
	down := arith.Binary(b, arith.AndI, inexact, arith.Cmp(b, arith.NE, xNegative, yNegative))
	minusOne := constant(b, x.Type(), -1)
	return arith.NewSelect(b, down, arith.Binary(b, arith.AddI, quotient, minusOne), quotient)
}
