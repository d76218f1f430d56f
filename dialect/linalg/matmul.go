package linalg

import (
	"slices"

	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/affine"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// Matmul is linalg.matmul. BatchMatmul is linalg.batch_matmul: a matmul for each batch. An explicit map of an
// input can transpose the input, or repeat it along dimensions that the input lacks.
var (
	Matmul = product("matmul", "product of two matrices",
		loops{kinds: "ppr", operands: []string{"a c", "c b", "a b"}})
	BatchMatmul = product("batch_matmul", "product of two matrices for each batch",
		loops{kinds: "pppr", operands: []string{"a b d", "a d c", "a b c"}})
	batchReduceMatmul = product("batch_reduce_matmul", "sum over the batches of the products of two matrices",
		loops{kinds: "rppr", operands: []string{"a b d", "a d c", "b c"}})
)

func init() {
	for _, def := range products() {
		usual := loopsOfProduct[def].maps(func(string) ir.Attr { return nil })
		def.Verify = func(op *ir.Op) error { return verifyProduct(op, usual) }
	}
}

// loopsOfProduct are the nests of the products.
var loopsOfProduct = map[*ir.OpDef]*loops{}

func products() []*ir.OpDef { return []*ir.OpDef{Matmul, BatchMatmul, batchReduceMatmul} }

// product makes an operation whose maps are an attribute with a default.
func product(name, summary string, l loops) *ir.OpDef {
	def := newNamed(name, summary, 2, multiplyAdd, nil)
	usual := l.maps(func(string) ir.Attr { return nil })
	def.Attrs = []ir.AttrDef{
		{Name: "indexing_maps", Type: mapArray, Default: func(c *ir.Context) ir.Attr {
			return c.Array(mapAttrs(c, usual))
		}},
		castAttr, constraint.OperandSegmentSize,
	}
	def.Parse = func(p ir.OpParser, s *ir.OpState) error {
		if err := parseMaps(p, s); err != nil {
			return err
		}
		return parseNamed(p, s, 3, multiplyAdd, nil)
	}
	def.Print = func(p ir.OpPrinter, op *ir.Op) {
		if given := mapsOf(op, "indexing_maps"); !slices.EqualFunc(given, usual, (*affine.Map).Equal) {
			p.Write(" indexing_maps = ")
			p.Attr(op.Attr("indexing_maps"))
		}
		printNamed(p, op)
	}
	loopsOfProduct[def] = &l
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
		a, err := p.Attr(nil)
		if err != nil {
			return err
		}
		if _, ok := a.(*ir.AffineMapAttr); !ok {
			return p.Errorf(off, "element of indexing_maps array is not an affine_map")
		}
		maps = append(maps, a)
		return nil
	})
	s.Attrs = append(s.Attrs, ir.NamedAttr{Name: "indexing_maps", Value: p.Context().Array(maps)})
	return err
}

// verifyProduct checks explicit maps. The subscripts of each input must be among its default subscripts.
// Where some are missing, the input repeats along the missing dimensions.
func verifyProduct(op *ir.Op, usual []*affine.Map) error {
	given := mapsOf(op, "indexing_maps")
	if len(given) != len(usual) {
		return nil // verifyMaps reports this
	}
	for i := range 2 {
		for _, e := range given[i].Results {
			if !slices.ContainsFunc(usual[i].Results, e.Equal) {
				return op.OpErrorf(codeLinalg, "%s", wrongSubscript(op))
			}
		}
		if len(given[i].Results) < len(usual[i].Results) && !repeats(given[i].Results, i, given[i].NumDims) {
			return op.OpErrorf(codeLinalg, "%s", wrongRepetition(op))
		}
	}
	if op.Is(BatchMatmul) && !slices.EqualFunc(given[2].Results, usual[2].Results, (*affine.Expr).Equal) {
		return op.OpErrorf(codeLinalg, "Invalid output map result dimension.")
	}
	return nil
}

func wrongSubscript(op *ir.Op) string {
	if op.Is(Matmul) {
		return "Unexpected dim expression in map result."
	}
	return "Unexpected result dim expression (outside the set of default result dims)."
}

func wrongRepetition(op *ir.Op) string {
	if op.Is(Matmul) {
		return "Invalid broadcast requested, should be (d2)."
	}
	return "Invalid broadcast requested."
}

// repeats reports whether input i may have these subscripts, which are fewer than its default ones. The loops
// are the batch, if there is one, the rows, the columns, and last the loop of the sum.
func repeats(subscripts []*affine.Expr, i, loops int) bool {
	dims := make([]int64, len(subscripts))
	for k, e := range subscripts {
		dims[k] = e.Value + int64(4-loops)
	}
	const batch, rows, columns, summed = 0, 1, 2, 3
	switch len(dims) {
	case 1:
		return dims[0] == summed
	case 2:
		if i == 0 {
			return dims[0] <= rows && dims[1] == summed
		}
		return dims[0] == batch && dims[1] == summed || dims[0] == summed && dims[1] == columns
	}
	return false
}
