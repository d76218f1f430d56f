package linalg

import (
	"slices"

	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/affine"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// Contract is linalg.contract. It adds to the output the sum of products of elements of two inputs. The sum
// runs over the loops that are no subscript of the output.
var Contract = structured(implies(&ir.OpDef{
	Name:     "linalg.contract",
	Summary:  "contraction of two inputs",
	Operands: inputsAndOutputs,
	Results:  []ir.ResultDef{{Name: "result_tensors", Type: anyShaped, Arity: ir.Variadic}},
	Attrs:    []ir.AttrDef{{Name: "indexing_maps", Type: mapArray}, castAttr, constraint.OperandSegmentSize},
	Regions:  []ir.RegionDef{{Name: "combiner", Sized: true}},
	Traits:   ir.AttrSizedOperands,
	Parse:    parseContract,
	Print: func(p ir.OpPrinter, op *ir.Op) {
		p.Write(" indexing_maps = ")
		p.Attr(op.Attr("indexing_maps"))
		printNamed(p, op)
	},
	Verify: verifyContract,
}, always(3, multiplyAdd)), &shape{
	outputs:   secondGroup,
	maps:      func(op *ir.Op) []*affine.Map { return mapsOf(op, "indexing_maps") },
	iterators: contractIterators,
})

func parseContract(p ir.OpParser, s *ir.OpState) error {
	if err := parseMaps(p, s); err != nil {
		return err
	}
	if attrsOf(s)("indexing_maps") == nil {
		return p.Errorf(p.Off(), "expected 'indexing_maps' attribute")
	}
	return parseNamed(p, s, 3, multiplyAdd, nil)
}

// contractIterators returns the kinds of the loops. A loop that is no subscript of the output is a reduction.
func contractIterators(op *ir.Op) []int64 {
	maps := mapsOf(op, "indexing_maps")
	if len(maps) == 0 {
		return nil
	}
	out := maps[len(maps)-1]
	kinds := slices.Repeat([]int64{ReductionLoop}, out.NumDims)
	for _, e := range out.Results {
		if e.Kind == affine.Dim {
			kinds[e.Value] = ParallelLoop
		}
	}
	return kinds
}

// verifyContract checks that each subscript is one loop, and that each loop is a subscript of the output and
// of an input, or of both inputs.
func verifyContract(op *ir.Op) error {
	maps := mapsOf(op, "indexing_maps")
	if len(maps) != 3 || op.NumOperands() != 3 {
		return op.OpErrorf(codeLinalg, "expects two inputs, an output, and a map for each")
	}
	loops := maps[0].NumDims
	uses := make([][3]bool, loops)
	for i, m := range maps {
		if m.NumDims != loops {
			return op.Errorf(codeLinalg, "iteration spaces of provided affine_maps differ")
		}
		if err := verifyContractMap(op, m, op.Operand(i)); err != nil {
			return err
		}
		for _, e := range m.Results {
			uses[e.Value][i] = true
		}
	}
	summed := false
	for d, u := range uses {
		switch {
		case u == [3]bool{}:
			return op.Errorf(codeLinalg, "iteration space dim at index %d not used to access any operand", d)
		case u[0] != u[1] && !u[2]:
			return op.Errorf(codeLinalg,
				"iteration space dim at index %d is neither a contracting dim nor of parallel iteration type",
				d)
		}
		summed = summed || u == [3]bool{true, true, false}
	}
	if !summed {
		return op.Errorf(codeLinalg, "'indexing_maps' do not specify a contracting dimension")
	}
	return nil
}

func verifyContractMap(op *ir.Op, m *affine.Map, v *ir.Value) error {
	seen := map[int64]bool{}
	for _, e := range m.Results {
		if e.Kind != affine.Dim || seen[e.Value] {
			return op.Errorf(codeLinalg, "provided affine_map is not a projected permutation")
		}
		seen[e.Value] = true
	}
	switch shape, ok := shapeOf(v.Type()); {
	case ok && len(shape) != len(m.Results):
		return op.Errorf(codeLinalg, "ranks of shaped operand and results of corresponding affine_map differ")
	case !ok && len(m.Results) > 0:
		return op.Errorf(codeLinalg, "affine_map specifies shaped access while operand has non-shaped type")
	}
	return nil
}
