package vector

import (
	"slices"

	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// ExpandLoad is vector.expandload: it reads the elements that the mask selects from consecutive places in
// memory, beginning at the subscripts. The other elements come from pass_thru.
var ExpandLoad = &ir.OpDef{
	Name:    "vector.expandload",
	Summary: "reads elements from memory and spreads them into a vector as defined by a mask",
	Operands: []ir.OperandDef{
		operand("base", constraint.MemRef), indices("indices"), operand("mask", fixedMask),
		operand("pass_thru", someVector),
	},
	Results: result("result", someVector),
	Attrs:   []ir.AttrDef{alignmentAttr},
	Format: "$base `[` $indices `]` `,` $mask `,` $pass_thru attr-dict `:` " +
		"type($base) `,` type($mask) `,` type($pass_thru) `into` type($result)",
	Effects: func(op *ir.Op, add func(ir.Effect)) { add(somewhere(ir.Read, op.Operand(0))) },
}

// CompressStore is vector.compressstore: it writes the elements that the mask selects to consecutive places
// in memory, beginning at the subscripts.
var CompressStore = &ir.OpDef{
	Name:    "vector.compressstore",
	Summary: "writes elements selectively from a vector as defined by a mask",
	Operands: []ir.OperandDef{
		operand("base", constraint.MemRef), indices("indices"), operand("mask", fixedMask),
		operand("valueToStore", someVector),
	},
	Attrs: []ir.AttrDef{alignmentAttr},
	Format: "$base `[` $indices `]` `,` $mask `,` $valueToStore attr-dict `:` " +
		"type($base) `,` type($mask) `,` type($valueToStore)",
	Effects: func(op *ir.Op, add func(ir.Effect)) { add(somewhere(ir.Write, op.Operand(0))) },
}

// PackedAccessOf returns the operands of an ExpandLoad or CompressStore, and whether op is one.
func PackedAccessOf(op *ir.Op) (Access, bool) {
	if !op.Is(ExpandLoad) && !op.Is(CompressStore) {
		return Access{}, false
	}
	last := op.NumOperands() - 1
	return Access{Base: op.Operand(0), Offsets: op.OperandsOf(1), Mask: op.Operand(last - 1),
		Vector: op.Operand(last)}, true
}

func init() {
	ExpandLoad.Verify = func(op *ir.Op) error {
		t := vectorType(op.Result(0))
		if err := verifyPacked(op, t, "result"); err != nil {
			return err
		}
		if op.Operand(op.NumOperands()-1).Type() != ir.Type(t) {
			return op.OpErrorf(codeVector, "expected pass_thru of same type as result type")
		}
		return nil
	}
	CompressStore.Verify = func(op *ir.Op) error {
		return verifyPacked(op, vectorType(op.Operand(op.NumOperands()-1)), "valueToStore")
	}
}

// verifyPacked checks an access to packed elements. what names the vector of type t in messages.
func verifyPacked(op *ir.Op, t *ir.VectorType, what string) error {
	a, _ := PackedAccessOf(op)
	switch {
	case elementOf(a.Base.Type()) != t.Elem:
		return op.OpErrorf(codeVector, "base and %s element type should match", what)
	case len(a.Offsets) != len(a.Base.Type().(*ir.MemRefType).Shape):
		return checkIndices(op, a.Base, a.Offsets)
	case !slices.Equal(t.Shape, vectorType(a.Mask).Shape):
		return op.OpErrorf(codeVector, "expected %s dim to match mask dim", what)
	}
	return nil
}
