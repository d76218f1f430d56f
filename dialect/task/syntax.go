package task

import (
	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// parseExecute parses [%token, ...] (%value as %arg: type, ...) on %queue holding(%resource, ...) unless
// %token capturing(%x as %arg: type, ...) -> results attributes {...} { body }. All parts but the body are
// optional.
func parseExecute(p ir.OpParser, s *ir.OpState) error {
	dependencies, err := async.ParseDependencies(p)
	if err != nil {
		return err
	}
	values, args, err := async.ParseUnwrapping(p)
	if err != nil {
		return err
	}
	queues, err := optional(p, "on", QueueType(p.Context()))
	if err != nil {
		return err
	}
	resources, err := parseResources(p)
	if err != nil {
		return err
	}
	unless, err := optional(p, "unless", async.TokenType(p.Context()))
	if err != nil {
		return err
	}
	captures, captured, err := parseCaptures(p, s)
	if err != nil {
		return err
	}
	args = append(args, captured...)
	var sizes []int64
	for _, list := range [][]*ir.Value{dependencies, values, queues, resources, unless, captures} {
		s.Operands = append(s.Operands, list...)
		sizes = append(sizes, int64(len(list)))
	}
	s.Attrs = append(s.Attrs,
		ir.NamedAttr{Name: constraint.OperandSegmentSize.Name, Value: p.Context().I32Array(sizes...)})
	return parseBody(p, s, args)
}

// parseBody parses the results, the attributes and the body, which stand behind the operands.
func parseBody(p ir.OpParser, s *ir.OpState, args []ir.RegionArg) error {
	results, err := p.TryArrowTypes()
	if err != nil {
		return err
	}
	s.Results = append([]ir.Type{async.TokenType(p.Context())}, results...)
	if err := p.AttrDictWithKeyword(s); err != nil {
		return err
	}
	body, err := p.Region(args, false)
	s.Regions = append(s.Regions, body)
	return err
}

// optional parses an operand behind a keyword, or nothing if the keyword is not there.
func optional(p ir.OpParser, keyword string, t ir.Type) ([]*ir.Value, error) {
	if !p.TryKeyword(keyword) {
		return nil, nil
	}
	name, err := p.Operand()
	if err != nil {
		return nil, err
	}
	v, err := p.Resolve(name, t)
	return []*ir.Value{v}, err
}

// parseCaptures parses what an isolated region captures.
func parseCaptures(p ir.OpParser, s *ir.OpState) ([]*ir.Value, []ir.RegionArg, error) {
	if !p.TryKeyword("capturing") {
		return nil, nil, nil
	}
	s.Attrs = append(s.Attrs, ir.NamedAttr{Name: IsolatedAttr, Value: p.Context().Unit})
	return async.ParseCaptures(p)
}

func parseResources(p ir.OpParser) ([]*ir.Value, error) {
	if !p.TryKeyword("holding") {
		return nil, nil
	}
	names, err := p.OperandList("(")
	if err != nil {
		return nil, err
	}
	var list []*ir.Value
	for _, name := range names {
		v, err := p.Resolve(name, ResourceType(p.Context()))
		if err != nil {
			return nil, err
		}
		list = append(list, v)
	}
	return list, nil
}

func printExecute(p ir.OpPrinter, op *ir.Op) {
	async.PrintOperands(p, op)
	if q := Queue(op); q != nil {
		p.Write(" on ")
		p.Operand(q)
	}
	if held := Resources(op); len(held) > 0 {
		p.Write(" holding(")
		p.Operands(held)
		p.Write(")")
	}
	if v := Unless(op); v != nil {
		p.Write(" unless ")
		p.Operand(v)
	}
	if op.Attr(IsolatedAttr) != nil {
		p.Write(" capturing")
		async.PrintArguments(p, Captures(op), CapturedArgs(op))
	}
	p.ArrowTypes(op.ResultTypes()[1:])
	p.AttrDictWithKeyword(op, constraint.OperandSegmentSize.Name, IsolatedAttr)
	p.Write(" ")
	p.Region(op.Region(0), false, true)
}
