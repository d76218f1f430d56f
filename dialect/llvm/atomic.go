package llvm

import (
	"slices"

	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

const orderingSummary = "Atomic ordering for LLVM's memory model"

// AtomicRMW is llvm.atomicrmw: it reads memory, computes, and writes, atomically. Its result is the value
// read.
var AtomicRMW = &ir.OpDef{
	Name:     "llvm.atomicrmw",
	Summary:  "reads, computes and writes at once",
	Operands: []ir.OperandDef{operand("ptr", pointer), operand("val", atomicValue)},
	Results:  result(atomicValue),
	Attrs: slices.Concat([]ir.AttrDef{enum("bin_op", BinOp, "llvm.atomicrmw binary operations"),
		enum("ordering", Ordering, orderingSummary), syncscope, alignment, unit("volatile_")}, aliasing),
	TypesMatch: []ir.TypesMatch{
		{From: "val", To: "res", Summary: "result #0 and operand #1 have the same type", Type: itself}},
	Format: "(`volatile` $volatile_^)? $bin_op $ptr `,` $val (`syncscope` `(` $syncscope^ `)`)? $ordering " +
		"attr-dict " +
		"`:` qualified(type($ptr)) `,` type($val)",
	Verify: verifyAtomicRMW,
	Atomic: ir.Always,
}

// CmpXchg is llvm.cmpxchg: it writes a value if memory holds the expected one. Its result is the value read,
// and whether the operation wrote.
var CmpXchg = &ir.OpDef{
	Name:     "llvm.cmpxchg",
	Summary:  "writes a value if memory holds another",
	Operands: []ir.OperandDef{operand("ptr", pointer), operand("cmp", exchanged), operand("val", exchanged)},
	Results:  result(structType),
	Attrs: slices.Concat(
		[]ir.AttrDef{enum("success_ordering", Ordering, orderingSummary),
			enum("failure_ordering", Ordering, orderingSummary),
			syncscope, alignment, unit("weak"), unit("volatile_")}, aliasing),
	TypesMatch: []ir.TypesMatch{
		{From: "val", To: "cmp", Summary: "operand #1 and operand #2 have the same type", Type: itself},
		{From: "val", To: "res",
			Summary: "result #0 has an LLVM struct type consisting of the type of operand #2 and a bool",
			Type:    func(c *ir.Context, t ir.Type) ir.Type { return StructType(c, t, c.I1) }},
	},
	InferTypes: func(c *ir.Context, s *ir.OpState) ([]ir.Type, error) {
		return []ir.Type{StructType(c, s.Operands[2].Type(), c.I1)}, nil
	},
	Format: "(`weak` $weak^)? (`volatile` $volatile_^)? $ptr `,` $cmp `,` $val (`syncscope` `(` " +
		"$syncscope^ `)`)? " +
		"$success_ordering $failure_ordering attr-dict `:` qualified(type($ptr)) `,` type($val)",
	Verify: verifyCmpXchg,
	Atomic: ir.Always,
}

// Fence is llvm.fence: it orders the accesses before it and those after it.
var Fence = &ir.OpDef{
	Name:    "llvm.fence",
	Summary: "orders accesses to memory",
	Attrs:   []ir.AttrDef{enum("ordering", Ordering, orderingSummary), syncscope},
	Format:  "(`syncscope` `(` $syncscope^ `)`)? $ordering attr-dict",
	Verify: func(op *ir.Op) error {
		if o, _ := op.IntAttr("ordering"); o < Acquire {
			return op.OpErrorf(codeLLVM, "can be given only acquire, release, acq_rel, and seq_cst orderings")
		}
		return nil
	},
}

func itself(_ *ir.Context, t ir.Type) ir.Type { return t }

// verifyAtomicRMW checks the type of the value against the operation.
func verifyAtomicRMW(op *ir.Op) error {
	bin, _ := op.IntAttr("bin_op")
	t := op.Operand(1).Type()
	switch bin {
	case BinOpFAdd, BinOpFSub, BinOpFMin, BinOpFMax, BinOpFMaximum, BinOpFMinimum:
		if v, ok := t.(*ir.VectorType); ok {
			if v.Scalable != nil {
				return op.OpErrorf(codeLLVM, "expected LLVM IR fixed vector type")
			}
			if !IsCompatibleFloat(v.Elem) {
				return op.OpErrorf(codeLLVM, "expected LLVM IR floating point type for vector element")
			}
		} else if !IsCompatibleFloat(t) {
			return op.OpErrorf(codeLLVM, "expected LLVM IR floating point type")
		}
	case BinOpXchg:
		if !isAtomicType(t) {
			return op.OpErrorf(codeLLVM, "unexpected LLVM IR type for 'xchg' bin_op")
		}
	default:
		if !constraint.IsSignlessInteger(t) || !isAtomicType(t) {
			return op.OpErrorf(codeLLVM, "expected LLVM IR integer type")
		}
	}
	if o, _ := op.IntAttr("ordering"); o < Monotonic {
		return op.OpErrorf(codeLLVM, "expected at least 'monotonic' ordering")
	}
	return nil
}

func verifyCmpXchg(op *ir.Op) error {
	success, _ := op.IntAttr("success_ordering")
	failure, _ := op.IntAttr("failure_ordering")
	switch {
	case !isAtomicType(op.Operand(2).Type()):
		return op.OpErrorf(codeLLVM, "unexpected LLVM IR type")
	case success < Monotonic || failure < Monotonic:
		return op.OpErrorf(codeLLVM, "ordering must be at least 'monotonic'")
	case failure == Release || failure == AcqRel:
		return op.OpErrorf(codeLLVM, "failure ordering cannot be 'release' or 'acq_rel'")
	}
	return nil
}
