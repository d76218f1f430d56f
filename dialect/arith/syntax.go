package arith

import (
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// parseSelect parses %c, %a, %b {attrs} : [type of %c,] type.
func parseSelect(p ir.OpParser, s *ir.OpState) error {
	off := p.Off()
	names, err := p.OperandList("")
	if err != nil {
		return err
	}
	if len(names) != 3 {
		return p.Errorf(off, "expected 3 operands")
	}
	if err := p.AttrDict(s); err != nil {
		return err
	}
	types, err := p.ColonTypeList()
	if err != nil {
		return err
	}
	cond := ir.Type(p.Context().I1)
	if len(types) == 2 {
		cond, types = types[0], types[1:]
	}
	if len(types) != 1 {
		return p.Errorf(off, "expected one or two types")
	}
	s.Operands, err = p.ResolveAll(names, []ir.Type{cond, types[0], types[0]}, off)
	s.Results = types
	return err
}

func printSelect(p ir.OpPrinter, op *ir.Op) {
	p.Write(" ")
	p.Operands(op.Operands())
	p.AttrDict(op)
	p.Write(" : ")
	if cond := op.Operand(0).Type(); !constraint.IsI1(cond) {
		p.Type(cond)
		p.Write(", ")
	}
	p.Type(op.Result(0).Type())
}

// parseAddExtended parses %a, %b {attrs} : sum type, overflow type.
func parseAddExtended(p ir.OpParser, s *ir.OpState) error {
	off := p.Off()
	names, err := p.OperandList("")
	if err != nil {
		return err
	}
	if len(names) != 2 {
		return p.Errorf(off, "expected 2 operands")
	}
	if err := p.AttrDict(s); err != nil {
		return err
	}
	off = p.Off()
	types, err := p.ColonTypeList()
	if err != nil {
		return err
	}
	if len(types) != 2 {
		return p.Errorf(off, "expected the types of the sum and of the overflow bit")
	}
	s.Operands, err = p.ResolveAll(names, []ir.Type{types[0], types[0]}, off)
	s.Results = types
	return err
}

func printAddExtended(p ir.OpPrinter, op *ir.Op) {
	p.Write(" ")
	p.Operands(op.Operands())
	p.AttrDict(op)
	p.Write(" : ")
	p.Types(op.ResultTypes())
}
