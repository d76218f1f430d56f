package affine

import (
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// DelinearizeIndex is affine.delinearize_index: the digits of an index in a
// mixed base. The base may leave out the first digit's bound.
var DelinearizeIndex = &ir.OpDef{
	Name:     "affine.delinearize_index",
	Summary:  "delinearize an index",
	Operands: []ir.OperandDef{{Name: "linear_index", Type: constraint.Index}, indices("dynamic_basis")},
	Results:  []ir.ResultDef{{Name: "multi_index", Type: constraint.Index, Arity: ir.Variadic}},
	Attrs:    []ir.AttrDef{{Name: "static_basis", Type: constraint.I64Array}},
	Traits:   ir.Pure,
	Parse:    parseDelinearize,
	Print:    printDelinearize,
	Verify:   verifyDelinearize,
}

// LinearizeIndex is affine.linearize_index: the inverse of DelinearizeIndex.
var LinearizeIndex = &ir.OpDef{
	Name:     "affine.linearize_index",
	Summary:  "linearize an index",
	Operands: []ir.OperandDef{indices("multi_index"), indices("dynamic_basis")},
	Results:  []ir.ResultDef{{Name: "linear_index", Type: constraint.Index}},
	Attrs: []ir.AttrDef{
		{Name: "static_basis", Type: constraint.I64Array},
		{Name: "disjoint", Type: flag, Default: func(c *ir.Context) ir.Attr { return c.Bool(false) }},
		constraint.OperandSegmentSize,
	},
	Traits: ir.Pure | ir.AttrSizedOperands,
	Parse:  parseLinearize,
	Print:  printLinearize,
	Verify: verifyLinearize,
}

// flag is the form of a property that is present (unit or true) or false.
var flag = ir.AttrConstraint{Summary: "bool attribute", Match: func(a ir.Attr) bool {
	_, unit := a.(*ir.UnitAttr)
	i, ok := a.(*ir.IntegerAttr)
	return unit || ok && constraint.IsI1(i.Type)
}}

// IsDisjoint reports whether a linearize_index promises that every digit is less than its base.
func IsDisjoint(op *ir.Op) bool {
	a := op.Attr("disjoint")
	return a != nil && a != ir.Attr(op.Context().Bool(false))
}

// Basis returns the base of a delinearize_index or linearize_index.
func Basis(op *ir.Op) []ir.OpFoldResult {
	return ir.MixedIndices(op.Ints("static_basis"), op.OperandsOf(1))
}

func parseDelinearize(p ir.OpParser, s *ir.OpState) error {
	index, err := p.Operand()
	if err != nil {
		return err
	}
	if err := p.Keyword("into"); err != nil {
		return err
	}
	basis, err := ir.ParseIndexList(p, "(")
	if err != nil {
		return err
	}
	setAttrOf(s, "static_basis", p.Context().I64Array(basis.Static...))
	if err := p.AttrDict(s); err != nil {
		return err
	}
	if s.Results, err = p.ColonTypeList(); err != nil {
		return err
	}
	return resolve(p, s, append([]ir.UnresolvedOperand{index}, basis.Operands...)...)
}

func printDelinearize(p ir.OpPrinter, op *ir.Op) {
	p.Write(" ")
	p.Operand(op.Operand(0))
	ir.PrintIndexList(p, " into (", op.Ints("static_basis"), op.OperandsOf(1), ")")
	p.AttrDict(op, "static_basis")
	p.Write(" : ")
	p.Types(op.ResultTypes())
}

func verifyDelinearize(op *ir.Op) error {
	basis := op.Ints("static_basis")
	if n := op.NumResults(); n != len(basis) && n != len(basis)+1 {
		return op.OpErrorf(codeAffine,
			"should return an index for each basis element and up to one extra index")
	}
	if err := verifyBasis(op, basis); err != nil {
		return err
	}
	for _, b := range basis {
		if b <= 0 && b != ir.Dynamic {
			return op.OpErrorf(codeAffine, "no basis element may be statically non-positive")
		}
	}
	return nil
}

func verifyBasis(op *ir.Op, basis []int64) error {
	dynamic := 0
	for _, b := range basis {
		if b == ir.Dynamic {
			dynamic++
		}
	}
	if _, n := op.OperandGroup(1); n != dynamic {
		return op.OpErrorf(codeAffine,
			"mismatch between dynamic and static basis (kDynamic marker but no corresponding "+
				"dynamic basis entry) -- this can only happen due to an incorrect fold/rewrite")
	}
	return nil
}

func parseLinearize(p ir.OpParser, s *ir.OpState) error {
	c := p.Context()
	if p.TryKeyword("disjoint") {
		setAttrOf(s, "disjoint", c.Unit)
	}
	digits, err := p.OperandList("[")
	if err != nil {
		return err
	}
	if err := p.Keyword("by"); err != nil {
		return err
	}
	basis, err := ir.ParseIndexList(p, "(")
	if err != nil {
		return err
	}
	setAttrOf(s, "static_basis", c.I64Array(basis.Static...))
	setAttrOf(s, "operandSegmentSizes", c.I32Array(int64(len(digits)), int64(len(basis.Operands))))
	if err := p.AttrDict(s); err != nil {
		return err
	}
	t, err := p.ColonType()
	if err != nil {
		return err
	}
	s.Results = []ir.Type{t}
	return resolve(p, s, append(digits, basis.Operands...)...)
}

func printLinearize(p ir.OpPrinter, op *ir.Op) {
	if IsDisjoint(op) {
		p.Write(" disjoint")
	}
	p.Write(" [")
	p.Operands(op.OperandsOf(0))
	p.Write("]")
	ir.PrintIndexList(p, " by (", op.Ints("static_basis"), op.OperandsOf(1), ")")
	p.AttrDict(op, "disjoint", "static_basis", "operandSegmentSizes")
	p.Write(" : ")
	p.Type(op.Result(0).Type())
}

func verifyLinearize(op *ir.Op) error {
	basis := op.Ints("static_basis")
	_, digits := op.OperandGroup(0)
	if digits != len(basis) && digits != len(basis)+1 {
		return op.OpErrorf(codeAffine,
			"should be passed a basis element for each index except possibly the first")
	}
	return verifyBasis(op, basis)
}
