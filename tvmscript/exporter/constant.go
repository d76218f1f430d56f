package exporter

import (
	"fmt"
	"math"
	"strconv"
	"unicode"
	"unicode/utf8"

	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/tvmscript/form"
)

// literal writes a constant as a literal of Python.
func (p *printer) literal(op *ir.Op, level int) {
	switch a := op.Attr("value").(type) {
	case *ir.IntegerAttr:
		if a.Big == nil {
			p.integer(a, level)
			return
		}
	case *ir.FloatAttr:
		if a.Big == nil {
			p.float(a, level)
			return
		}
	case *ir.DenseElementsAttr:
		if p.splat(op, a) {
			return
		}
	}
	p.fail(op.Errorf(codeExpression, "this constant has no literal in TVMScript").
		Suggest("fill a buffer with the values, or pass them as an argument"))
}

// integer writes an integer or truth value without its data type, which follows from the place.
func (p *printer) integer(a *ir.IntegerAttr, level int) {
	if t, ok := a.Type.(*ir.IntegerType); ok && t.Width == 1 {
		p.text(truth(a.Value != 0))
		return
	}
	p.number(a.Value, level)
}

// number writes an integer of Python. A negative number has parentheses if its sign has a lower precedence
// than the place needs.
func (p *printer) number(v int64, level int) {
	if v >= 0 {
		p.int(v)
		return
	}
	closing := p.paren(unaryLevel, level)
	p.int(v)
	closing()
}

func truth(v bool) string {
	if v {
		return "True"
	}
	return "False"
}

// float writes a number with the fewest digits from which the importer makes the same bits. A number without
// a literal in Python is written with its data type.
func (p *printer) float(a *ir.FloatAttr, level int) {
	if s, ok := digits(a); ok {
		closing := func() {}
		if s[0] == '-' {
			closing = p.paren(unaryLevel, level)
		}
		p.text(s)
		closing()
		return
	}
	d, _ := form.DtypeOf(a.Type)
	p.typedLiteral(a, d)
}

// digits returns the literal of a finite number.
func digits(a *ir.FloatAttr) (string, bool) {
	v := a.Float64()
	if math.IsInf(v, 0) || math.IsNaN(v) {
		return "", false
	}
	for precision := range 17 {
		s := strconv.FormatFloat(v, 'g', precision+1, 64)
		if back, err := strconv.ParseFloat(s, 64); err == nil && ir.EncodeFloat(a.Type.Kind, back) == a.Bits {
			return spelled(back), true
		}
	}
	return "", false
}

// spelled writes a number in Python's form, with a point or an exponent.
func spelled(v float64) string {
	if abs := math.Abs(v); abs != 0 && (abs < 1e-4 || abs >= 1e16) {
		return strconv.FormatFloat(v, 'e', -1, 64)
	}
	s := strconv.FormatFloat(v, 'f', -1, 64)
	if v == math.Trunc(v) {
		s += ".0"
	}
	return s
}

// typedLiteral writes a constant with its data type, T.float32(0.5).
func (p *printer) typedLiteral(a ir.Attr, d form.Dtype) {
	if f, ok := a.(*ir.FloatAttr); ok && math.IsNaN(f.Float64()) &&
		f.Bits != ir.EncodeFloat(f.Type.Kind, math.NaN()) {
		// a NaN with other bits than the usual one
		p.text(fmt.Sprintf(`T.reinterpret("%s", T.uint%d(%d))`, d, d.Bits, f.Bits))
		return
	}
	p.text("T." + p.dtypeName(d) + "(")
	switch a := a.(type) {
	case *ir.IntegerAttr:
		if d.Code == form.UInt {
			p.line = strconv.AppendUint(p.line, uint64(a.Value)&mask(d.Bits), 10)
			break
		}
		p.integer(a, anything)
	case *ir.FloatAttr:
		p.special(a)
	}
	p.text(")")
}

func mask(bits int) uint64 {
	if bits >= 64 {
		return math.MaxUint64
	}
	return 1<<bits - 1
}

// special writes the argument of a typed literal: digits, or a string for infinities and NaN.
func (p *printer) special(a *ir.FloatAttr) {
	v := a.Float64()
	switch {
	case math.IsNaN(v):
		p.text(`"nan"`)
	case math.IsInf(v, 1):
		p.text(`"inf"`)
	case math.IsInf(v, -1):
		p.text(`"-inf"`)
	default:
		s, _ := digits(a)
		p.text(s)
	}
}

// splat writes a vector of equal constants.
func (p *printer) splat(op *ir.Op, a *ir.DenseElementsAttr) bool {
	v, ok := a.Type.(*ir.VectorType)
	if !ok || !a.Splat || len(v.Shape) != 1 || len(a.Data) > 8 {
		return false
	}
	d := p.dtypeOf(v.Elem, op)
	p.text("T.Broadcast(")
	c := op.Context()
	if f, ok := v.Elem.(*ir.FloatType); ok {
		p.typedLiteral(c.FloatBits(f, a.Element(0)), d)
	} else {
		p.typedLiteral(c.Int(v.Elem, int64(a.Element(0))), d)
	}
	p.text(", ")
	p.int(v.Shape[0])
	p.text(")")
	return true
}

// appendQuoted appends a string literal of Python. Characters that are not printable are written as numbers.
// Bytes that are not UTF-8 become the characters with these numbers.
func appendQuoted(dst []byte, s string) []byte {
	const hexadecimal = "0123456789abcdef"
	dst = append(dst, '"')
	for i := 0; i < len(s); {
		c := s[i]
		r, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case c == '"' || c == '\\':
			dst = append(dst, '\\', c)
		case c == '\n':
			dst = append(dst, '\\', 'n')
		case c < ' ' || c == 0x7f, r == utf8.RuneError && size == 1:
			dst = append(dst, '\\', 'x', hexadecimal[c>>4], hexadecimal[c&15])
		case !unicode.IsPrint(r) && r <= 0xFFFF:
			dst = fmt.Appendf(dst, `\u%04x`, r)
		case !unicode.IsPrint(r):
			dst = fmt.Appendf(dst, `\U%08x`, r)
		default:
			dst = append(dst, s[i:i+size]...)
		}
		i += size
	}
	return append(dst, '"')
}
