package cf

import (
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/internal/flow"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// Dialect is the cf dialect.
var Dialect = &ir.Dialect{Name: "cf", Ops: []*ir.OpDef{Assert, Br, CondBr, Switch}}

// Assert is cf.assert: the program stops with a message when the operand is false.
var Assert = &ir.OpDef{
	Name:     "cf.assert",
	Summary:  "assert operation with message attribute",
	Operands: []ir.OperandDef{{Name: "arg", Type: constraint.I1}},
	Attrs:    []ir.AttrDef{{Name: "msg", Type: constraint.String}},
	Format:   "$arg `,` $msg attr-dict",
	// The effect keeps the assertion: it writes to no memref.
	Effects: func(_ *ir.Op, add func(ir.Effect)) { add(ir.Effect{Kind: ir.Write}) },
}

// Br is cf.br.
var Br = &ir.OpDef{
	Name:       "cf.br",
	Summary:    "branch operation",
	Operands:   []ir.OperandDef{{Name: "destOperands", Type: constraint.AnyType, Arity: ir.Variadic}},
	Successors: []ir.SuccessorDef{{Name: "dest"}},
	Traits:     ir.Pure | ir.Terminator,
	Format:     "$dest (`(` $destOperands^ `:` type($destOperands) `)`)? attr-dict",
	SuccessorOperands: func(op *ir.Op, _ int) (first, count int) {
		return 0, op.NumOperands()
	},
}

// CondBr is cf.cond_br.
var CondBr = &ir.OpDef{
	Name:    "cf.cond_br",
	Summary: "conditional branch operation",
	Operands: []ir.OperandDef{
		{Name: "condition", Type: constraint.I1},
		{Name: "trueDestOperands", Type: constraint.AnyType, Arity: ir.Variadic},
		{Name: "falseDestOperands", Type: constraint.AnyType, Arity: ir.Variadic},
	},
	Attrs: []ir.AttrDef{
		{Name: "branch_weights", Type: constraint.I32Array, Optional: true},
		constraint.OperandSegmentSize,
	},
	Successors: []ir.SuccessorDef{{Name: "trueDest"}, {Name: "falseDest"}},
	Traits:     ir.Pure | ir.Terminator | ir.AttrSizedOperands,
	Format: "$condition (`weights` `(` $branch_weights^ `)`)? `,` " +
		"$trueDest (`(` $trueDestOperands^ `:` type($trueDestOperands) `)`)? `,` " +
		"$falseDest (`(` $falseDestOperands^ `:` type($falseDestOperands) `)`)? attr-dict",
	Verify:            verifyWeights,
	SuccessorOperands: func(op *ir.Op, succ int) (first, count int) { return op.OperandGroup(1 + succ) },
}

// Switch is cf.switch: a branch on an integer. Its successors are the default and then one for each value of
// case_values. The operands of the cases follow each other; case_operand_segments has their number for each
// case.
var Switch = &ir.OpDef{
	Name:    "cf.switch",
	Summary: "switch operation",
	Operands: []ir.OperandDef{
		{Name: "flag", Type: constraint.AnyInteger},
		{Name: "defaultOperands", Type: constraint.AnyType, Arity: ir.Variadic},
		{Name: "caseOperands", Type: constraint.AnyType, Arity: ir.Variadic},
	},
	Attrs: []ir.AttrDef{
		{Name: "case_values", Type: constraint.IntElements, Optional: true},
		{Name: "case_operand_segments", Type: constraint.I32Array},
		constraint.OperandSegmentSize,
	},
	Successors: []ir.SuccessorDef{{Name: "defaultDestination"},
		{Name: "caseDestinations", Arity: ir.Variadic}},
	Traits:            ir.Pure | ir.Terminator | ir.AttrSizedOperands,
	Parse:             parseSwitch,
	Print:             printSwitch,
	Verify:            verifySwitch,
	SuccessorOperands: flow.SwitchOperands,
}

var codeCF = diag.Register("verify-cf", "a branch breaks a rule of the cf dialect",
	"A switch has one destination per case value, and its values have the type of its flag.")

func verifyWeights(op *ir.Op) error {
	w, ok := op.Attr("branch_weights").(*ir.DenseArrayAttr)
	if ok && len(w.Values) != op.NumSuccessors() {
		return op.Errorf(codeCF, "expects number of branch weights to match number of successors: %d vs %d",
			len(w.Values), op.NumSuccessors())
	}
	return nil
}

// CaseValues returns the values of a cf.switch, one per case.
func CaseValues(op *ir.Op) []int64 {
	d, ok := op.Attr("case_values").(*ir.DenseElementsAttr)
	if !ok {
		return nil
	}
	it := d.Type.ElemType().(*ir.IntegerType)
	out := make([]int64, ir.NumElements(d.Type.Dims()))
	for i := range out {
		out[i] = it.Wrap(int64(d.Element(i)))
	}
	return out
}

// verifySegments checks that case_operand_segments gives every case its operands.
func verifySegments(op *ir.Op) error {
	_, count := op.OperandGroup(2)
	segments, total := op.Ints("case_operand_segments"), int64(0)
	for _, n := range segments {
		if n < 0 {
			return op.OpErrorf(codeCF, "'case_operand_segments' attribute cannot have negative elements")
		}
		total += n
	}
	if total != int64(count) {
		return op.OpErrorf(codeCF,
			"caseOperands count (%d) does not match with the total size (%d) specified in "+
				"attribute 'case_operand_segments'", count, total)
	}
	if n := op.NumSuccessors() - 1; len(segments) != n {
		return op.OpErrorf(codeCF,
			"number of operand segments (%d) should match number of case destinations (%d)", len(segments), n)
	}
	return nil
}

func verifySwitch(op *ir.Op) error {
	if err := verifySegments(op); err != nil {
		return err
	}
	values, ok := op.Attr("case_values").(*ir.DenseElementsAttr)
	destinations := op.NumSuccessors() - 1
	if !ok {
		if destinations > 0 {
			return op.OpErrorf(codeCF,
				"number of case values (0) should match number of case destinations (%d)", destinations)
		}
		return nil
	}
	if t := values.Type.ElemType(); t != op.Operand(0).Type() {
		return op.OpErrorf(codeCF, "'flag' type ('%v') should match case value type ('%v')",
			op.Operand(0).Type(), t)
	}
	if n := ir.NumElements(values.Type.Dims()); n != int64(destinations) {
		return op.OpErrorf(codeCF, "number of case values (%d) should match number of case destinations (%d)",
			n, destinations)
	}
	return nil
}
