package arith

import (
	"github.com/inflight-compiler/inflight/dialect/ub"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

func init() { Dialect.Constant = materialize }

// materialize makes the operation that yields attr: a constant or poison. It returns nil if arith.constant
// cannot have attr as its value.
func materialize(b *ir.Builder, attr ir.Attr, typ ir.Type) *ir.Op {
	if ub.IsPoison(attr) {
		return ub.Dialect.Constant(b, attr, typ)
	}
	switch attr.(type) {
	case *ir.IntegerAttr, *ir.FloatAttr, *ir.DenseElementsAttr, *ir.DenseResourceAttr, *ir.SparseElementsAttr:
	default:
		return nil
	}
	if it, ok := typ.(*ir.IntegerType); ok && it.Sign != ir.Signless || constraint.ValueType(attr) != typ {
		return nil
	}
	return NewConstant(b, attr).DefiningOp()
}

// NewConstant makes a constant of a typed attribute.
func NewConstant(b *ir.Builder, attr ir.Attr) *ir.Value {
	return b.Make(Constant, nil, []ir.Type{constraint.ValueType(attr)},
		ir.NamedAttr{Name: "value", Value: attr}).Result(0)
}

// ConstIndex makes the constant n : index.
func ConstIndex(b *ir.Builder, n int64) *ir.Value { return NewConstant(b, b.Ctx.IndexAttr(n)) }

// ConstInt makes the constant n of an integer type or index, or of a vector or tensor of static shape whose
// elements are all n.
func ConstInt(b *ir.Builder, typ ir.Type, n int64) *ir.Value {
	if _, isShaped := typ.(ir.ShapedType); isShaped {
		return NewConstant(b, splat(b.Ctx, typ, scalar{word: n}))
	}
	return NewConstant(b, b.Ctx.Int(typ, n))
}

// ConstBool makes the constant true or false.
func ConstBool(b *ir.Builder, v bool) *ir.Value { return NewConstant(b, b.Ctx.Bool(v)) }

// ConstFloat makes a floating-point constant, rounded to typ.
func ConstFloat(b *ir.Builder, typ *ir.FloatType, v float64) *ir.Value {
	return NewConstant(b, floatAttr(b.Ctx, typ, v))
}

// ZeroAttr returns the value of the constant 0 of a type, nil if arith has none.
func ZeroAttr(c *ir.Context, t ir.Type) ir.Attr {
	if _, ok := t.(*ir.MemRefType); ok {
		return nil // a memref is a shaped type, too, but has no constant
	}
	return splat(c, t, scalar{})
}

// Binary makes an operation on two operands of one type, such as AddI.
func Binary(b *ir.Builder, def *ir.OpDef, x, y *ir.Value) *ir.Value {
	return b.Op(def, []*ir.Value{x, y}).Result(0)
}

// Cmp makes an arith.cmpi; the predicate is SLT or another of its constants.
func Cmp(b *ir.Builder, predicate int64, x, y *ir.Value) *ir.Value {
	attr := ir.NamedAttr{Name: "predicate", Value: b.Ctx.Int(b.Ctx.I64, predicate)}
	return b.Op(CmpI, []*ir.Value{x, y}, attr).Result(0)
}

// NewSelect makes an arith.select.
func NewSelect(b *ir.Builder, cond, x, y *ir.Value) *ir.Value {
	return b.Op(Select, []*ir.Value{cond, x, y}).Result(0)
}

// Cast makes a conversion, such as IndexCast, to typ.
func Cast(b *ir.Builder, def *ir.OpDef, x *ir.Value, typ ir.Type) *ir.Value {
	return b.Make(def, []*ir.Value{x}, []ir.Type{typ}).Result(0)
}

// Predicate returns the predicate of an arith.cmpi or arith.cmpf.
func Predicate(op *ir.Op) int64 {
	p, _ := op.IntAttr("predicate")
	return p
}

// Reducers has the operation that combines two values for each ir.AtomicKind but AtomicAssign.
var Reducers = map[int64]*ir.OpDef{
	ir.AtomicAddF: AddF, ir.AtomicAddI: AddI, ir.AtomicMulF: MulF, ir.AtomicMulI: MulI,
	ir.AtomicMaximumF: MaximumF, ir.AtomicMinimumF: MinimumF, ir.AtomicMaxNumF: MaxNumF,
	ir.AtomicMinNumF: MinNumF, ir.AtomicMaxS: MaxSI, ir.AtomicMinS: MinSI,
	ir.AtomicMaxU: MaxUI, ir.AtomicMinU: MinUI, ir.AtomicOrI: OrI, ir.AtomicAndI: AndI,
	ir.AtomicXorI: XOrI,
}
