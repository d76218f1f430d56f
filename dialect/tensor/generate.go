package tensor

import (
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// Yield is tensor.yield: it returns the element that the body of a Generate or a Pad computes.
var Yield = &ir.OpDef{
	Name:      "tensor.yield",
	Summary:   "yield a value from a region",
	Operands:  []ir.OperandDef{operand("value", constraint.AnyType)},
	Traits:    ir.Pure | ir.ReturnLike | ir.Terminator,
	HasParent: []string{"tensor.generate", "tensor.pad"},
	Format:    "$value attr-dict `:` type($value)",
}

// Generate is tensor.generate: a tensor whose elements a body computes from their subscripts. Operands are
// the dynamic extents.
var Generate = &ir.OpDef{
	Name:          "tensor.generate",
	Summary:       "creates a dynamically sized tensor from elements",
	Operands:      []ir.OperandDef{indices("dynamicExtents")},
	Results:       result("result", constraint.RankedTensor),
	Regions:       []ir.RegionDef{{Name: "body", Sized: true}},
	Traits:        ir.RecursiveEffects | ir.SingleBlock,
	Format:        "$dynamicExtents $body attr-dict `:` type($result)",
	ResultNames:   named("generated"),
	Verify:        verifySizes(0),
	VerifyRegions: verifyGenerate,
}

func verifyGenerate(op *ir.Op) error {
	body := op.Body()
	if body.NumArgs() != len(typeOf(op.Result(0)).Shape) {
		return op.Errorf(codeTensor, "must have one body argument per input dimension")
	}
	for _, arg := range body.Args() {
		if !constraint.Index.Match(arg.Type()) {
			return op.Errorf(codeTensor, "all body arguments must be index")
		}
	}
	if !yieldsElement(op) {
		return op.OpErrorf(codeTensor,
			"body must be terminated with a `yield` operation of the tensor element type")
	}
	return nil
}

// yieldsElement reports whether the body of an operation ends with an element of its result.
func yieldsElement(op *ir.Op) bool {
	yield := op.Body().Last()
	return yield.Is(Yield) && yield.Operand(0).Type() == typeOf(op.Result(0)).Elem
}

// Pad is tensor.pad: a tensor with low elements added in front of it and high elements behind it. A body
// computes these from their subscripts in the result.
var Pad = &ir.OpDef{
	Name:     "tensor.pad",
	Summary:  "tensor pad operation",
	Operands: []ir.OperandDef{operand("source", constraint.RankedTensor), indices("low"), indices("high")},
	Results:  result("result", constraint.RankedTensor),
	Attrs: []ir.AttrDef{
		{Name: "static_low", Type: constraint.I64Array}, {Name: "static_high", Type: constraint.I64Array},
		{Name: "nofold", Type: constraint.Unit, Optional: true}, constraint.OperandSegmentSize,
	},
	Regions:       []ir.RegionDef{{Name: "region", Sized: true}},
	Traits:        ir.RecursiveEffects | ir.AttrSizedOperands | ir.SingleBlock,
	ResultNames:   named("padded"),
	Parse:         parsePad,
	Print:         printPad,
	Verify:        verifyPad,
	VerifyRegions: verifyPadBody,
}

// padAttrs are the attributes that the custom syntax spells out.
var padAttrs = []string{"static_low", "static_high", "nofold", constraint.OperandSegmentSize.Name}

// Padding returns the numbers of elements in front of the source of a Pad and behind it, for each dimension.
func Padding(op *ir.Op) (low, high []ir.OpFoldResult) {
	return ir.MixedIndices(op.Ints("static_low"), op.OperandsOf(1)),
		ir.MixedIndices(op.Ints("static_high"), op.OperandsOf(2))
}

// parsePad parses %source [nofold] low[...] high[...] { body } {attrs} : type to type.
func parsePad(p ir.OpParser, s *ir.OpState) error {
	source, err := p.Operand()
	if err != nil {
		return err
	}
	c := p.Context()
	if p.TryKeyword("nofold") {
		s.Attrs = append(s.Attrs, ir.NamedAttr{Name: "nofold", Value: c.Unit})
	}
	names, counts := []ir.UnresolvedOperand{source}, []int64{1}
	for _, word := range []string{"low", "high"} {
		if err := p.Keyword(word); err != nil {
			return err
		}
		list, err := ir.ParseIndexList(p, "[")
		if err != nil {
			return err
		}
		names, counts = append(names, list.Operands...), append(counts, int64(len(list.Operands)))
		s.Attrs = append(s.Attrs, ir.NamedAttr{Name: "static_" + word, Value: c.I64Array(list.Static...)})
	}
	s.Attrs = append(s.Attrs,
		ir.NamedAttr{Name: constraint.OperandSegmentSize.Name, Value: c.I32Array(counts...)})
	body, err := p.Region(nil, false)
	if err != nil {
		return err
	}
	s.Regions = append(s.Regions, body)
	if err := p.AttrDict(s); err != nil {
		return err
	}
	from, to, err := parseTypes(p, "to")
	if err != nil {
		return err
	}
	s.Results = []ir.Type{to}
	return resolve(p, s, names, from)
}

func printPad(p ir.OpPrinter, op *ir.Op) {
	p.Write(" ")
	p.Operand(op.Operand(0))
	if op.Attr("nofold") != nil {
		p.Write(" nofold")
	}
	ir.PrintIndexList(p, " low[", op.Ints("static_low"), op.OperandsOf(1), "]")
	ir.PrintIndexList(p, " high[", op.Ints("static_high"), op.OperandsOf(2), "] ")
	p.Region(op.Region(0), true, true)
	p.AttrDict(op, padAttrs...)
	printTypes(p, op.Operand(0), "to", op.Result(0))
}

func verifyPad(op *ir.Op) error {
	from, to := typeOf(op.Operand(0)), typeOf(op.Result(0))
	low, high := op.Ints("static_low"), op.Ints("static_high")
	if len(low) != len(from.Shape) || len(high) != len(from.Shape) {
		return op.Errorf(codeTensor,
			"failed to infer expectedType from sourceType '%v', specified resultType is '%v'", from, to)
	}
	for i, list := range [][]int64{low, high} {
		if _, n := op.OperandGroup(1 + i); n != dynamicDims(list) {
			return op.OpErrorf(codeTensor, "expected %d dynamic %s values", dynamicDims(list),
				[]string{"low", "high"}[i])
		}
	}
	want := make([]int64, len(from.Shape))
	for d, extent := range from.Shape {
		if want[d] = ir.Dynamic; extent != ir.Dynamic && low[d] != ir.Dynamic && high[d] != ir.Dynamic {
			want[d] = extent + low[d] + high[d]
		}
	}
	if from.Elem != to.Elem || !fitsPadded(want, to.Shape) {
		return op.Errorf(codeTensor, "specified type '%v' does not match the inferred type '%v'", to,
			op.Context().Tensor(want, from.Elem, nil))
	}
	return nil
}

// fitsPadded reports whether a shape agrees with the known extents of want.
func fitsPadded(want, shape []int64) bool {
	if len(want) != len(shape) {
		return false
	}
	for d, extent := range want {
		if extent != ir.Dynamic && extent != shape[d] {
			return false
		}
	}
	return true
}

func verifyPadBody(op *ir.Op) error {
	body, rank := op.Body(), len(typeOf(op.Result(0)).Shape)
	if body.NumArgs() != rank {
		return op.Errorf(codeTensor, "expected the block to have %d arguments", rank)
	}
	for i, arg := range body.Args() {
		if !constraint.Index.Match(arg.Type()) {
			return op.OpErrorf(codeTensor, "expected block argument %d to be an index", i+1)
		}
	}
	if !yieldsElement(op) {
		return op.OpErrorf(codeTensor, "expected yield type to match shape element type")
	}
	return nil
}
