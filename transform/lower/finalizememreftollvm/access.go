package finalizememreftollvm

import (
	"github.com/inflight-compiler/inflight/dialect/llvm"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/transform/internal/llvmtypes"
)

func load(c *llvmtypes.Conversion, op *ir.Op, args []*ir.Value) ([]*ir.Value, bool) {
	m := typeOf(op.Operand(0))
	p := c.ElementPointer(m, args[0], args[1:], llvmtypes.InBounds)
	return one(llvmtypes.Load(c.Builder, c.Types.Type(m.Elem), p,
		append(alignment(op), flag(op, "nontemporal", "nontemporal")...)...))
}

func store(c *llvmtypes.Conversion, op *ir.Op, args []*ir.Value) ([]*ir.Value, bool) {
	p := c.ElementPointer(typeOf(op.Operand(1)), args[1], args[2:], llvmtypes.InBounds)
	llvmtypes.Store(c.Builder, args[0], p,
		append(alignment(op), flag(op, "nontemporal", "nontemporal")...)...)
	return nil, true
}

func prefetch(c *llvmtypes.Conversion, op *ir.Op, args []*ir.Value) ([]*ir.Value, bool) {
	p := c.ElementPointer(typeOf(op.Operand(0)), args[0], args[1:], llvmtypes.Flags{})
	number := func(from, to string) ir.NamedAttr {
		n, _ := op.IntAttr(from)
		return ir.NamedAttr{Name: to, Value: c.Ctx.Int(c.Ctx.I32, n)}
	}
	c.Make(llvm.Prefetch, []*ir.Value{p}, []ir.Type{}, number("isWrite", "rw"),
		number("localityHint", "hint"), number("isDataCache", "cache"))
	return nil, true
}

// binOps maps the kinds of atomic operations that LLVM has. It has no atomic multiplication.
var binOps = map[int64]int64{
	ir.AtomicAddF: llvm.BinOpFAdd, ir.AtomicAddI: llvm.BinOpAdd, ir.AtomicAndI: llvm.BinOpAnd,
	ir.AtomicAssign:   llvm.BinOpXchg,
	ir.AtomicMaximumF: llvm.BinOpFMaximum, ir.AtomicMaxNumF: llvm.BinOpFMax, ir.AtomicMaxS: llvm.BinOpMax,
	ir.AtomicMaxU:     llvm.BinOpUMax,
	ir.AtomicMinimumF: llvm.BinOpFMinimum, ir.AtomicMinNumF: llvm.BinOpFMin, ir.AtomicMinS: llvm.BinOpMin,
	ir.AtomicMinU: llvm.BinOpUMin,
	ir.AtomicOrI:  llvm.BinOpOr, ir.AtomicXorI: llvm.BinOpXor,
}

func atomic(c *llvmtypes.Conversion, op *ir.Op, args []*ir.Value) ([]*ir.Value, bool) {
	kind, _ := op.IntAttr("kind")
	bin, ok := binOps[kind]
	if !ok {
		return nil, false
	}
	p := c.ElementPointer(typeOf(op.Operand(1)), args[1], args[2:], llvmtypes.Flags{})
	return one(c.Op(llvm.AtomicRMW, []*ir.Value{p, args[0]},
		ir.NamedAttr{Name: "bin_op", Value: c.Ctx.Int(c.Ctx.I64, bin)},
		ir.NamedAttr{Name: "ordering", Value: c.Ctx.Int(c.Ctx.I64, llvm.AcqRel)}).Result(0))
}

// assumeAlignment promises the alignment of the pointer; the memref stays what it is.
func assumeAlignment(c *llvmtypes.Conversion, op *ir.Op, args []*ir.Value) ([]*ir.Value, bool) {
	m := typeOf(op.Operand(0))
	if _, _, ok := memref.Strides(m); !ok {
		return nil, false
	}
	p := c.BufferPointer(m, args[0])
	n, _ := op.IntAttr("alignment")
	holds := llvmtypes.Const(c.Builder, c.Ctx.I1, c.Ctx.Bool(true))
	c.Make(llvm.Assume, []*ir.Value{holds, p, c.ConstIndex(n)}, []ir.Type{},
		ir.NamedAttr{Name: "op_bundle_sizes", Value: c.Ctx.I32Array(2)},
		ir.NamedAttr{Name: "op_bundle_tags", Value: c.Ctx.Array([]ir.Attr{c.Ctx.String("align")})})
	return one(args[0])
}
