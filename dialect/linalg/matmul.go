package linalg

import (
	"slices"

	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/affine"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// Matmul is linalg.matmul, and BatchMatmul linalg.batch_matmul, which does the same for each batch. Maps that are given
// transpose the inputs, or repeat them along dimensions that they lack.
var (
	Matmul      = product("matmul", "product of two matrices", loops{kinds: "ppr", operands: []string{"a c", "c b", "a b"}})
	BatchMatmul = product("batch_matmul", "product of two matrices for each batch",
		loops{kinds: "pppr", operands: []string{"a b d", "a d c", "a b c"}})
	batchReduceMatmul = product("batch_reduce_matmul", "sum over the batches of the products of two matrices",
		loops{kinds: "rppr", operands: []string{"a b d", "a d c", "b c"}})
)

func products() []*ir.OpDef { return []*ir.OpDef{Matmul, BatchMatmul, batchReduceMatmul} }

// product makes an operation whose maps are an attribute with a default.
func product(name, summary string, l loops) *ir.OpDef {
	def := newNamed(name, summary, 2, multiplyAdd)
	usual := l.maps(func(string) ir.Attr { return nil })
	def.Attrs = []ir.AttrDef{
		{Name: "indexing_maps", Type: mapArray, Default: func(c *ir.Context) ir.Attr { return c.Array(mapAttrs(c, usual)) }},
		castAttr, constraint.OperandSegmentSize,
	}
	def.Parse = func(p ir.OpParser, s *ir.OpState) error {
		if err := parseMaps(p, s); err != nil {
			return err
		}
		return parseNamed(p, s, 3, multiplyAdd)
	}
	def.Print = func(p ir.OpPrinter, op *ir.Op) {
		if given := mapsOf(op, "indexing_maps"); !slices.EqualFunc(given, usual, (*affine.Map).Equal) {
			p.Write(" indexing_maps = ")
			p.Attr(op.Attr("indexing_maps"))
		}
		printNamed(p, op)
	}
	def.Verify = func(op *ir.Op) error { return verifyProduct(op, usual) }
	return structured(def, &shape{
		outputs:   secondGroup,
		maps:      func(op *ir.Op) []*affine.Map { return mapsOf(op, "indexing_maps") },
		iterators: func(*ir.Op) []int64 { return l.iterators() },
	})
}

// parseMaps parses [indexing_maps = [map, ...]].
func parseMaps(p ir.OpParser, s *ir.OpState) error {
	if !p.TryKeyword("indexing_maps") {
		return nil
	}
	if err := p.Punct("="); err != nil {
		return err
	}
	maps := []ir.Attr{}
	err := p.CommaSeparated("[", func() error {
		off := p.Off()
		a, err := p.Attr(p.Context().None)
		if err != nil {
			return err
		}
		if _, ok := a.(*ir.AffineMapAttr); !ok {
			return p.Errorf(off, "Parsing of indexing_maps attribute failed: expected affine map attribute")
		}
		maps = append(maps, a)
		return nil
	})
	s.Attrs = append(s.Attrs, ir.NamedAttr{Name: "indexing_maps", Value: p.Context().Array(maps)})
	return err
}

// verifyProduct checks maps that are given: each input has subscripts that it usually has, in any order, and what it lacks it
// repeats along.
func verifyProduct(op *ir.Op, usual []*affine.Map) error {
	given := mapsOf(op, "indexing_maps")
	if len(given) != len(usual) {
		return nil // said with the other rules of maps
	}
	for i := range 2 {
		for _, e := range given[i].Results {
			if !slices.ContainsFunc(usual[i].Results, e.Equal) {
				return op.OpErrorf(codeLinalg, "Unexpected dim expression in map result.")
			}
		}
		if n := len(given[i].Results); n < len(usual[i].Results) && !repeats(given[i], usual[i]) {
			return op.OpErrorf(codeLinalg, "Invalid broadcast requested.")
		}
	}
	return nil
}

// repeats reports whether an input may lack subscripts: the loop that is summed over must be its last but for batches.
func repeats(given, usual *affine.Map) bool {
	last := affine.D(usual.NumDims - 1)
	return slices.ContainsFunc(given.Results, last.Equal)
}
