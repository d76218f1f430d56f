package aie

import (
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

func add(s *ir.OpState, name string, a ir.Attr) {
	s.Attrs = append(s.Attrs, ir.NamedAttr{Name: name, Value: a})
}

// parseDevice parses (kind) [@name] { body }.
func parseDevice(p ir.OpParser, s *ir.OpState) error {
	if err := p.Punct("("); err != nil {
		return err
	}
	kind, err := p.KeywordOrString()
	if err != nil {
		return err
	}
	add(s, "device", p.Context().String(kind))
	if err := p.Punct(")"); err != nil {
		return err
	}
	if name, ok, err := p.TrySymbolName(); err != nil {
		return err
	} else if ok {
		add(s, "sym_name", p.Context().String(name))
	}
	body, err := p.Region(nil, true)
	if err != nil {
		return err
	}
	s.Regions = append(s.Regions, body)
	if err := p.EnsureTerminator(body, End.Name, s.Loc); err != nil {
		return err
	}
	return p.AttrDict(s)
}

func printDevice(p ir.OpPrinter, op *ir.Op) {
	p.Write("(")
	p.KeywordOrString(op.StringAttr("device"))
	p.Write(")")
	if name := op.StringAttr("sym_name"); name != "" {
		p.Write(" ")
		p.Symbol(name)
	}
	p.Write(" ")
	p.Region(op.Region(0), false, false)
	p.AttrDict(op, "device", "sym_name")
}

// parseCore parses (%tile) { body } [{attrs}].
func parseCore(p ir.OpParser, s *ir.OpState) error {
	names, err := p.OperandList("(")
	if err != nil {
		return err
	}
	for _, name := range names {
		v, err := p.Resolve(name, p.Context().Index)
		if err != nil {
			return err
		}
		s.Operands = append(s.Operands, v)
	}
	s.Results = []ir.Type{p.Context().Index}
	body, err := p.Region(nil, false)
	if err != nil {
		return err
	}
	s.Regions = append(s.Regions, body)
	return p.AttrDict(s)
}

func printCore(p ir.OpPrinter, op *ir.Op) {
	p.Write("(")
	p.Operands(op.Operands())
	p.Write(") ")
	p.Region(op.Region(0), false, true)
	p.AttrDict(op)
}

// parseFIFO parses @name(%producer, {%consumer, ...}, depth) {attrs} : !aie.objectfifo<memref<...>>.
func parseFIFO(p ir.OpParser, s *ir.OpState) error {
	c := p.Context()
	name, err := p.SymbolName()
	if err != nil {
		return err
	}
	add(s, "sym_name", c.String(name))
	if err := p.Punct("("); err != nil {
		return err
	}
	producer, err := p.Operand()
	if err != nil {
		return err
	}
	tiles := []ir.UnresolvedOperand{producer}
	for _, step := range []func() error{
		func() error { return p.Punct(",") }, func() error { return p.Punct("{") },
		func() error {
			consumers, err := p.OperandList("")
			tiles = append(tiles, consumers...)
			return err
		},
		func() error { return p.Punct("}") }, func() error { return p.Punct(",") },
	} {
		if err := step(); err != nil {
			return err
		}
	}
	depth, err := p.Attr(nil)
	if err != nil {
		return err
	}
	add(s, "elemNumber", depth)
	if err := p.Punct(")"); err != nil {
		return err
	}
	for _, tile := range tiles {
		v, err := p.Resolve(tile, c.Index)
		if err != nil {
			return err
		}
		s.Operands = append(s.Operands, v)
	}
	if err := p.AttrDict(s); err != nil {
		return err
	}
	t, err := p.ColonType()
	add(s, "elemType", c.TypeAttr(t))
	return err
}

func printFIFO(p ir.OpPrinter, op *ir.Op) {
	p.Write(" ")
	p.Symbol(op.SymbolName())
	p.Write("(")
	p.Operand(op.Operand(0))
	p.Write(", {")
	p.Operands(op.Operands()[1:])
	p.Write("}, ")
	p.Attr(op.Attr("elemNumber"))
	p.Write(")")
	p.AttrDict(op, "sym_name", "elemNumber", "elemType")
	p.Write(" : ")
	p.Type(op.Attr("elemType").(*ir.TypeAttr).Type)
}

// parsePort parses @name(Produce|Consume, size) {attrs} [: type].
func parsePort(p ir.OpParser, s *ir.OpState) error {
	c := p.Context()
	name, err := p.SymbolName()
	if err != nil {
		return err
	}
	add(s, "objFifo_name", c.SymbolRef(name))
	if err := p.Punct("("); err != nil {
		return err
	}
	port, err := p.AnyKeyword()
	if err != nil {
		return err
	}
	add(s, "port", c.String(port))
	if err := p.Punct(","); err != nil {
		return err
	}
	n, err := p.Int()
	if err != nil {
		return err
	}
	add(s, "size", c.Int(c.I32, n))
	if err := p.Punct(")"); err != nil {
		return err
	}
	if err := p.AttrDict(s); err != nil || len(s.Def.Results) == 0 {
		return err
	}
	t, err := p.ColonType()
	s.Results = []ir.Type{t}
	return err
}

func printPort(p ir.OpPrinter, op *ir.Op) {
	p.Write(" ")
	p.Symbol(Name(op))
	p.Write("(" + port(op) + ", ")
	p.Int(Size(op))
	p.Write(")")
	p.AttrDict(op, "objFifo_name", "port", "size")
	if op.NumResults() > 0 {
		p.Write(" : ")
		p.Type(op.Result(0).Type())
	}
}

var offsets = []string{"src_offsets", "dst_offsets"}

// parseLink parses [@in, ...] -> [@out, ...] ([offsets] [offsets]).
func parseLink(p ir.OpParser, s *ir.OpState) error {
	for i, name := range []string{"fifoIns", "fifoOuts"} {
		if i > 0 {
			if err := p.Punct("->"); err != nil {
				return err
			}
		}
		a, err := p.Attr(nil)
		if err != nil {
			return err
		}
		add(s, name, a)
	}
	if err := p.Punct("("); err != nil {
		return err
	}
	for _, name := range offsets {
		a, ok, err := p.TryAttr(p.Context().I64)
		if err != nil {
			return err
		}
		if ok {
			add(s, name, a)
		}
	}
	if err := p.Punct(")"); err != nil {
		return err
	}
	return p.AttrDict(s)
}

func printLink(p ir.OpPrinter, op *ir.Op) {
	p.Write(" ")
	p.Attr(op.Attr("fifoIns"))
	p.Write(" -> ")
	p.Attr(op.Attr("fifoOuts"))
	p.Write(" (")
	space := ""
	for _, name := range offsets {
		if a, ok := op.Attr(name).(*ir.ArrayAttr); ok {
			p.Write(space + "[")
			for i, e := range a.Elems {
				if i > 0 {
					p.Write(", ")
				}
				p.AttrNoType(e)
			}
			p.Write("]")
			space = " "
		}
	}
	p.Write(")")
	p.AttrDict(op, append([]string{"fifoIns", "fifoOuts", constraint.OperandSegmentSize.Name}, offsets...)...)
}
