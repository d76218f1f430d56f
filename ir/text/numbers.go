package text

import (
	"math/big"
	"strconv"
	"strings"

	"github.com/inflight-compiler/inflight/ir"
)

func (p *parser) boolAttr(typ ir.Type) (ir.Attr, error) {
	if typ != nil && typ != ir.Type(p.ctx.I1) {
		return nil, p.fail(codeAttr, p.tok.start, "expected '%s' attribute, but found '%s'", typ,
			p.text(p.tok))
	}
	v := p.text(p.tok) == "true"
	p.advance()
	return p.ctx.Bool(v), nil
}

// numberAttr parses an integer or a float whose sign has already been parsed.
func (p *parser) numberAttr(typ ir.Type, neg bool) (ir.Attr, error) {
	tok := p.tok
	p.advance()
	if typ == nil {
		if p.accept(tColon) {
			var err error
			if typ, err = p.typ(); err != nil {
				return nil, err
			}
		} else if tok.kind == tFloat {
			typ = p.ctx.F64
		} else {
			typ = p.ctx.I64
		}
	}
	if tok.kind == tFloat {
		return p.floatAttr(typ, tok, neg)
	}
	return p.integerAttr(typ, tok, neg)
}

func (p *parser) floatAttr(typ ir.Type, tok token, neg bool) (ir.Attr, error) {
	ft, ok := typ.(*ir.FloatType)
	if !ok {
		return nil, p.diag(codeAttr, tok.start, tok.end, "floating point value not valid for specified type")
	}
	v, _ := strconv.ParseFloat(p.text(tok), 64) // infinity when it is too large
	if neg {
		v = -v
	}
	return p.ctx.FloatValue(ft, v), nil
}

func (p *parser) integerAttr(typ ir.Type, tok token, neg bool) (ir.Attr, error) {
	switch t := typ.(type) {
	case *ir.FloatType:
		bits, err := p.floatBits(t, tok, neg)
		if err != nil {
			return nil, err
		}
		if t.Width() > 64 {
			return p.ctx.FloatBigBits(t, bits), nil
		}
		return p.ctx.FloatBits(t, bits.Uint64()), nil
	case *ir.IntegerType:
		if neg && t.Sign == ir.Unsigned {
			return nil, p.diag(codeAttr, tok.start, tok.end,
				"negative integer literal not valid for unsigned integer type")
		}
	case *ir.IndexType:
	default:
		return nil, p.diag(codeAttr, tok.start, tok.end, "integer literal not valid for specified type")
	}
	small, big, ok := integerValue(typ, p.text(tok), neg)
	switch {
	case !ok:
		return nil, p.diag(codeAttr, tok.start, tok.end, "integer constant out of range for attribute")
	case big != nil:
		return p.ctx.BigInt(typ, big), nil
	}
	return p.ctx.Int(typ, small), nil
}

// floatBits returns the encoding that a hexadecimal literal gives.
func (p *parser) floatBits(t *ir.FloatType, tok token, neg bool) (*big.Int, error) {
	word := p.text(tok)
	if !strings.HasPrefix(word, "0x") {
		return nil, p.diag(codeAttr, tok.start, tok.end,
			"unexpected decimal integer literal for a floating point value").
			Note(p.file.Span(int(tok.start), int(tok.end)), "add a trailing dot to make the literal a float")
	}
	if neg {
		return nil, p.diag(codeAttr, tok.start, tok.end,
			"hexadecimal float literal should not have a leading minus")
	}
	bits, _ := new(big.Int).SetString(word[2:], 16)
	if bits.BitLen() > int(t.Width()) {
		return nil, p.diag(codeAttr, tok.start, tok.end, "hexadecimal float constant out of range for type")
	}
	return bits, nil
}

// integerValue converts a literal to a value of an integer or index type. The value is in wide if the type
// has more than 64 bits. ok is false if the value does not fit in the bits of the type; a signless type
// accepts the values of the signed and of the unsigned type.
func integerValue(typ ir.Type, word string, neg bool) (v int64, wide *big.Int, ok bool) {
	width, sign := 64, ir.Signed
	if t, isInteger := typ.(*ir.IntegerType); isInteger {
		width, sign = int(t.Width), t.Sign
	}
	u, err := strconv.ParseUint(word, 0, 64)
	if strings.HasPrefix(word, "0") && !strings.HasPrefix(word, "0x") {
		u, err = strconv.ParseUint(word, 10, 64)
	}
	if err != nil || width > 64 {
		return wideValue(width, sign, word, neg)
	}
	if width < 64 && u>>width != 0 {
		return 0, nil, false
	}
	switch {
	case width == 0:
		return 0, nil, !neg
	case neg:
		v = -int64(u)
		return v, nil, v>>(width-1)&1 == 1
	case sign == ir.Signed && u>>(width-1)&1 == 1:
		return 0, nil, false
	}
	return int64(u), nil, true
}

// wideValue is integerValue for numbers of any size.
func wideValue(width int, sign ir.Signedness, word string, neg bool) (int64, *big.Int, bool) {
	b, ok := new(big.Int), false
	if hex, isHex := strings.CutPrefix(word, "0x"); isHex {
		b, ok = b.SetString(hex, 16)
	} else {
		b, ok = b.SetString(word, 10)
	}
	if !ok || b.BitLen() > width || sign == ir.Signed && !neg && b.BitLen() == width {
		return 0, nil, false
	}
	top := new(big.Int).Lsh(big.NewInt(1), uint(width))
	switch {
	case neg && (b.Sign() == 0 || new(big.Int).Lsh(b, 1).Cmp(top) > 0):
		return 0, nil, false
	case neg:
		b.Neg(b)
	case sign == ir.Signless && b.BitLen() == width:
		b.Sub(b, top) // signless integers are kept sign-extended
	}
	return 0, b, true
}

// tryInt parses an integer of 64 bits with an optional sign.
func (p *parser) tryInt() (v int64, ok bool, err error) {
	neg := false
	off := p.tok.start
	if p.is(tMinus) {
		neg = true
		p.advance()
		if !p.is(tInt) {
			return 0, true, p.wrong("expected integer value")
		}
	}
	if !p.is(tInt) {
		return 0, false, nil
	}
	v, wide, ok := integerValue(p.ctx.Index, p.text(p.tok), neg)
	if !ok || wide != nil {
		return 0, true, p.fail(codeAttr, off, "integer value too large")
	}
	p.advance()
	return v, true, nil
}
