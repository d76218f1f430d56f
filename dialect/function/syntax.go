package function

import (
	"github.com/inflight-compiler/inflight/ir"
)

// parseCallIndirect parses %callee(args) {attrs} : type.
func parseCallIndirect(p ir.OpParser, s *ir.OpState) error {
	callee, err := p.Operand()
	if err != nil {
		return err
	}
	off := p.Off()
	args, err := p.OperandList("(")
	if err != nil {
		return err
	}
	if err := p.AttrDict(s); err != nil {
		return err
	}
	if err := p.Punct(":"); err != nil {
		return err
	}
	typeOff := p.Off()
	t, err := p.Type()
	if err != nil {
		return err
	}
	typ, ok := t.(*ir.FunctionType)
	if !ok {
		return p.Errorf(typeOff, "'callee' must be function type, but got '%v'", t)
	}
	f, err := p.Resolve(callee, typ)
	if err != nil {
		return err
	}
	values, err := p.ResolveAll(args, typ.Inputs, off)
	if err != nil {
		return err
	}
	s.Operands, s.Results = append([]*ir.Value{f}, values...), typ.Results
	return nil
}

func printCallIndirect(p ir.OpPrinter, op *ir.Op) {
	p.Write(" ")
	p.Operand(op.Operand(0))
	p.Write("(")
	p.Operands(op.Operands()[1:])
	p.Write(")")
	p.AttrDict(op)
	p.Write(" : ")
	p.Type(op.Operand(0).Type())
}

func inferCallIndirect(c *ir.Context, s *ir.OpState) ([]ir.Type, error) {
	if t, ok := s.Operands[0].Type().(*ir.FunctionType); ok {
		return t.Results, nil
	}
	return nil, nil
}
