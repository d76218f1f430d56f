package vector

import (
	"slices"

	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/affine"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// Contract is vector.contract. For each point of a space of iterations, it multiplies an element of operand 0
// by one of operand 1, and combines the product with an element of operand 2. Maps select these elements.
var Contract = &ir.OpDef{
	Name:    "vector.contract",
	Summary: "vector contraction operation",
	Operands: []ir.OperandDef{operand("lhs", someVector), operand("rhs", someVector),
		operand("acc", constraint.AnyType)},
	Results: result("", constraint.AnyType),
	Attrs: []ir.AttrDef{
		{Name: "indexing_maps", Type: anyArray}, {Name: "iterator_types", Type: iterators},
		{Name: "kind", Type: kind, Default: func(c *ir.Context) ir.Attr {
			return c.Enum(CombiningKind, Add)
		}},
	},
	Traits: ir.Pure,
	Parse:  parseContract,
	Print:  printContract,
	Verify: verifyContract,
}

// Contraction is the maps and extents of a Contract.
type Contraction struct {
	Maps    [3]*affine.Map
	Reduced []bool  // whether an iteration dimension is summed over
	Extents []int64 // of each iteration dimension
}

// ContractionOf returns the maps and extents of a verified Contract.
func ContractionOf(op *ir.Op) Contraction {
	c := Contraction{}
	for i, m := range contractMaps(op) {
		c.Maps[i] = m
	}
	list := op.Attr("iterator_types").(*ir.ArrayAttr).Elems
	c.Reduced, c.Extents = make([]bool, len(list)), make([]int64, len(list))
	for d, e := range list {
		c.Reduced[d] = e.(*ir.EnumAttr).Value == 1
	}
	for i := range 2 {
		for r, e := range c.Maps[i].Results {
			c.Extents[e.Value] = vectorType(op.Operand(i)).Shape[r]
		}
	}
	return c
}

// contractMaps returns the three indexing maps, nil if there are not three.
func contractMaps(op *ir.Op) []*affine.Map {
	list, ok := op.Attr("indexing_maps").(*ir.ArrayAttr)
	if !ok || len(list.Elems) != 3 {
		return nil
	}
	var maps []*affine.Map
	for _, e := range list.Elems {
		m, ok := e.(*ir.AffineMapAttr)
		if !ok {
			return nil
		}
		maps = append(maps, m.Map)
	}
	return maps
}

// ---- syntax ----

// parseContract parses {indexing_maps = ..} %a, %b, %c {attrs} : A, B into C.
func parseContract(p ir.OpParser, s *ir.OpState) error {
	off := p.Off()
	a, err := p.Attr(p.Context().None)
	if err != nil {
		return err
	}
	traits, ok := a.(*ir.DictAttr)
	if !ok {
		return p.Errorf(off, "invalid kind of attribute specified: expected a dictionary")
	}
	if err := addTraits(p, s, off, traits); err != nil {
		return err
	}
	operands, err := p.OperandList("")
	if err != nil {
		return err
	}
	operands = slices.Clone(operands)
	if len(operands) != 3 {
		return p.Errorf(off, "expected 3 operands")
	}
	if err := p.AttrDict(s); err != nil {
		return err
	}
	types, err := p.ColonTypeList()
	if err != nil {
		return err
	}
	types = slices.Clone(types)
	if len(types) != 2 {
		return p.Errorf(off, "expected 2 types")
	}
	if err := p.Keyword("into"); err != nil {
		return err
	}
	to, err := p.Type()
	if err != nil {
		return err
	}
	s.Results = []ir.Type{to}
	for i, t := range append(types, to) {
		if err := resolve(p, s, operands[i], t); err != nil {
			return err
		}
	}
	return nil
}

// addTraits adds the entries of the leading dictionary. Its iterators are strings.
func addTraits(p ir.OpParser, s *ir.OpState, off int32, traits *ir.DictAttr) error {
	names, ok := traits.Get("iterator_types").(*ir.ArrayAttr)
	if !ok {
		return p.Errorf(off, "expected iterator_types array attribute")
	}
	converted := make([]ir.Attr, len(names.Elems))
	for i, e := range names.Elems {
		word, ok := e.(*ir.StringAttr)
		if !ok {
			return p.Errorf(off, "expected the iterator types to be strings")
		}
		at := slices.IndexFunc(IteratorType.Cases, func(c ir.EnumCase) bool { return c.Name == word.Value })
		if at < 0 {
			return p.Errorf(off, "unexpected iterator_type (%s)", word.Value)
		}
		converted[i] = p.Context().Enum(IteratorType, IteratorType.Cases[at].Value)
	}
	for _, e := range traits.Entries {
		if e.Name == "iterator_types" {
			e.Value = p.Context().Array(converted)
		}
		s.Attrs = append(s.Attrs, e)
	}
	return nil
}

func printContract(p ir.OpPrinter, op *ir.Op) {
	c := op.Context()
	list, _ := op.Attr("iterator_types").(*ir.ArrayAttr)
	names := make([]ir.Attr, len(list.Elems))
	for i, e := range list.Elems {
		names[i] = c.String(caseName(IteratorType, e.(*ir.EnumAttr).Value))
	}
	p.Write(" ")
	p.Attr(c.Dict([]ir.NamedAttr{
		{Name: "indexing_maps", Value: op.Attr("indexing_maps")},
		{Name: "iterator_types", Value: c.Array(names)},
		{Name: "kind", Value: op.Attr("kind")},
	}))
	p.Write(" ")
	p.Operands(op.Operands())
	p.AttrDict(op, "indexing_maps", "iterator_types", "kind")
	p.Write(" : ")
	p.Type(op.Operand(0).Type())
	p.Write(", ")
	p.Type(op.Operand(1).Type())
	p.Write(" into ")
	p.Type(op.Result(0).Type())
}

// ---- rules ----

func verifyContract(op *ir.Op) error {
	if vectorType(op.Operand(0)).Elem != vectorType(op.Operand(1)).Elem {
		return op.OpErrorf(codeVector, "failed to verify that lhs and rhs have same element type")
	}
	if err := sameElement(op, 2, "third operand acc and result"); err != nil {
		return err
	}
	maps := contractMaps(op)
	if maps == nil {
		return op.OpErrorf(codeVector, "expected an indexing map for each vector operand")
	}
	iterators := op.Attr("iterator_types").(*ir.ArrayAttr).Elems
	for i, m := range maps {
		if err := checkIndexingMap(op, i, m, len(iterators)); err != nil {
			return err
		}
	}
	if err := checkDims(op, maps, iterators); err != nil {
		return err
	}
	if err := checkAccumulator(op, maps, iterators); err != nil {
		return err
	}
	if !combines(Kind(op), elementOf(op.Result(0).Type())) {
		return op.OpErrorf(codeVector, "unsupported contraction type")
	}
	return nil
}

// checkIndexingMap checks that a map selects an element of its operand per iteration.
func checkIndexingMap(op *ir.Op, i int, m *affine.Map, iterators int) error {
	rank := 0
	if t := vectorType(op.Operand(i)); t != nil {
		rank = len(t.Shape)
	}
	switch {
	case m.NumSymbols != 0:
		return op.OpErrorf(codeVector, "expected indexing map %d to have no symbols", i)
	case m.NumDims != iterators:
		return op.OpErrorf(codeVector, "expected indexing map %d to have %d number of inputs", i, iterators)
	case len(m.Results) != rank:
		return op.OpErrorf(codeVector, "expected indexing map %d to have %d number of outputs", i, rank)
	}
	seen := make([]bool, m.NumDims)
	for _, e := range m.Results {
		if e.Kind != affine.Dim || seen[e.Value] {
			return op.OpErrorf(codeVector,
				"expected indexing map %d to be a projected permutation of its inputs", i)
		}
		seen[e.Value] = true
	}
	return nil
}

// resultOf returns the number of the result of a map that is dimension d, -1 if there is none.
func resultOf(m *affine.Map, d int) int {
	return slices.IndexFunc(m.Results, func(e *affine.Expr) bool { return e.Value == int64(d) })
}

// checkDims checks that both operands have equal extents in the dimensions that they share. One of these
// dimensions must be summed over.
func checkDims(op *ir.Op, maps []*affine.Map, iterators []ir.Attr) error {
	lhs, rhs := vectorType(op.Operand(0)).Shape, vectorType(op.Operand(1)).Shape
	pairs := 0
	wrong := [2]bool{} // by iterator type
	for d, e := range iterators {
		i, j := resultOf(maps[0], d), resultOf(maps[1], d)
		if i < 0 || j < 0 {
			continue
		}
		reduction := e.(*ir.EnumAttr).Value
		pairs += int(reduction)
		wrong[reduction] = wrong[reduction] || lhs[i] != rhs[j]
	}
	switch {
	case pairs == 0:
		return op.OpErrorf(codeVector, "expected at least one contracting dimension pair")
	case wrong[1]:
		return op.OpErrorf(codeVector, "invalid contracting dimension map")
	case wrong[0]:
		return op.OpErrorf(codeVector, "invalid batch dimension map")
	}
	return nil
}

// checkAccumulator checks the shape of the accumulator and of the result, which has the dimensions that are
// kept.
func checkAccumulator(op *ir.Op, maps []*affine.Map, iterators []ir.Attr) error {
	acc, to := op.Operand(2).Type(), op.Result(0).Type()
	kept := 0
	for d, e := range iterators {
		if e.(*ir.EnumAttr).Value == 0 && (resultOf(maps[0], d) >= 0 || resultOf(maps[1], d) >= 0) {
			kept++
		}
	}
	if kept == 0 {
		if isShaped(acc) || isShaped(to) {
			return op.OpErrorf(codeVector, "invalid accumulator/result vector shape")
		}
		return nil
	}
	var shape []int64
	var scalable []bool
	for _, e := range maps[2].Results {
		for i := range 2 {
			if r := resultOf(maps[i], int(e.Value)); r >= 0 {
				t := vectorType(op.Operand(i))
				shape, scalable = append(shape, t.Shape[r]), append(scalable, scalableAt(t, r))
				break
			}
		}
	}
	if len(shape) != kept || len(shape) != len(maps[2].Results) {
		return op.OpErrorf(codeVector, "invalid accumulator/result vector shape")
	}
	want := op.Context().Vector(shape, scalable, elementOf(to))
	if ir.Type(want) != to || ir.Type(want) != acc {
		return op.OpErrorf(codeVector, "invalid accumulator/result vector shape, expected: '%v'", want)
	}
	return nil
}
