package linalg

import (
	"slices"

	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/affine"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// ElementwiseKind is #linalg.elementwise_kind: the function that an Elementwise computes.
var ElementwiseKind = &ir.EnumDef{Dialect: "linalg", Mnemonic: "elementwise_kind", Cases: elementwiseCases()}

func elementwiseCases() []ir.EnumCase {
	cases := make([]ir.EnumCase, len(pointwiseBodies))
	for i, b := range pointwiseBodies {
		cases[i] = ir.EnumCase{Name: b.kind, Value: int64(i)}
	}
	return cases
}

// Elementwise is linalg.elementwise: one operation on elements. Attributes give its kind and its maps.
var Elementwise = structured(implies(&ir.OpDef{
	Name:     "linalg.elementwise",
	Summary:  "elementwise operation of a kind",
	Operands: inputsAndOutputs,
	Results:  resultTensors,
	Attrs: []ir.AttrDef{
		{Name: "kind", Type: constraint.Enum(ElementwiseKind,
			"allowed 32-bit signless integer cases: "+numbers(len(pointwiseBodies)))},
		{Name: "indexing_maps", Type: mapArray, Optional: true},
		constraint.OperandSegmentSize,
	},
	Regions: []ir.RegionDef{{Name: "region", Any: true}},
	Traits:  ir.AttrSizedOperands,
	Parse:   parseElementwise,
	Print:   printElementwise,
}, bodyOfKind), &shape{
	outputs: secondGroup,
	maps: func(op *ir.Op) []*affine.Map {
		if given := mapsOf(op, "indexing_maps"); given != nil {
			return given
		}
		return identities(outputRank(op), op.NumOperands())
	},
	iterators: func(op *ir.Op) []int64 { return allParallel(outputRank(op)) },
})

func bodyOfKind(op *ir.Op) namedBody {
	kind, ok := op.Attr("kind").(*ir.EnumAttr)
	if !ok {
		return namedBody{}
	}
	b := pointwiseBodies[kind.Value]
	return namedBody{b.inputs + 1, b.f}
}

func identities(rank, n int) []*affine.Map {
	return slices.Repeat([]*affine.Map{affine.Identity(rank)}, n)
}

// parseElementwise parses kind=#kind [indexing_maps = [...]] operands [-> types].
func parseElementwise(p ir.OpParser, s *ir.OpState) error {
	if err := p.Keyword("kind"); err != nil {
		return err
	}
	if err := p.Punct("="); err != nil {
		return err
	}
	off := p.Off()
	a, err := p.Attr(nil)
	if err != nil {
		return err
	}
	kind, ok := a.(*ir.EnumAttr)
	if !ok || kind.Def != ElementwiseKind {
		return p.Errorf(off, "expected ElementwiseKind attribute")
	}
	s.Attrs = append(s.Attrs, ir.NamedAttr{Name: "kind", Value: kind})
	if err := parseMaps(p, s); err != nil {
		return err
	}
	b := pointwiseBodies[kind.Value]
	if err := parseNamed(p, s, b.inputs+1, b.f, nil); err != nil {
		return err
	}
	if attrsOf(s)("indexing_maps") == nil {
		rank := rankOf(s.Operands[len(s.Operands)-1])
		maps := p.Context().Array(mapAttrs(p.Context(), identities(rank, len(s.Operands))))
		s.Attrs = append(s.Attrs, ir.NamedAttr{Name: "indexing_maps", Value: maps})
	}
	return nil
}

func printElementwise(p ir.OpPrinter, op *ir.Op) {
	p.Write(" kind=")
	p.Attr(op.Attr("kind"))
	usual := identities(outputRank(op), op.NumOperands())
	if given := mapsOf(op, "indexing_maps"); given != nil &&
		!slices.EqualFunc(given, usual, (*affine.Map).Equal) {
		p.Write(" indexing_maps = ")
		p.Attr(op.Attr("indexing_maps"))
	}
	printNamed(p, op, "kind")
}

// numbers returns the text "0, 1, 2" and so on, for n numbers.
func numbers(n int) string {
	shape := make([]int64, n)
	for i := range shape {
		shape[i] = int64(i)
	}
	return shapeText(shape)
}
