package util

import (
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// Null is util.null: the null value of a type. A null fence is one that has been signalled.
var Null = &ir.OpDef{
	Name:    "util.null",
	Summary: "null value of a type",
	Results: []ir.ResultDef{{Name: "result", Type: constraint.AnyType}},
	Traits:  ir.Pure,
	Format:  "attr-dict `:` type($result)",
}

// OptimizationBarrier is util.optimization_barrier: its results are its operands, and no pass may use that.
var OptimizationBarrier = &ir.OpDef{
	Name:     "util.optimization_barrier",
	Summary:  "values that passes may not look through",
	Operands: []ir.OperandDef{{Name: "operands", Type: constraint.AnyType, Arity: ir.Variadic}},
	Results:  []ir.ResultDef{{Name: "results", Type: constraint.AnyType, Arity: ir.Variadic}},
	Format:   "attr-dict ($operands^ `:` type($operands))?",
	InferTypes: func(_ *ir.Context, s *ir.OpState) ([]ir.Type, error) {
		var types []ir.Type
		for _, v := range s.Operands {
			types = append(types, v.Type())
		}
		return types, nil
	},
	Verify: verifyBarrier,
}

func verifyBarrier(op *ir.Op) error {
	if op.NumResults() != op.NumOperands() {
		return op.OpErrorf(codeUtil, "has %d operands, but %d results", op.NumOperands(), op.NumResults())
	}
	for i, v := range op.Operands() {
		if t := op.Result(i).Type(); t != v.Type() {
			return op.OpErrorf(codeUtil, "result %d has type '%v', but its operand has type '%v'", i, t,
				v.Type())
		}
	}
	return nil
}

// Align is util.align: the smallest multiple of a power of 2 that is not smaller than a value.
var Align = &ir.OpDef{
	Name:    "util.align",
	Summary: "aligns up to a power-of-two alignment",
	Operands: []ir.OperandDef{{Name: "value", Type: constraint.IntegerOrIndexLike},
		{Name: "alignment", Type: constraint.IntegerOrIndexLike}},
	Results: []ir.ResultDef{{Name: "result", Type: constraint.IntegerOrIndexLike}},
	Traits:  ir.Pure | ir.SameOperandsAndResultType,
	Format:  "$value `,` $alignment attr-dict `:` type($result)",
}

// StatusCheckOK is util.status.check_ok: the program fails unless a status is that of success.
var StatusCheckOK = &ir.OpDef{
	Name:     "util.status.check_ok",
	Summary:  "fails unless a status is ok",
	Operands: []ir.OperandDef{{Name: "status", Type: Status}},
	Attrs:    []ir.AttrDef{{Name: "message", Type: constraint.String, Optional: true}},
	Format:   "$status (`,` $message^)? attr-dict",
}

// Unreachable is util.unreachable: the end of a block whose end is not reached.
var Unreachable = &ir.OpDef{
	Name:    "util.unreachable",
	Summary: "end of a block that is not reached",
	Attrs:   []ir.AttrDef{{Name: "message", Type: constraint.String, Optional: true}},
	Traits:  ir.Terminator | ir.ReturnLike,
	Effects: func(*ir.Op, func(ir.Effect)) {},
	Format:  "($message^)? attr-dict",
}

// SCFUnreachable is util.scf.unreachable: a place in a region of scf that is not reached.
var SCFUnreachable = &ir.OpDef{
	Name:    "util.scf.unreachable",
	Summary: "place that is not reached",
	Attrs:   []ir.AttrDef{{Name: "message", Type: constraint.String, Optional: true}},
	Format:  "($message^)? attr-dict",
}

// Status is the constraint on types that !util.status satisfies. It is i32 in programs of today, so both do.
var Status = ir.TypeConstraint{Summary: "32-bit signless integer",
	Match: func(t ir.Type) bool {
		n, ok := t.(*ir.IntegerType)
		return ok && n.Width == 32 && n.Sign == ir.Signless
	},
	Build: func(c *ir.Context) ir.Type { return c.I32 }}
