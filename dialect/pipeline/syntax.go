package pipeline

import "github.com/inflight-compiler/inflight/ir"

// parseWait returns the parser of QUEUE, N [attributes {...} { body }], where N is a number or an index
// value. The intrinsic form has its attributes without the keyword, and has no body.
func parseWait(scoped bool) func(ir.OpParser, *ir.OpState) error {
	return func(p ir.OpParser, s *ir.OpState) error {
		if err := parseQueueAndCount(p, s); err != nil {
			return err
		}
		if !scoped {
			return p.AttrDict(s)
		}
		if err := p.AttrDictWithKeyword(s); err != nil {
			return err
		}
		r, err := p.Region(nil, false)
		if err != nil {
			return err
		}
		if r.Empty() {
			r.Append(ir.NewBlock())
		}
		s.Regions = append(s.Regions, r)
		return nil
	}
}

func parseQueueAndCount(p ir.OpParser, s *ir.OpState) error {
	c := p.Context()
	q, err := p.Int()
	if err != nil {
		return err
	}
	s.Attrs = append(s.Attrs, ir.NamedAttr{Name: "queue", Value: c.Int(c.I64, q)})
	if err := p.Punct(","); err != nil {
		return err
	}
	name, ok, err := p.TryOperand()
	if err != nil {
		return err
	}
	if ok {
		v, err := p.Resolve(name, c.Index)
		s.Operands = append(s.Operands, v)
		return err
	}
	n, err := p.Int()
	s.Attrs = append(s.Attrs, ir.NamedAttr{Name: "count", Value: c.Int(c.I64, n)})
	return err
}

func printWait(p ir.OpPrinter, op *ir.Op) {
	p.Write(" ")
	p.Int(Queue(op))
	p.Write(", ")
	n, v := Count(op)
	if v != nil {
		p.Operand(v)
	} else {
		p.Int(n)
	}
	if op.NumRegions() == 0 {
		p.AttrDict(op, "queue", "count")
		return
	}
	p.AttrDictWithKeyword(op, "queue", "count")
	p.Write(" ")
	p.Region(op.Region(0), false, true)
}
