package llvm

import (
	"encoding/binary"
	"strconv"

	"github.com/inflight-compiler/inflight/dialect/internal/flow"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
	"github.com/inflight-compiler/inflight/ir/text"
)

var loopAnnotation = optional("loop_annotation", constraint.AnyAttr)

// Br is llvm.br.
var Br = &ir.OpDef{
	Name:              "llvm.br",
	Summary:           "branch",
	Operands:          []ir.OperandDef{variadic("destOperands", anyLLVM)},
	Attrs:             []ir.AttrDef{loopAnnotation},
	Successors:        []ir.SuccessorDef{{Name: "dest"}},
	Traits:            ir.Terminator | ir.Pure,
	Format:            "$dest (`(` $destOperands^ `:` type($destOperands) `)`)? attr-dict",
	SuccessorOperands: func(op *ir.Op, _ int) (first, count int) { return 0, op.NumOperands() },
}

// CondBr is llvm.cond_br.
var CondBr = &ir.OpDef{
	Name:    "llvm.cond_br",
	Summary: "conditional branch",
	Operands: []ir.OperandDef{operand("condition", i1), variadic("trueDestOperands", anyLLVM),
		variadic("falseDestOperands", anyLLVM)},
	Attrs: []ir.AttrDef{optional("branch_weights", constraint.I32Array), loopAnnotation,
		constraint.OperandSegmentSize},
	Successors: []ir.SuccessorDef{{Name: "trueDest"}, {Name: "falseDest"}},
	Traits:     ir.Terminator | ir.Pure | ir.AttrSizedOperands,
	Format: "$condition (`weights` `(` $branch_weights^ `)`)? `,` " +
		"$trueDest (`(` $trueDestOperands^ `:` type($trueDestOperands) `)`)? `,` " +
		"$falseDest (`(` $falseDestOperands^ `:` type($falseDestOperands) `)`)? attr-dict",
	Verify:            verifyWeights,
	SuccessorOperands: func(op *ir.Op, succ int) (first, count int) { return op.OperandGroup(1 + succ) },
}

// Return is llvm.return.
var Return = &ir.OpDef{
	Name:     "llvm.return",
	Summary:  "return from a function, or the value of a global variable",
	Operands: []ir.OperandDef{{Name: "arg", Type: anyLLVM, Arity: ir.Optional}},
	Traits:   ir.Terminator | ir.Pure | ir.ReturnLike,
	Format:   "attr-dict ($arg^ `:` type($arg))?",
}

// Unreachable is llvm.unreachable: no execution reaches it.
var Unreachable = &ir.OpDef{
	Name:    "llvm.unreachable",
	Summary: "control never gets here",
	Traits:  ir.Terminator,
	Format:  "attr-dict",
}

// Switch is llvm.switch: a branch on an integer. Its successors are the default and then one for each value
// of case_values. The operands of the cases follow each other; case_operand_segments has their number for
// each case.
var Switch = &ir.OpDef{
	Name:    "llvm.switch",
	Summary: "branch on an integer",
	Operands: []ir.OperandDef{
		operand("value", integer), variadic("defaultOperands", constraint.AnyType),
		variadic("caseOperands", constraint.AnyType),
	},
	Attrs: []ir.AttrDef{
		optional("case_values", constraint.IntElements),
		{Name: "case_operand_segments", Type: constraint.I32Array},
		optional("branch_weights", constraint.I32Array), constraint.OperandSegmentSize,
	},
	Successors: []ir.SuccessorDef{{Name: "defaultDestination"},
		{Name: "caseDestinations", Arity: ir.Variadic}},
	Traits: ir.Terminator | ir.Pure | ir.AttrSizedOperands,
	Format: "$value `:` type($value) `,` $defaultDestination (`(` $defaultOperands^ `:` " +
		"type($defaultOperands) `)`)? " +
		"custom<LLVMSwitchCases>(ref(type($value)), $case_values, $caseDestinations, $caseOperands, " +
		"type($caseOperands), $case_operand_segments) attr-dict",
	Verify:            verifySwitch,
	SuccessorOperands: flow.SwitchOperands,
}

func init() {
	text.RegisterCustom("LLVMSwitchCases", text.Custom{Parse: parseCases, Print: printCases})
	Return.Verify = verifyReturn
}

func verifyWeights(op *ir.Op) error {
	if w := op.Ints("branch_weights"); op.Attr("branch_weights") != nil && len(w) != op.NumSuccessors() {
		return op.Errorf(codeLLVM, "expects number of branch weights to match number of successors: %d vs %d",
			len(w), op.NumSuccessors())
	}
	return nil
}

// caseList collects the cases of a switch during parsing.
type caseList struct {
	width    *ir.IntegerType
	values   []byte
	segments []int64
	operands []ir.UnresolvedOperand
	types    []ir.Type
}

// parseCases parses [value: ^bb(%a : t), ...].
func parseCases(p ir.OpParser, b *text.Binder) error {
	off := p.Off()
	t, ok := b.Type("value").(*ir.IntegerType)
	if !ok || t.Width > 64 {
		return p.Errorf(off, "expected an integer of at most 64 bits, but got '%v'", b.Type("value"))
	}
	list := caseList{width: t}
	if err := p.CommaSeparated("[", func() error { return list.one(p, b.State()) }); err != nil {
		return err
	}
	c := p.Context()
	b.Attr("case_operand_segments", c.I32Array(list.segments...))
	if n := int64(len(list.segments)); n > 0 {
		b.Attr("case_values", c.Dense(c.Vector([]int64{n}, nil, t), string(list.values), false))
	}
	b.Operands(2, list.operands)
	b.OperandTypes(2, list.types)
	return nil
}

func (l *caseList) one(p ir.OpParser, s *ir.OpState) error {
	off := p.Off()
	a, err := p.Attr(l.width)
	if err != nil {
		return err
	}
	v, ok := a.(*ir.IntegerAttr)
	if !ok || v.Type != ir.Type(l.width) {
		return p.Errorf(off, "expected integer value")
	}
	l.values = append(l.values,
		binary.LittleEndian.AppendUint64(nil, uint64(v.Value))[:ir.ElemBytes(l.width)]...)
	if err := p.Punct(":"); err != nil {
		return err
	}
	dest, err := p.Successor()
	if err != nil {
		return err
	}
	s.Successors = append(s.Successors, dest)
	before := len(l.operands)
	if p.TryPunct("(") {
		if err := l.passed(p); err != nil {
			return err
		}
	}
	l.segments = append(l.segments, int64(len(l.operands)-before))
	return nil
}

// passed parses %a, %b : t, u).
func (l *caseList) passed(p ir.OpParser) error {
	operands, err := p.OperandList("")
	if err != nil {
		return err
	}
	l.operands = append(l.operands, operands...)
	if len(operands) > 0 {
		types, err := p.ColonTypeList()
		if err != nil {
			return err
		}
		l.types = append(l.types, types...)
	}
	return p.Punct(")")
}

func printCases(p ir.OpPrinter, op *ir.Op) {
	p.Write("[")
	values, _ := op.Attr("case_values").(*ir.DenseElementsAttr)
	for i := 1; i < op.NumSuccessors(); i++ {
		if i > 1 {
			p.Write(",")
		}
		p.Newline()
		p.Write("  " + strconv.FormatInt(caseValue(values, i-1), 10) + ": ")
		first, count := flow.SwitchOperands(op, i)
		p.Successor(op.Successor(i), op.Operands()[first:first+count])
	}
	p.Newline()
	p.Write("]")
}

func caseValue(d *ir.DenseElementsAttr, i int) int64 {
	if d == nil {
		return 0
	}
	return d.Type.ElemType().(*ir.IntegerType).Wrap(int64(d.Element(i)))
}

// CaseValues returns the values of a switch, one per case.
func CaseValues(op *ir.Op) []int64 {
	d, _ := op.Attr("case_values").(*ir.DenseElementsAttr)
	list := make([]int64, op.NumSuccessors()-1)
	for i := range list {
		list[i] = caseValue(d, i)
	}
	return list
}

func verifySwitch(op *ir.Op) error {
	destinations := op.NumSuccessors() - 1
	segments, total := op.Ints("case_operand_segments"), int64(0)
	for _, n := range segments {
		if n < 0 {
			return op.OpErrorf(codeLLVM, "'case_operand_segments' attribute cannot have negative elements")
		}
		total += n
	}
	if _, count := op.OperandGroup(2); int64(count) != total {
		return op.OpErrorf(codeLLVM,
			"caseOperands count (%d) does not match with the total size (%d) specified in "+
				"attribute 'case_operand_segments'", count, total)
	}
	values, ok := op.Attr("case_values").(*ir.DenseElementsAttr)
	switch {
	case !ok && destinations > 0, ok && ir.NumElements(values.Type.Dims()) != int64(destinations),
		len(segments) != destinations:
		return op.OpErrorf(codeLLVM, "expects number of case values to match number of case destinations")
	case op.Attr("branch_weights") != nil && len(op.Ints("branch_weights")) != op.NumSuccessors():
		return op.Errorf(codeLLVM, "expects number of branch weights to match number of successors: %d vs %d",
			len(op.Ints("branch_weights")), op.NumSuccessors())
	case ok && values.Type.ElemType() != op.Operand(0).Type():
		return op.Errorf(codeLLVM, "expects case value type to match condition value type")
	}
	return nil
}

// verifyReturn checks the operand of a return against the type of the function around.
func verifyReturn(op *ir.Op) error {
	f := op.ParentOf(Func)
	if f == nil {
		return nil
	}
	want := ResultType(f)
	switch {
	case IsVoid(want) && op.NumOperands() == 0:
		return nil
	case IsVoid(want):
		return op.OpErrorf(codeLLVM, "expected no operands").Note(f.Span(), "when returning from function")
	case op.NumOperands() == 0:
		return op.OpErrorf(codeLLVM, "expected 1 operand").Note(f.Span(), "when returning from function")
	case op.Operand(0).Type() != want:
		return op.OpErrorf(codeLLVM, "mismatching result types").Note(f.Span(),
			"when returning from function")
	}
	return nil
}
