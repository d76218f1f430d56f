package affine

import (
	"github.com/inflight-compiler/inflight/ir"
	aff "github.com/inflight-compiler/inflight/ir/affine"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// If is affine.if: it runs its first region if its operands are in an integer set, and else its second one,
// which may be empty.
var If = &ir.OpDef{
	Name:               "affine.if",
	Summary:            "if-then-else operation",
	Operands:           []ir.OperandDef{{Type: constraint.AnyType, Arity: ir.Variadic}},
	Results:            []ir.ResultDef{{Name: "results", Type: constraint.AnyType, Arity: ir.Variadic}},
	Attrs:              []ir.AttrDef{{Name: "condition", Type: setAttr}},
	Regions:            []ir.RegionDef{{Name: "thenRegion", Sized: true}, {Name: "elseRegion", Any: true}},
	Traits:             ir.SingleBlock | ir.RecursiveEffects | ir.NoRegionArguments,
	ImplicitTerminator: "affine.yield",
	Parse:              parseIf,
	Print:              printIf,
	RegionSuccessors:   ifSuccessors,
}

// Condition returns the integer set of an affine.if.
func Condition(op *ir.Op) *aff.Set {
	if a, ok := op.Attr("condition").(*ir.IntegerSetAttr); ok {
		return a.Set
	}
	return nil
}

func ifSuccessors(op *ir.Op, from int) []ir.RegionSuccessor {
	exit := ir.RegionSuccessor{Region: -1, Inputs: op.Results()}
	switch {
	case from >= 0:
		return []ir.RegionSuccessor{exit}
	case op.Region(1).Empty():
		return []ir.RegionSuccessor{{Region: 0}, exit}
	}
	return []ir.RegionSuccessor{{Region: 0}, {Region: 1}}
}

func parseIf(p ir.OpParser, s *ir.OpState) error {
	off := p.Off()
	a, err := p.Attr(nil)
	if err != nil {
		return err
	}
	set, ok := a.(*ir.IntegerSetAttr)
	if !ok {
		return p.Errorf(off, "expected an integer set, but found '%v'", a)
	}
	setAttrOf(s, "condition", set)
	operands, dims, err := p.DimsAndSymbols()
	switch {
	case err != nil:
		return err
	case set.Set.NumDims != dims:
		return p.Errorf(off, "dim operand count and integer set dim count must match")
	case set.Set.NumInputs() != len(operands):
		return p.Errorf(off, "symbol operand count and integer set symbol count must match")
	}
	if err := resolve(p, s, operands...); err != nil {
		return err
	}
	if s.Results, err = p.TryArrowTypes(); err != nil {
		return err
	}
	return parseBranches(p, s)
}

func parseBranches(p ir.OpParser, s *ir.OpState) error {
	then, err := p.Region(nil, false)
	if err != nil {
		return err
	}
	if err := p.EnsureTerminator(then, Yield.Name, s.Loc); err != nil {
		return err
	}
	other := ir.NewRegion()
	if p.TryKeyword("else") {
		if other, err = p.Region(nil, false); err != nil {
			return err
		}
		if err := p.EnsureTerminator(other, Yield.Name, s.Loc); err != nil {
			return err
		}
	}
	s.Regions = append(s.Regions, then, other)
	return p.AttrDict(s)
}

func printIf(p ir.OpPrinter, op *ir.Op) {
	p.Write(" ")
	p.Attr(op.Attr("condition"))
	printInputs(p, op.Operands(), Condition(op).NumDims)
	p.ArrowTypes(op.ResultTypes())
	p.Write(" ")
	p.Region(op.Region(0), false, op.NumResults() > 0)
	if !op.Region(1).Empty() {
		p.Write(" else ")
		p.Region(op.Region(1), false, op.NumResults() > 0)
	}
	p.AttrDict(op, "condition")
}

func verifyIf(op *ir.Op) error {
	set := Condition(op)
	if op.NumOperands() != set.NumInputs() {
		return op.OpErrorf(codeAffine,
			"operand count and condition integer set dimension and symbol count must match")
	}
	if err := verifyInputs(op, op.Operands(), set.NumDims); err != nil {
		return err
	}
	if op.NumResults() > 0 && op.Region(1).Empty() {
		return op.OpErrorf(codeAffine,
			"along control flow edge from parent to parent: region branch point has 0 operands, but region "+
				"successor needs %d inputs",
			op.NumResults())
	}
	return nil
}

func init() { If.Verify = verifyIf }
