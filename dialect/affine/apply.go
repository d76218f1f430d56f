package affine

import (
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// Apply is affine.apply: the value of an affine map with one result.
var Apply = &ir.OpDef{
	Name:     "affine.apply",
	Summary:  "affine apply operation",
	Operands: []ir.OperandDef{indices("mapOperands")},
	Results:  []ir.ResultDef{{Type: constraint.Index}},
	Attrs:    []ir.AttrDef{theMap},
	Traits:   ir.Pure,
	Parse:    parseApply,
	Print:    printMapped,
}

// Min is affine.min: the least result of an affine map.
var Min = minMax("affine.min", "min operation")

// Max is affine.max: the greatest result of an affine map.
var Max = minMax("affine.max", "max operation")

func minMax(name, summary string) *ir.OpDef {
	return &ir.OpDef{
		Name:     name,
		Summary:  summary,
		Operands: []ir.OperandDef{indices("operands")},
		Results:  []ir.ResultDef{{Type: constraint.Index}},
		Attrs:    []ir.AttrDef{theMap},
		Traits:   ir.Pure,
		Parse:    parseMinMax,
		Print:    printMapped,
		Verify:   verifyMinMax,
	}
}

func parseApply(p ir.OpParser, s *ir.OpState) error {
	off := p.Off()
	m, dims, err := parseMapped(p, s)
	if err != nil {
		return err
	}
	if err := p.AttrDict(s); err != nil {
		return err
	}
	if m.Map.NumDims != dims || m.Map.NumInputs() != len(s.Operands) {
		return p.Errorf(off, "dimension or symbol index mismatch")
	}
	for range m.Map.Results {
		s.Results = append(s.Results, p.Context().Index)
	}
	return nil
}

func parseMinMax(p ir.OpParser, s *ir.OpState) error {
	if _, _, err := parseMapped(p, s); err != nil {
		return err
	}
	s.Results = []ir.Type{p.Context().Index}
	return p.AttrDict(s)
}

func printMapped(p ir.OpPrinter, op *ir.Op) {
	p.Write(" ")
	p.Attr(op.Attr("map"))
	dims := 0
	if m := mapOf(op, "map"); m != nil {
		dims = min(m.NumDims, op.NumOperands())
	}
	printInputs(p, op.Operands(), dims)
	p.AttrDict(op, "map")
}

func verifyApply(op *ir.Op) error {
	m := mapOf(op, "map")
	if op.NumOperands() != m.NumInputs() {
		return op.OpErrorf(codeAffine, "operand count and affine map dimension and symbol count must match")
	}
	if len(m.Results) != 1 {
		return op.OpErrorf(codeAffine, "mapping must produce one value")
	}
	// Any index may be an operand. If it is neither a dimension nor a symbol, the result is no dimension
	// anywhere. Only the use of a dimension as a symbol is an error.
	region := Scope(op)
	for _, v := range op.Operands()[m.NumDims:] {
		if IsValidDim(v, region) && !IsValidSymbol(v, region) {
			return op.Errorf(codeAffine, "dimensional operand cannot be used as a symbol")
		}
	}
	return nil
}

func verifyMinMax(op *ir.Op) error {
	m := mapOf(op, "map")
	if op.NumOperands() != m.NumInputs() {
		return op.OpErrorf(codeAffine, "operand count and affine map dimension and symbol count must match")
	}
	if len(m.Results) == 0 {
		return op.OpErrorf(codeAffine, "affine map expect at least one result")
	}
	return nil
}

func init() { Apply.Verify = verifyApply }
