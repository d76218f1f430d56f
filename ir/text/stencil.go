package text

import "github.com/inflight-compiler/inflight/ir"

// A stencil is the text of an operation with holes where its operands, types and successors stand. A format
// asks an operation for its definition, its properties and how many values it has, and for nothing else, and
// so does Print of a definition that PrintsFixed. What they wrote for one operation is the stencil of all
// that agree in these: the most of a program, since properties are few and shared.
//
// The first of such operations is printed without a stencil, and the second one makes it.

// stencil is a text with holes, which begins with the name of the operation.
type stencil struct {
	begin string // in front of the first hole
	holes []hole
}

// hole stands for what is different in operations of one stencil.
type hole struct {
	text   string // behind it
	kind   holeKind
	of     ref      // whose types, all as a range
	first  int      // of a range of operands, results or successors
	count  int      // of the range
	custom *Custom  // of holeCustom
	elem   *element // of holeStripped
}

type holeKind uint8

const (
	holeOperand      holeKind = iota // one operand
	holeOperands                     // a range
	holeOperandType                  // the type of one operand
	holeResultType                   // the type of one result
	holeTypes                        // the types of a range of operands or results
	holeArrowType                    // the type behind an arrow
	holeStrippedType                 // types without the name that the format implies
	holeSuccessors                   // a range of successors
	holeCustom                       // what a custom directive prints
)

// stencilLine is a line of the cache of stencils. A line without a stencil says that such an operation was
// seen once.
type stencilLine struct {
	seen    bool
	unfit   bool // see cutting
	size    opSize
	props   []ir.NamedAttr
	stencil *stencil
}

// opSize is how much of everything an operation has.
type opSize struct{ operands, results, successors int32 }

func sizeOf(op *ir.Op) opSize {
	return opSize{int32(op.NumOperands()), int32(op.NumResults()), int32(op.NumSuccessors())}
}

// stencilLines is the number of lines for each definition.
const stencilLines = 64

// stencilFor returns the stencil of an operation, nil if it has none or none yet. What regions hold
// and discardable attributes say is not worth being kept.
func (p *printer) stencilFor(s *syntax, op *ir.Op) *stencil {
	if op.NumRegions() > 0 || len(op.Attrs()) > 0 {
		return nil
	}
	if s.stencils == nil {
		s.stencils = new([stencilLines]stencilLine)
	}
	props, size := op.Properties(), sizeOf(op)
	line := &s.stencils[stencilHash(props, size)%stencilLines]
	switch {
	case line.size != size || !line.shares(props) && !line.holds(props):
		*line = stencilLine{seen: true, size: size, props: props}
	case line.stencil != nil:
	case !line.seen:
		line.seen, line.props = true, props
	case !line.unfit:
		line.stencil = p.cut(s, op)
		line.unfit = line.stencil == nil
	}
	return line.stencil
}

func stencilHash(props []ir.NamedAttr, size opSize) uint32 {
	h := uint32(size.operands + size.successors)
	for i := range props {
		if v := props[i].Value; v != nil {
			h = 5*h + ir.AttrID(v)
		}
	}
	return h
}

// shares reports whether the line is about these properties, none or a list that operations made together
// share.
func (l *stencilLine) shares(props []ir.NamedAttr) bool {
	return len(l.props) == len(props) && (len(props) == 0 || &l.props[0] == &props[0])
}

// holds reports whether the line is about properties equal to these, and remembers the list.
func (l *stencilLine) holds(props []ir.NamedAttr) bool {
	if len(l.props) != len(props) {
		return false
	}
	for i := range props {
		if l.props[i].Value != props[i].Value || l.props[i].Name != props[i].Name {
			return false
		}
	}
	l.props = props
	return true
}

// cutting is a stencil that is being made.
type cutting struct {
	stencil
	from int // where the text behind the last hole begins
	// spoiled: something is written that belongs to the one operation only.
	spoiled bool
}

// spoil says that a stencil which is being made does not stand for other operations.
func (p *printer) spoil() {
	if p.cutting != nil {
		p.cutting.spoiled = true
	}
}

// cut makes the stencil of an operation, nil if it is not to be kept: where it is long, is spoiled, or where
// something in it is numbered in the order of writing.
func (p *printer) cut(s *syntax, op *ir.Op) *stencil {
	const long = 1 << 10
	start := len(p.dst)
	c := &cutting{from: start}
	p.cutting = c
	numbered := p.numbers(func() {
		p.dst = append(p.dst, s.def.Name...)
		p.customForm(s, op)
	})
	p.endText()
	p.cutting = nil
	size := len(p.dst) - start
	p.dst = p.dst[:start]
	if numbered || c.spoiled || size > long {
		return nil
	}
	return &c.stencil
}

// hole makes a hole where a stencil is being made, and reports whether that is so: then there is nothing to
// write.
func (p *printer) hole(h hole) bool {
	c := p.cutting
	if c == nil {
		return false
	}
	p.endText()
	c.holes = append(c.holes, h)
	return true
}

// endText ends the text that a stencil which is being made has behind its last hole.
func (p *printer) endText() {
	c := p.cutting
	text := string(p.dst[c.from:])
	c.from = len(p.dst)
	if n := len(c.holes); n > 0 {
		c.holes[n-1].text = text
	} else {
		c.begin = text
	}
}

// fill appends an operation by its stencil, of whose text it leaves out so much at the beginning.
func (p *printer) fill(st *stencil, op *ir.Op, skip int) {
	dst := append(p.dst, st.begin[skip:]...)
	for i := range st.holes {
		h := &st.holes[i]
		switch h.kind {
		case holeOperand:
			dst = p.appendUse(dst, op.Operand(h.first))
		case holeOperandType:
			dst = p.appendType(dst, op.Operand(h.first).Type())
		case holeResultType:
			dst = p.appendType(dst, op.Result(h.first).Type())
		default:
			p.dst = dst
			p.fillHole(h, op)
			dst = p.dst
		}
		if h.text != "" {
			dst = append(dst, h.text...)
		}
	}
	p.dst = dst
}

// fillHole appends what is in one of the less common holes.
func (p *printer) fillHole(h *hole, op *ir.Op) {
	switch h.kind {
	case holeOperands:
		p.operandRange(op, h.first, h.count)
	case holeTypes:
		p.typeRange(op, h.of, h.first, h.count)
	case holeArrowType:
		p.resultType(typeAt(op, h.of, h.first))
	case holeStrippedType:
		p.strippedTypes(op, h.elem)
	case holeSuccessors:
		p.successorRange(op.Successors()[h.first : h.first+h.count])
	case holeCustom:
		h.custom.Print(p, op)
	}
}
