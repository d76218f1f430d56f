package text

import "github.com/inflight-compiler/inflight/ir"

// A template is the text of an operation with parameters in place of its operands, types and successors. A
// format asks an operation only for its definition, its properties and the numbers of its values, and so does
// Print of a definition that PrintsFixed. So the template made from one operation serves all operations that
// agree in these. Most operations of a program do, since properties are few and shared.
//
// The first such operation is printed without a template, and the second one makes it.

// template is a text with parameters. It begins with the name of the operation.
type template struct {
	begin  string // the text in front of the first parameter
	params []param
}

// param is a position in a template whose text differs between operations.
type param struct {
	text   string // the text behind the parameter
	kind   paramKind
	of     ref      // the values whose types are written, as a range
	first  int      // the first of a range of operands, results or successors
	count  int      // the length of the range
	custom *Custom  // for paramCustom
	elem   *element // for paramStrippedType
}

type paramKind uint8

const (
	paramOperand      paramKind = iota // one operand
	paramOperands                      // a range of operands
	paramOperandType                   // the type of one operand
	paramResultType                    // the type of one result
	paramTypes                         // the types of a range of operands or results
	paramArrowType                     // the type behind an arrow
	paramStrippedType                  // types without the name that the format implies
	paramSuccessors                    // a range of successors
	paramCustom                        // the text of a custom directive
)

// templateEntry is an entry in the cache of templates. If it has no template, such an operation was seen
// once.
type templateEntry struct {
	seen     bool
	rejected bool // no template can be made
	size     opSize
	props    []ir.NamedAttr
	template *template
}

// opSize holds the numbers of an operation's operands, results and successors.
type opSize struct{ operands, results, successors int32 }

func sizeOf(op *ir.Op) opSize {
	return opSize{int32(op.NumOperands()), int32(op.NumResults()), int32(op.NumSuccessors())}
}

// templateEntries is the number of cache entries for each definition.
const templateEntries = 64

// templateFor returns the template of an operation, nil if it has none or none yet. Operations with regions
// or discardable attributes have none, because their text is rarely the same.
func (p *printer) templateFor(s *syntax, op *ir.Op) *template {
	if op.NumRegions() > 0 || len(op.Attrs()) > 0 {
		return nil
	}
	if s.templates == nil {
		s.templates = new([templateEntries]templateEntry)
	}
	props, size := op.Properties(), sizeOf(op)
	line := &s.templates[templateHash(props, size)%templateEntries]
	switch {
	case line.size != size || !line.shares(props) && !line.holds(props):
		*line = templateEntry{seen: true, size: size, props: props}
	case line.template != nil:
	case !line.seen:
		line.seen, line.props = true, props
	case !line.rejected:
		line.template = p.makeTemplate(s, op)
		line.rejected = line.template == nil
	}
	return line.template
}

func templateHash(props []ir.NamedAttr, size opSize) uint32 {
	h := uint32(size.operands + size.successors)
	for i := range props {
		if v := props[i].Value; v != nil {
			h = 5*h + ir.AttrID(v)
		}
	}
	return h
}

// shares reports whether the entry is for exactly this list of properties. Operations that an arena made with
// equal properties share a list.
func (l *templateEntry) shares(props []ir.NamedAttr) bool {
	return len(l.props) == len(props) && (len(props) == 0 || &l.props[0] == &props[0])
}

// holds reports whether the entry is for properties equal to these. If so, it keeps this list for shares.
func (l *templateEntry) holds(props []ir.NamedAttr) bool {
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

// templateBuilder is the state of a template that is being made.
type templateBuilder struct {
	template
	from int // where the text behind the last parameter begins
	// rejected is set when text is written that other operations do not have.
	rejected bool
}

// rejectTemplate says that the text of the template being made depends on the one operation.
func (p *printer) rejectTemplate() {
	if p.building != nil {
		p.building.rejected = true
	}
}

// makeTemplate makes the template of an operation. It returns nil if the text is long or rejected, or has a
// number that is counted in the order of writing.
func (p *printer) makeTemplate(s *syntax, op *ir.Op) *template {
	const long = 1 << 10
	start := len(p.dst)
	c := &templateBuilder{from: start}
	p.building = c
	numbered := p.numbers(func() {
		p.dst = append(p.dst, s.def.Name...)
		p.customForm(s, op)
	})
	p.endText()
	p.building = nil
	size := len(p.dst) - start
	p.dst = p.dst[:start]
	if numbered || c.rejected || size > long {
		return nil
	}
	return &c.template
}

// param adds a parameter if a template is being made, and reports whether one is. Then the caller writes
// nothing for the parameter.
func (p *printer) param(h param) bool {
	c := p.building
	if c == nil {
		return false
	}
	p.endText()
	c.params = append(c.params, h)
	return true
}

// endText ends the text behind the last parameter of the template being made.
func (p *printer) endText() {
	c := p.building
	text := string(p.dst[c.from:])
	c.from = len(p.dst)
	if n := len(c.params); n > 0 {
		c.params[n-1].text = text
	} else {
		c.begin = text
	}
}

// instantiate appends an operation by its template, without the first skip bytes of the template's text.
func (p *printer) instantiate(st *template, op *ir.Op, skip int) {
	dst := append(p.dst, st.begin[skip:]...)
	for i := range st.params {
		h := &st.params[i]
		switch h.kind {
		case paramOperand:
			dst = p.appendUse(dst, op.Operand(h.first))
		case paramOperandType:
			dst = p.appendType(dst, op.Operand(h.first).Type())
		case paramResultType:
			dst = p.appendType(dst, op.Result(h.first).Type())
		default:
			p.dst = dst
			p.writeParam(h, op)
			dst = p.dst
		}
		if h.text != "" {
			dst = append(dst, h.text...)
		}
	}
	p.dst = dst
}

// writeParam appends the text for one of the less common parameters.
func (p *printer) writeParam(h *param, op *ir.Op) {
	switch h.kind {
	case paramOperands:
		p.operandRange(op, h.first, h.count)
	case paramTypes:
		p.typeRange(op, h.of, h.first, h.count)
	case paramArrowType:
		p.resultType(typeAt(op, h.of, h.first))
	case paramStrippedType:
		p.strippedTypes(op, h.elem)
	case paramSuccessors:
		p.successorRange(op.Successors()[h.first : h.first+h.count])
	case paramCustom:
		h.custom.Print(p, op)
	}
}
