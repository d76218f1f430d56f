package affine

import (
	"github.com/inflight-compiler/inflight/ir"
)

// resolve appends the operands, of index type, to the state.
func resolve(p ir.OpParser, s *ir.OpState, operands ...ir.UnresolvedOperand) error {
	for _, o := range operands {
		v, err := p.Resolve(o, p.Context().Index)
		if err != nil {
			return err
		}
		s.Operands = append(s.Operands, v)
	}
	return nil
}

// printInputs prints (%d, ...)[%s, ...], the operands of a map or set.
func printInputs(p ir.OpPrinter, operands []*ir.Value, dims int) {
	p.Write("(")
	p.Operands(operands[:dims])
	p.Write(")")
	if len(operands) > dims {
		p.Write("[")
		p.Operands(operands[dims:])
		p.Write("]")
	}
}

// setAttrOf appends an attribute to the state.
func setAttrOf(s *ir.OpState, name string, v ir.Attr) {
	s.Attrs = append(s.Attrs, ir.NamedAttr{Name: name, Value: v})
}

// parseMapped parses map(%d, ...)[%s, ...] into the attribute "map" and operands.
func parseMapped(p ir.OpParser, s *ir.OpState) (*ir.AffineMapAttr, int, error) {
	m, err := p.AffineMap()
	if err != nil {
		return nil, 0, err
	}
	operands, dims, err := p.DimsAndSymbols()
	if err != nil {
		return nil, 0, err
	}
	setAttrOf(s, "map", m)
	return m, dims, resolve(p, s, operands...)
}

// subscripted is a memref with affine subscripts in the text, such as %m[%i + 1].
type subscripted struct {
	memref  ir.UnresolvedOperand
	m       *ir.AffineMapAttr
	indices []ir.UnresolvedOperand
}

func (r *subscripted) parse(p ir.OpParser) (err error) {
	if r.memref, err = p.Operand(); err != nil {
		return err
	}
	r.m, r.indices, err = p.AffineMapOfSSA("[")
	return err
}

// resolve appends the memref, of type t, and its subscripts to the operands,
// and the map as an attribute.
func (r *subscripted) resolve(p ir.OpParser, s *ir.OpState, t ir.Type, name string) error {
	m, err := p.Resolve(r.memref, t)
	if err != nil {
		return err
	}
	s.Operands = append(s.Operands, m)
	setAttrOf(s, name, r.m)
	return resolve(p, s, r.indices...)
}

func printSubscripted(p ir.OpPrinter, op *ir.Op, name string, m *ir.Value, subscripts []*ir.Value) {
	p.Operand(m)
	p.Write("[")
	if a, ok := op.Attr(name).(*ir.AffineMapAttr); ok {
		p.AffineMapOfSSA(a, subscripts)
	}
	p.Write("]")
}

// comma parses a comma and then calls f.
func comma(p ir.OpParser, f func() error) error {
	if err := p.Punct(","); err != nil {
		return err
	}
	return f()
}
