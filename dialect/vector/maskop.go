package vector

import (
	"slices"

	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// Mask is vector.mask: the one operation in its region is executed only for elements whose mask is set. Its
// result is passthru elsewhere, if there is one.
var Mask = &ir.OpDef{
	Name:    "vector.mask",
	Summary: "Predicates a maskable vector operation",
	Operands: []ir.OperandDef{
		operand("mask", maskVector), {Name: "passthru", Type: constraint.AnyType, Arity: ir.Optional},
	},
	Results:            []ir.ResultDef{{Name: "results", Type: constraint.AnyType, Arity: ir.Variadic}},
	Regions:            []ir.RegionDef{{Name: "maskRegion", Sized: true}},
	Traits:             ir.RecursiveEffects | ir.SingleBlock | ir.NoRegionArguments,
	ImplicitTerminator: "vector.yield",
	Parse:              parseMaskOp,
	Print:              printMask,
	VerifyRegions:      verifyMask,
}

// Yield is vector.yield: it ends the region of a Mask with its results.
var Yield = &ir.OpDef{
	Name:     "vector.yield",
	Summary:  "Terminates and yields values from vector regions.",
	Operands: []ir.OperandDef{{Name: "operands", Type: constraint.AnyType, Arity: ir.Variadic}},
	Traits:   ir.Pure | ir.ReturnLike | ir.Terminator,
	Format:   "attr-dict ($operands^ `:` type($operands))?",
}

var yieldDef *ir.OpDef

func init() { yieldDef = Yield }

// parseMaskOp parses %m, %passthru { operation } {attrs} : vector<8xi1> -> vector<8xf32>.
func parseMaskOp(p ir.OpParser, s *ir.OpState) error {
	mask, err := p.Operand()
	if err != nil {
		return err
	}
	off := p.Off()
	passthru, hasPassthru, err := parseMask(p)
	if err != nil {
		return err
	}
	region, err := p.Region(nil, false)
	if err != nil {
		return err
	}
	s.Regions = []*ir.Region{region}
	if err := p.AttrDict(s); err != nil {
		return err
	}
	t, err := p.ColonType()
	if err != nil {
		return err
	}
	if s.Results, err = p.TryArrowTypes(); err != nil {
		return err
	}
	if hasPassthru && len(s.Results) == 0 {
		return p.Errorf(off, "expects a result if passthru operand is provided")
	}
	yieldResults(p, region)
	if err := resolve(p, s, mask, t); err != nil || !hasPassthru {
		return err
	}
	return resolve(p, s, passthru, s.Results[0])
}

// yieldResults ends the region with the results of its operation, if the text has no yield.
func yieldResults(p ir.OpParser, region *ir.Region) {
	b := p.Builder()
	if region.Empty() {
		region.Append(ir.NewBlock())
	}
	block := region.Entry()
	last := block.Last()
	if last != nil && last.Has(ir.Terminator) {
		return
	}
	b.InBlock(block, func() {
		s := ir.OpState{Def: Yield, Loc: p.Context().UnknownLoc}
		if last != nil {
			s.Operands, s.Loc = last.Results(), last.Loc()
		}
		b.Create(s)
	})
}

func printMask(p ir.OpPrinter, op *ir.Op) {
	p.Write(" ")
	p.Operands(op.Operands())
	p.Write(" { ")
	if r := op.Region(0); !r.Empty() && r.Entry().First() != nil {
		p.InnerOp(r.Entry().First())
	}
	p.Write(" }")
	p.AttrDict(op)
	p.Write(" : ")
	p.Type(op.Operand(0).Type())
	if op.NumResults() > 0 {
		p.ArrowTypes(op.ResultTypes())
	}
}

func verifyMask(op *ir.Op) error {
	block := op.Region(0).Entry()
	yield := block.Last()
	switch {
	case yield == nil || yield.Def() != yieldDef:
		return op.OpErrorf(codeVector, "expects a terminator within the mask region")
	case block.First() != yield && block.First().Next() != yield:
		return op.OpErrorf(codeVector, "expects only one operation to mask")
	}
	if yield.NumOperands() != op.NumResults() {
		return op.OpErrorf(codeVector, "expects number of results to match mask region yielded values")
	}
	if block.First() == yield {
		if op.OptionalOperand(1) != nil && op.NumResults() != 1 {
			return op.OpErrorf(codeVector, "expects a result if passthru operand is provided")
		}
		return nil
	}
	return verifyMasked(op, block.First(), yield)
}

// verifyMasked checks a mask against the operation in it.
func verifyMasked(op, masked, yield *ir.Op) error {
	want, ok := expectedMask(masked)
	switch {
	case !ok:
		return op.OpErrorf(codeVector, "expects a MaskableOpInterface within the mask region")
	case !slices.Equal(yield.Operands(), masked.Results()):
		return op.OpErrorf(codeVector,
			"expects all the results from the MaskableOpInterface to match all the values returned by the "+
				"terminator")
	case !slices.Equal(masked.ResultTypes(), op.ResultTypes()):
		return op.OpErrorf(codeVector, "expects result type to match maskable operation result type")
	case op.Operand(0).Type() != ir.Type(want):
		return op.OpErrorf(codeVector, "expects a '%v' mask for the maskable operation", want)
	}
	passthru := op.OptionalOperand(1)
	switch {
	case passthru == nil:
	case masked.Def() != TransferRead && masked.Def() != Gather:
		return op.OpErrorf(codeVector, "doesn't expect a passthru argument for this maskable operation")
	case passthru.Type() != op.Result(0).Type():
		return op.OpErrorf(codeVector, "expects passthru type to match result type")
	}
	return nil
}

// expectedMask returns the type of the mask that an operation can have. ok is false if it can have none.
func expectedMask(op *ir.Op) (*ir.VectorType, bool) {
	bits := func(v *ir.Value) (*ir.VectorType, bool) {
		t := vectorType(v)
		return op.Context().Vector(t.Shape, t.Scalable, op.Context().I1), true
	}
	switch op.Def() {
	case Reduction, MultiReduction:
		return bits(op.Operand(0))
	case OuterProduct:
		return bits(op.Result(0))
	case Gather:
		return bits(op.Result(0))
	case TransferRead:
		return transferMask(op, vectorType(op.Result(0)))
	case TransferWrite:
		return transferMask(op, vectorType(op.Operand(0)))
	case Contract:
		return contractMask(op), true
	}
	return nil, false
}

func transferMask(op *ir.Op, t *ir.VectorType) (*ir.VectorType, bool) {
	m, ok := op.Attr("permutation_map").(*ir.AffineMapAttr)
	if !ok {
		return nil, false
	}
	return maskType(op.Context(), t, m.Map), true
}

// contractMask returns the type of a mask of the iterations of a contraction, with one extent for each
// iterator.
func contractMask(op *ir.Op) *ir.VectorType {
	maps := op.Attr("indexing_maps").(*ir.ArrayAttr).Elems
	iterators := len(op.Attr("iterator_types").(*ir.ArrayAttr).Elems)
	shape, scalable := make([]int64, iterators), make([]bool, iterators)
	for d := range shape {
		shape[d] = 1
		for i := range 2 {
			t := vectorType(op.Operand(i))
			if r := resultOf(maps[i].(*ir.AffineMapAttr).Map, d); r >= 0 {
				shape[d], scalable[d] = t.Shape[r], scalableAt(t, r)
			}
		}
	}
	return op.Context().Vector(shape, scalable, op.Context().I1)
}
