package memref

import (
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// AtomicRMW is memref.atomic_rmw: it combines operand 0 with an element of memref operand 1, atomically. The
// other operands are the subscripts.
var AtomicRMW = &ir.OpDef{
	Name:     "memref.atomic_rmw",
	Summary:  "atomic read-modify-write operation",
	Operands: []ir.OperandDef{operand("value", number), operand("memref", numbers), indices("indices")},
	Results:  result("result", number),
	Attrs:    []ir.AttrDef{{Name: "kind", Type: atomicKind}},
	Format: "$kind $value `,` $memref `[` $indices `]` attr-dict `:` `(` type($value) `,` type($memref) " +
		"`)` " +
		"`->` type($result)",
	Verify: verifyAtomicRMW,
	Effects: func(op *ir.Op, add func(ir.Effect)) {
		add(access(ir.Read, op, 1))
		add(access(ir.Write, op, 1))
	},
	Atomic: ir.Always,
}

func verifyAtomicRMW(op *ir.Op) error {
	value, m := op.Operand(0).Type(), op.Operand(1)
	if value != op.Result(0).Type() {
		return op.OpErrorf(codeMemRef, "failed to verify that all of {value, result} have same type")
	}
	if value != memRef(m).Elem {
		return op.OpErrorf(codeMemRef, "failed to verify that value type matches element type of memref")
	}
	if op.NumOperands()-2 != rank(m) {
		return op.OpErrorf(codeMemRef, "expects the number of subscripts to be equal to memref rank")
	}
	kind, _ := op.IntAttr("kind")
	switch kind {
	case ir.AtomicAddF, ir.AtomicMaximumF, ir.AtomicMaxNumF, ir.AtomicMinimumF, ir.AtomicMinNumF,
		ir.AtomicMulF:
		if !constraint.IsFloat(value) {
			return op.OpErrorf(codeMemRef, "with kind '%s' expects a floating-point type",
				ir.AtomicKind.CaseName(kind))
		}
	case ir.AtomicAssign:
	default:
		if !constraint.IsSignlessInteger(value) {
			return op.OpErrorf(codeMemRef, "with kind '%s' expects an integer type",
				ir.AtomicKind.CaseName(kind))
		}
	}
	return nil
}

// GenericAtomicRMW is memref.generic_atomic_rmw: an AtomicRMW whose combination is a region.
var GenericAtomicRMW = &ir.OpDef{
	Name:               "memref.generic_atomic_rmw",
	Summary:            "atomic read-modify-write operation with a region",
	Operands:           []ir.OperandDef{operand("memref", numbers), indices("indices")},
	Results:            result("result", number),
	Regions:            []ir.RegionDef{{Name: "atomic_body", Any: true}},
	Traits:             ir.SingleBlock,
	ImplicitTerminator: "memref.atomic_yield",
	InferTypes:         inferElement,
	Parse:              parseGenericAtomic,
	Print:              printGenericAtomic,
	Verify:             verifyGenericAtomic,
	VerifyRegions:      verifyGenericAtomicBody,
	Effects: func(op *ir.Op, add func(ir.Effect)) {
		add(access(ir.Read, op, 0))
		add(access(ir.Write, op, 0))
	},
	Atomic: ir.Always,
}

// AtomicYield is memref.atomic_yield: the value that a generic_atomic_rmw stores.
var AtomicYield = &ir.OpDef{
	Name:      "memref.atomic_yield",
	Summary:   "yield operation for GenericAtomicRMWOp",
	Operands:  []ir.OperandDef{operand("result", constraint.AnyType)},
	Traits:    ir.Pure | ir.ReturnLike | ir.Terminator,
	HasParent: []string{"memref.generic_atomic_rmw"},
	Format:    "$result attr-dict `:` type($result)",
	Verify: func(op *ir.Op) error {
		want, got := op.Parent().Result(0).Type(), op.Operand(0).Type()
		if got != want {
			return op.OpErrorf(codeMemRef, "types mismatch between yield op: '%v' and its parent: '%v'", got,
				want)
		}
		return nil
	},
}

func parseGenericAtomic(p ir.OpParser, s *ir.OpState) error {
	var ref reference
	if err := ref.parse(p); err != nil {
		return err
	}
	t, err := p.ColonType()
	if err != nil {
		return err
	}
	if err := ref.resolve(p, s, t); err != nil {
		return err
	}
	if m, ok := t.(*ir.MemRefType); ok {
		s.Results = []ir.Type{m.Elem}
	}
	body, err := p.Region(nil, false)
	if err != nil {
		return err
	}
	s.Regions = append(s.Regions, body)
	return p.AttrDict(s)
}

func printGenericAtomic(p ir.OpPrinter, op *ir.Op) {
	p.Write(" ")
	printReference(p, op.Operand(0), op.Operands()[1:])
	p.Write(" : ")
	p.Type(op.Operand(0).Type())
	p.Write(" ")
	p.Region(op.Region(0), true, true)
	p.AttrDict(op)
}

func verifyGenericAtomic(op *ir.Op) error {
	m := op.Operand(0)
	if memRef(m).Elem != op.Result(0).Type() {
		return op.OpErrorf(codeMemRef, "failed to verify that result type matches element type of memref")
	}
	body := op.Body()
	switch {
	case body == nil || body.NumArgs() != 1:
		return op.OpErrorf(codeMemRef, "expected single number of entry block arguments")
	case op.Result(0).Type() != body.Arg(0).Type():
		return op.OpErrorf(codeMemRef, "expected block argument of the same type result type")
	case op.NumOperands()-1 != rank(m):
		return op.OpErrorf(codeMemRef, "expects the number of subscripts to be equal to memref rank")
	}
	return nil
}

func verifyGenericAtomicBody(op *ir.Op) error {
	for inner := range op.Body().OpsWithoutTerminator() {
		if !inner.IsEffectFree() {
			return inner.Errorf(codeMemRef,
				"body of 'memref.generic_atomic_rmw' should contain only operations with no side effects")
		}
	}
	return nil
}
