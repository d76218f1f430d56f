package linalg

import (
	"slices"

	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/affine"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// Generic is linalg.generic: a structured operation whose maps, loops and body are written out.
var Generic = structured(&ir.OpDef{
	Name:     "linalg.generic",
	Summary:  "structured operation given by maps, loops and a body",
	Operands: inputsAndOutputs,
	Results:  resultTensors,
	Attrs: []ir.AttrDef{
		{Name: "indexing_maps", Type: mapArray}, {Name: "iterator_types", Type: iterators},
		{Name: "doc", Type: constraint.String, Optional: true},
		{Name: "library_call", Type: constraint.String, Optional: true},
		constraint.OperandSegmentSize,
	},
	Regions: []ir.RegionDef{{Name: "region", Any: true}},
	Traits:  ir.AttrSizedOperands,
	Parse:   parseGeneric,
	Print:   printGeneric,
}, &shape{
	outputs:   secondGroup,
	maps:      func(op *ir.Op) []*affine.Map { return mapsOf(op, "indexing_maps") },
	iterators: iteratorsOf,
})

// genericTraits are the attributes that stand in front of the operands.
var genericTraits = []string{"doc", "indexing_maps", "iterator_types", "library_call"}

func iteratorsOf(op *ir.Op) []int64 {
	list, _ := op.Attr("iterator_types").(*ir.ArrayAttr)
	if list == nil {
		return nil
	}
	kinds := make([]int64, len(list.Elems))
	for i, e := range list.Elems {
		kinds[i] = e.(*ir.EnumAttr).Value
	}
	return kinds
}

// parseGeneric parses {traits} operands [attrs = {...}] { body } [-> types].
func parseGeneric(p ir.OpParser, s *ir.OpState) error {
	off := p.Off()
	a, err := p.Attr(p.Context().None)
	if err != nil {
		return err
	}
	traits, ok := a.(*ir.DictAttr)
	if !ok {
		return p.Errorf(off, "invalid kind of attribute specified")
	}
	if err := addTraits(p, s, off, traits); err != nil {
		return err
	}
	if _, err := parseOperands(p, s, true); err != nil {
		return err
	}
	if p.TryKeyword("attrs") {
		if err := p.Punct("="); err != nil {
			return err
		}
		if err := p.AttrDict(s); err != nil {
			return err
		}
	}
	body, err := p.Region(nil, false)
	if err != nil {
		return err
	}
	s.Regions = append(s.Regions, body)
	s.Results, err = p.TryArrowTypes()
	return err
}

// addTraits adds the entries of the leading dictionary. The kinds of loops in the dictionary may be strings.
func addTraits(p ir.OpParser, s *ir.OpState, off int32, traits *ir.DictAttr) error {
	list, ok := traits.Get("iterator_types").(*ir.ArrayAttr)
	if !ok {
		return p.Errorf(off, "expected \"iterator_types\" array attribute")
	}
	kinds := slices.Clone(list.Elems)
	for i, e := range kinds {
		word, ok := e.(*ir.StringAttr)
		if !ok {
			continue
		}
		at := slices.IndexFunc(IteratorType.Cases, func(c ir.EnumCase) bool { return c.Name == word.Value })
		if at < 0 {
			return p.Errorf(p.Off(), "unexpected iterator_type (%s)", word.Value)
		}
		kinds[i] = p.Context().Enum(IteratorType, IteratorType.Cases[at].Value)
	}
	for _, e := range traits.Entries {
		if e.Name == "iterator_types" {
			e.Value = p.Context().Array(kinds)
		}
		s.Attrs = append(s.Attrs, e)
	}
	return nil
}

func printGeneric(p ir.OpPrinter, op *ir.Op) {
	c := op.Context()
	var traits []ir.NamedAttr
	for _, name := range genericTraits {
		a := op.Attr(name)
		if name == "iterator_types" {
			a = kindNames(c, iteratorsOf(op))
		}
		if a != nil {
			traits = append(traits, ir.NamedAttr{Name: name, Value: a})
		}
	}
	p.Write(" ")
	p.Attr(c.Dict(traits))
	printOperands(p, op)
	if len(op.Attrs()) > 0 {
		p.Write(" attrs = ")
		p.Dict(op.Attrs())
	}
	if !op.Region(0).Empty() {
		p.Write(" ")
		p.Region(op.Region(0), true, true)
	}
	p.ArrowTypes(op.ResultTypes())
}

func kindNames(c *ir.Context, kinds []int64) ir.Attr {
	names := make([]ir.Attr, len(kinds))
	for i, k := range kinds {
		names[i] = c.String(IteratorType.Cases[k].Name)
	}
	return c.Array(names)
}
