package gpu

import (
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// WarpExecuteOnLane0 is gpu.warp_execute_on_lane_0: one lane of a warp runs the region. Its arguments are the
// vectors of all lanes, concatenated. The values that it yields are distributed to the lanes again.
var WarpExecuteOnLane0 = &ir.OpDef{
	Name:    "gpu.warp_execute_on_lane_0",
	Summary: "Executes operations in the associated region on thread #0 of a SPMD program",
	Operands: []ir.OperandDef{operand("laneid", constraint.Index),
		variadic("args", constraint.AnyType)},
	Results:            []ir.ResultDef{{Name: "results", Type: constraint.AnyType, Arity: ir.Variadic}},
	Attrs:              []ir.AttrDef{{Name: "warp_size", Type: constraint.I64}},
	Regions:            []ir.RegionDef{{Name: "warpRegion", Sized: true}},
	Traits:             ir.SingleBlock | ir.RecursiveEffects,
	ImplicitTerminator: "gpu.yield",
	Parse:              parseWarp,
	Print:              printWarp,
	RegionSuccessors: func(op *ir.Op, from int) []ir.RegionSuccessor {
		if from >= 0 {
			return []ir.RegionSuccessor{{Region: -1, Inputs: op.Results()}}
		}
		return []ir.RegionSuccessor{{Region: 0}}
	},
}

func init() { WarpExecuteOnLane0.VerifyRegions = verifyWarp }

// parseWarp parses (%lane)[size] [args(%v, ... : type, ...)] [-> (types)] { body } {attrs}.
func parseWarp(p ir.OpParser, s *ir.OpState) error {
	names, err := p.OperandList("(")
	if err != nil {
		return err
	}
	if len(names) != 1 {
		return p.Errorf(p.Off(), "expected the lane in parentheses")
	}
	lane, err := p.Resolve(names[0], p.Context().Index)
	if err != nil {
		return err
	}
	if err := p.Punct("["); err != nil {
		return err
	}
	size, err := p.Int()
	if err != nil {
		return err
	}
	if err := p.Punct("]"); err != nil {
		return err
	}
	args, err := parseWarpArgs(p)
	if err != nil {
		return err
	}
	s.Operands = append([]*ir.Value{lane}, args...)
	s.Attrs = append(s.Attrs, ir.NamedAttr{Name: "warp_size", Value: p.Context().Int(p.Context().I64, size)})
	if s.Results, err = p.TryArrowTypes(); err != nil {
		return err
	}
	body, err := p.Region(nil, false)
	if err != nil {
		return err
	}
	s.Regions = append(s.Regions, body)
	if err := p.EnsureTerminator(body, Yield.Name, s.Loc); err != nil {
		return err
	}
	return p.AttrDict(s)
}

func parseWarpArgs(p ir.OpParser) ([]*ir.Value, error) {
	off := p.Off()
	if !p.TryKeyword("args") {
		return nil, nil
	}
	if err := p.Punct("("); err != nil {
		return nil, err
	}
	names, err := p.OperandList("")
	if err != nil {
		return nil, err
	}
	types, err := p.ColonTypeList()
	if err != nil {
		return nil, err
	}
	if err := p.Punct(")"); err != nil {
		return nil, err
	}
	return p.ResolveAll(names, types, off)
}

func printWarp(p ir.OpPrinter, op *ir.Op) {
	p.Write("(")
	p.Operand(op.Operand(0))
	p.Write(")[")
	size, _ := op.IntAttr("warp_size")
	p.Int(size)
	p.Write("]")
	if args := op.OperandsOf(1); len(args) > 0 {
		p.Write(" args(")
		p.Operands(args)
		p.Write(" : ")
		types := make([]ir.Type, len(args))
		for i, v := range args {
			types[i] = v.Type()
		}
		p.Types(types)
		p.Write(")")
	}
	if op.NumResults() > 0 {
		p.Write(" -> (")
		p.Types(op.ResultTypes())
		p.Write(")")
	}
	p.Write(" ")
	p.Region(op.Region(0), true, op.NumResults() > 0)
	p.AttrDict(op, "warp_size")
}

func verifyWarp(op *ir.Op) error {
	args, yield := op.OperandsOf(1), op.Body().Terminator()
	if len(args) != op.Body().NumArgs() {
		return op.OpErrorf(codeGPU, "expected same number op arguments and block arguments.")
	}
	if yield.NumOperands() != op.NumResults() {
		return op.OpErrorf(codeGPU, "expected same number of yield operands and return values.")
	}
	for i, v := range args {
		if err := verifyDistributed(op, op.Body().Arg(i).Type(), v.Type()); err != nil {
			return err
		}
	}
	for i, v := range yield.Operands() {
		if err := verifyDistributed(op, v.Type(), op.Result(i).Type()); err != nil {
			return err
		}
	}
	return nil
}

// verifyDistributed checks that the vector of one lane has the warp's share of the whole vector: one element
// in as many as the warp has lanes.
func verifyDistributed(op *ir.Op, whole, part ir.Type) error {
	if whole == part {
		return nil
	}
	w, isVector := whole.(*ir.VectorType)
	p, isPart := part.(*ir.VectorType)
	if !isVector || !isPart {
		return op.OpErrorf(codeGPU, "expected vector type for distributed operands.")
	}
	if len(w.Shape) != len(p.Shape) || w.Elem != p.Elem {
		return op.OpErrorf(codeGPU, "expected distributed vectors to have same rank and element type.")
	}
	size, _ := op.IntAttr("warp_size")
	parts := int64(1)
	for i, n := range w.Shape {
		if n%p.Shape[i] != 0 {
			return op.OpErrorf(codeGPU,
				"expected expanded vector dimension #%d (%d) to be a multipler of the distributed vector "+
					"dimension (%d)",
				i, n, p.Shape[i])
		}
		if parts <= size { // more would not fit anyway, and could overflow
			parts *= n / p.Shape[i]
		}
	}
	if parts != size {
		return op.OpErrorf(codeGPU,
			"incompatible distribution dimensions from '%v' to '%v' with warp size = %d", w, p, size)
	}
	return nil
}
