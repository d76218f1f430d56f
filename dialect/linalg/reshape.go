package linalg

import (
	"slices"

	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/affine"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// inputAndInit are the operands of operations that move elements.
var inputAndInit = []ir.OperandDef{{Name: "input", Type: tensorOrMemRef},
	{Name: "init", Type: tensorOrMemRef}}

func oneOutput(*ir.Op) (first, count int) { return 1, 1 }

func initLoops(op *ir.Op) []int64 { return allParallel(rankOf(op.Operand(1))) }

// Transpose is linalg.transpose: dimension i of the output is dimension permutation[i] of the input.
var Transpose = structured(moving("transpose", "permutation", "transposed"), &shape{
	outputs: oneOutput, iterators: initLoops, maps: transposeMaps,
})

// Broadcast is linalg.broadcast: the output has the dimensions of the input and the listed ones, along which
// the input repeats.
var Broadcast = structured(moving("broadcast", "dimensions", "broadcasted"), &shape{
	outputs: oneOutput, iterators: initLoops,
	maps: func(op *ir.Op) []*affine.Map {
		n := rankOf(op.Operand(1))
		return []*affine.Map{withoutDims(n, op.Ints("dimensions")), affine.Identity(n)}
	},
})

func init() {
	Transpose.Verify = verifyTranspose
	Broadcast.Verify = verifyBroadcast
}

// moving makes an operation with an input, an output, and an attribute of integers that its syntax prints.
func moving(name, attr, result string) *ir.OpDef {
	return implies(&ir.OpDef{
		Name:     "linalg." + name,
		Summary:  name + " that moves elements",
		Operands: inputAndInit,
		Results:  []ir.ResultDef{{Name: "result", Type: anyTensor, Arity: ir.Variadic}},
		Attrs:    []ir.AttrDef{{Name: attr, Type: constraint.I64Array}},
		Regions:  []ir.RegionDef{{Name: "region", Sized: true}},
		Parse: func(p ir.OpParser, s *ir.OpState) error {
			l, err := parseDestinations(p, s, attr)
			if err != nil {
				return err
			}
			region, _ := buildBody(p.Context(), s, l.all(), yieldInput)
			s.Regions = append(s.Regions, region)
			return nil
		},
		Print: func(p ir.OpPrinter, op *ir.Op) {
			printOperands(p, op)
			printInts(p, op, attr)
			p.AttrDict(op, attr)
		},
		ResultNames: nameResult(result),
	}, always(2, yieldInput))
}

// transposeMaps returns the maps of a Transpose. The loops are the dimensions of the output.
func transposeMaps(op *ir.Op) []*affine.Map {
	permutation := op.Ints("permutation")
	subscripts := make([]*affine.Expr, len(permutation))
	for i, d := range permutation {
		subscripts[d] = affine.D(i)
	}
	n := rankOf(op.Operand(1))
	return []*affine.Map{affine.NewMap(n, 0, subscripts...), affine.Identity(n)}
}

func verifyTranspose(op *ir.Op) error {
	permutation := op.Ints("permutation")
	sorted := slices.Sorted(slices.Values(permutation))
	for i, d := range sorted {
		if d != int64(i) {
			return op.OpErrorf(codeLinalg, "permutation is not valid")
		}
	}
	input, _ := shapeOf(op.Operand(0).Type())
	init, _ := shapeOf(op.Operand(1).Type())
	if len(input) != len(init) {
		return op.OpErrorf(codeLinalg, "input rank %d does not match init rank %d", len(input), len(init))
	}
	if len(permutation) != len(input) {
		return op.OpErrorf(codeLinalg, "size of permutation %d does not match the argument rank %d",
			len(permutation), len(input))
	}
	for i, d := range permutation {
		if input[d] != init[i] {
			return op.OpErrorf(codeLinalg,
				"dim(result, %d) = %d doesn't match dim(input, permutation[%d]) = %d", i, init[i], i,
				input[d])
		}
	}
	return nil
}

func verifyBroadcast(op *ir.Op) error {
	dims := op.Ints("dimensions")
	input, _ := shapeOf(op.Operand(0).Type())
	init, _ := shapeOf(op.Operand(1).Type())
	if len(input)+len(dims) != len(init) {
		return op.OpErrorf(codeLinalg,
			"input rank plus added dimensions does not match init rank. input rank: %d, dimensions size: "+
				"%d, init rank: %d",
			len(input), len(dims), len(init))
	}
	for i, d := range dims {
		if d < 0 || d >= int64(len(init)) {
			return op.OpErrorf(codeLinalg, "dimension %d is out of range. expected range: [0, %d], got: %d",
				i, len(init)-1, d)
		}
	}
	i := 0
	for d, n := range init {
		if slices.Contains(dims, int64(d)) {
			continue
		}
		if i < len(input) && input[i] != n {
			return op.OpErrorf(codeLinalg, "input dim %d should match init dim %d. input: %d, init: %d", i, d,
				input[i], n)
		}
		i++
	}
	return nil
}

func verifyReduce(op *ir.Op) error {
	half := op.NumOperands() / 2
	inputs, inits := op.Operands()[:half], op.Operands()[half:]
	if half == 0 || len(inits) != half {
		return op.OpErrorf(codeLinalg, "expects as many inputs as outputs, at least one")
	}
	for kind, vs := range [][]*ir.Value{inputs, inits} {
		word := []string{"input", "output"}[kind]
		first, _ := shapeOf(vs[0].Type())
		for i, v := range vs {
			if s, _ := shapeOf(v.Type()); !slices.Equal(s, first) {
				return op.OpErrorf(codeLinalg,
					"expects all %ss to have the same shapes. Shape at %s-index %d is not equal to the "+
						"shape at %s-index 0.",
					word, word, i, word)
			}
		}
	}
	if err := verifyReducedShape(op, inputs[0], inits[0]); err != nil {
		return err
	}
	block := op.Body()
	if block.NumArgs() != op.NumOperands() {
		return op.OpErrorf(codeLinalg, "mismatching number of operands and block arguments")
	}
	for i, v := range op.Operands() {
		word := "input"
		if i >= half {
			word = "output"
		}
		if t := elementOf(v.Type()); t != block.Arg(i).Type() {
			return op.OpErrorf(codeLinalg,
				"%s element type '%v' does not match corresponding block argument type '%v'",
				word, t, block.Arg(i).Type())
		}
	}
	return nil
}

func verifyReducedShape(op *ir.Op, input, init *ir.Value) error {
	shape, _ := shapeOf(input.Type())
	want, _ := shapeOf(init.Type())
	dims := op.Ints("dimensions")
	for _, d := range dims {
		if d < 0 || d >= int64(len(shape)) {
			return op.OpErrorf(codeLinalg, "dimensions for reduction should be in the range [0, %d].",
				len(shape)-1)
		}
	}
	var left []int64
	for d, n := range shape {
		if !slices.Contains(dims, int64(d)) {
			left = append(left, n)
		}
	}
	if len(left) != len(want) {
		return op.OpErrorf(codeLinalg,
			"number of dimensions after reduction %d doesn't match the init rank %d", len(left), len(want))
	}
	if !slices.Equal(left, want) {
		return op.OpErrorf(codeLinalg,
			"init dimensions [%s] doesn't match input dimensions after reduction [%s]",
			shapeText(want), shapeText(left))
	}
	return nil
}
