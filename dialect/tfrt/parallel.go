package tfrt

import (
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// bounds are the operands of the loops: the range of numbers, which is split into blocks of a fixed size.
var bounds = []ir.OperandDef{
	{Name: "start", Type: scalars["i32"]},
	{Name: "end", Type: scalars["i32"]},
	{Name: "block_size", Type: scalars["i32"]},
	{Name: "arguments", Type: constraint.AnyType, Arity: ir.Variadic},
}

var loopResult = []ir.ResultDef{{Name: "done", Type: chain}}

// ParallelFor is tfrt.parallel_for.i32: it runs its region for each block of a range. The first two arguments
// of the region are where the block begins and where it ends. The region returns a chain, or nothing if all
// its kernels are synchronous.
var ParallelFor = &ir.OpDef{
	Name:          "tfrt.parallel_for.i32",
	Summary:       "runs a region for each block of a range, in parallel",
	Operands:      bounds,
	Results:       loopResult,
	Regions:       []ir.RegionDef{{Name: "region", Sized: true}},
	Traits:        ir.IsolatedFromAbove | ir.SingleBlock,
	Parse:         parseParallelFor,
	Print:         printParallelFor,
	PrintGeneric:  func(op *ir.Op) bool { return repeated(blockOperands(op)) || len(op.Attrs()) > 0 },
	VerifyRegions: verifyParallelFor,
}

// ParallelCall is tfrt.parallel_call.i32: it calls a function for each block of a range.
var ParallelCall = &ir.OpDef{
	Name:             "tfrt.parallel_call.i32",
	Summary:          "calls a function for each block of a range, in parallel",
	Operands:         bounds,
	Results:          loopResult,
	Attrs:            []ir.AttrDef{{Name: "callee", Type: constraint.FlatSymbol}},
	Parse:            parseParallelCall,
	Print:            printParallelCall,
	VerifySymbolUses: verifyParallelCall,
}

// blockOperands returns the operands that the arguments of the region have the names of.
func blockOperands(op *ir.Op) []*ir.Value {
	v := op.Operands()
	return append([]*ir.Value{v[0], v[1]}, v[3:]...)
}

// parseBounds parses "%start to %end fixed %size".
func parseBounds(p ir.OpParser, s *ir.OpState) ([]ir.UnresolvedOperand, error) {
	var names []ir.UnresolvedOperand
	for _, before := range []string{"", "to", "fixed"} {
		if before != "" {
			if err := p.Keyword(before); err != nil {
				return nil, err
			}
		}
		name, err := p.Operand()
		if err != nil {
			return nil, err
		}
		names = append(names, name)
	}
	for _, n := range names {
		v, err := p.Resolve(n, p.Context().I32)
		if err != nil {
			return nil, err
		}
		s.Operands = append(s.Operands, v)
	}
	return names, nil
}

func parseParallelFor(p ir.OpParser, s *ir.OpState) error {
	bounds, err := parseBounds(p, s)
	if err != nil {
		return err
	}
	var l operandList
	if p.TryPunct(",") {
		if l, err = parseOperands(p, ""); err != nil {
			return err
		}
	}
	types, err := parseColonTypes(p)
	if err != nil {
		return err
	}
	if err := l.resolve(p, s, types); err != nil {
		return err
	}
	c := p.Context()
	s.Results = []ir.Type{ChainType(c)}
	r, err := parseShadow(p, append(bounds[:2:2], l.names...), append([]ir.Type{c.I32, c.I32}, types...))
	s.Regions = append(s.Regions, r)
	return err
}

func printBounds(p ir.OpPrinter, op *ir.Op) {
	p.Write(" ")
	p.Operand(op.Operand(0))
	p.Write(" to ")
	p.Operand(op.Operand(1))
	p.Write(" fixed ")
	p.Operand(op.Operand(2))
}

func printParallelFor(p ir.OpPrinter, op *ir.Op) {
	printBounds(p, op)
	if args := op.Operands()[3:]; len(args) > 0 {
		p.Write(", ")
		p.Operands(args)
		p.Write(" : ")
		p.Types(typesOf(args))
	}
	p.Write(" ")
	printShadow(p, op.Region(0), blockOperands(op))
}

func parseParallelCall(p ir.OpParser, s *ir.OpState) error {
	if _, err := parseBounds(p, s); err != nil {
		return err
	}
	callee, err := p.SymbolName()
	if err != nil {
		return err
	}
	s.Attrs = append(s.Attrs, ir.NamedAttr{Name: "callee", Value: p.Context().SymbolRef(callee)})
	l, err := parseOperands(p, "(")
	if err != nil {
		return err
	}
	if err := p.AttrDict(s); err != nil {
		return err
	}
	types, err := parseColonTypes(p)
	if err != nil {
		return err
	}
	s.Results = []ir.Type{ChainType(p.Context())}
	return l.resolve(p, s, types)
}

func printParallelCall(p ir.OpPrinter, op *ir.Op) {
	printBounds(p, op)
	p.Write(" ")
	p.Attr(op.Attr("callee"))
	p.Write("(")
	args := op.Operands()[3:]
	p.Operands(args)
	p.Write(")")
	p.AttrDict(op, "callee")
	if len(args) > 0 {
		p.Write(" : ")
		p.Types(typesOf(args))
	}
}
