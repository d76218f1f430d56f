package syntax

import "github.com/inflight-compiler/inflight/diag"

// pieces collects the parts of an f-string. The text of consecutive literals is one part, up to the next
// value.
type pieces struct {
	mark       int // height of the parser's stack of expressions where the parts begin
	text       []byte
	start, end int32 // of the text
}

// strings parses one literal or several next to each other.
func (p *parser) strings() Expr {
	first := p.tok
	if first.kind == tString {
		value, isBytes := p.literalValue(first)
		p.next()
		if p.tok.kind != tString && p.tok.kind != tFString {
			x := p.slabs.strs.new()
			*x = Str{At{first.start, first.end}, value, isBytes}
			return x
		}
		return p.concatenation(first, value, isBytes)
	}
	return p.concatenation(first, "", false)
}

// concatenation parses the literals behind a first one. If the first one is an f-string, it is still the
// current token.
func (p *parser) concatenation(first token, value string, isBytes bool) Expr {
	parts := pieces{mark: len(p.exprs), start: first.start, end: first.end, text: []byte(value)}
	formatted := false
	for !p.failed {
		t := p.tok
		if t.kind == tFString {
			formatted = true
			p.mixed(t, first, isBytes, false)
			p.fstring(t, &parts)
		} else if t.kind == tString {
			value, b := p.literalValue(t)
			p.mixed(t, first, isBytes, b)
			parts.add(value, t.start, t.end)
			p.next()
		} else {
			break
		}
	}
	at := At{first.start, p.prevEnd}
	if !formatted {
		return &Str{at, string(parts.text), isBytes}
	}
	p.flush(&parts)
	return &FString{at, p.takeExprs(parts.mark)}
}

// mixed reports a bytes string next to another one.
func (p *parser) mixed(t, first token, wantBytes, isBytes bool) {
	if wantBytes == isBytes {
		return
	}
	d := diag.Errorf(codeString, p.span(t), "strings of bytes and of text cannot be joined")
	p.fail(d.Note(p.span(first), "the first string is this one"))
}

// add appends text that stands between start and end.
func (b *pieces) add(text string, start, end int32) {
	if len(b.text) == 0 {
		b.start = start
	}
	b.text = append(b.text, text...)
	b.end = end
}

// flush makes a part of the collected text.
func (p *parser) flush(parts *pieces) {
	if len(parts.text) > 0 {
		p.exprs = append(p.exprs, &Str{At: At{parts.start, parts.end}, Value: string(parts.text)})
		parts.text = parts.text[:0]
	}
}

// fstring parses one f-string up to its closing quotes. Its opening quotes are the current token.
func (p *parser) fstring(open token, parts *pieces) {
	outermost := p.outerString
	if outermost < 0 {
		p.outerString, p.outerDepth = int(open.start), p.depth
	}
	q := p.quotingAt(int(open.start))
	p.fparts(q, open, parts, false)
	if p.failed {
		return // recovery needs the outermost f-string
	}
	p.outerString = outermost
	p.pos += q.width()
	p.prevEnd = int32(p.pos)
	p.tok = token{}
	p.next()
}

// fparts parses text and {values} up to the closing quotes, or up to the } behind a format.
func (p *parser) fparts(q quoting, open token, parts *pieces, format bool) {
	for !p.failed {
		stop := p.ftext(q, parts, format)
		switch c := p.src[stop]; {
		case c == '{':
			p.pos = stop
			p.field(q, open, parts)
		case c == '}' && format, c == q.quote && !format:
			p.pos = stop
			return
		case c == '}':
			d := diag.Errorf(codeFString, p.file.Span(stop, stop+1), "this } closes nothing")
			p.fail(d.Suggest("write }} for a brace as text"))
		case format && c == q.quote:
			d := diag.Errorf(codeFString, p.file.Span(stop, stop+1),
				"expected '}' behind the format, found the end of the f-string")
			p.fail(d.Note(p.span(open), "the f-string begins here"))
		default:
			p.unclosed(q, open, format)
		}
	}
}

// unclosed reports an f-string whose text or format does not end.
func (p *parser) unclosed(q quoting, open token, format bool) {
	quotes := p.src[q.body-q.width() : q.body]
	d := diag.Errorf(codeFString, p.span(open), "the f-string that begins here is not closed")
	if format {
		d.Suggest("close the braces by } and the string by %s", quotes)
	} else {
		d.Suggest("close it by %s", quotes)
	}
	p.fail(d)
}

// ftext collects text and returns its end: a brace, the closing quotes, or the place where the literal breaks
// off.
func (p *parser) ftext(q quoting, parts *pieces, format bool) int {
	i := p.pos
	for {
		stop := p.ftextEnd(q, i)
		c := p.src[stop]
		doubled := (c == '{' || c == '}') && p.src[stop+1] == c && !format
		end := stop
		if doubled {
			end++ // one of the braces is text
		}
		if end > i {
			text := p.unescape(nil, i, end, q.flags)
			if doubled {
				end++
			}
			parts.add(string(text), int32(i), int32(end))
		}
		if !doubled || p.failed {
			return stop
		}
		i = end
	}
}

// ftextEnd returns the first position from i on that ends a piece of text.
func (p *parser) ftextEnd(q quoting, i int) int {
	for {
		switch c := p.src[i]; {
		case c == '{', c == '}', c == 0, classes[c]&newline != 0 && !q.triple, p.closedAt(q, i):
			return i
		case c == '\\':
			i = p.behindBackslash(q, i)
			continue
		}
		i++
	}
}

// behindBackslash returns where text goes on behind a backslash in an f-string. A backslash does not escape a
// brace.
func (p *parser) behindBackslash(q quoting, i int) int {
	next := p.src[i+1]
	if next == '{' || next == '}' || next == 0 {
		return i + 1
	}
	if next == 'N' && p.src[i+2] == '{' && q.flags&rawString == 0 {
		return i + 3 // unescape reports it
	}
	return max(i+2, p.lineEnd(i+1))
}

// field parses {x}, {x!r}, {x:format} and {x=}; the { is at the position.
func (p *parser) field(q quoting, open token, parts *pieces) {
	if !p.enter() {
		return
	}
	start := p.pos
	outerField := p.scanner.field
	p.scanner.open(start)
	p.scanner.field = p.depth
	p.pos++
	brace := token{tLBrace, int32(start), int32(start + 1)}
	p.prevEnd = brace.end
	p.next()
	if p.tok.kind == tRBrace {
		p.fail(diag.Errorf(codeFString, p.file.Span(start, int(p.tok.end)),
			"the braces are empty: expected an expression"))
	}
	x := p.fieldValue()
	value := &FormatValue{X: x}
	if p.tok.kind == tAssign {
		p.selfDocumenting(brace, parts, value)
	}
	p.flush(parts)
	if p.tok.kind == tBang {
		p.conversion(value)
	}
	if p.tok.kind == tColon {
		value.Spec = p.format(q, open)
	} else if p.tok.kind != tRBrace {
		p.failAt(codeFString, "expected '}', '!' or ':' in the f-string, found %s", p.found()).
			Note(p.span(brace), "inside of this '{'")
	}
	if p.failed {
		return
	}
	p.scanner.field = outerField
	value.At = At{brace.start, int32(p.pos)}
	p.exprs = append(p.exprs, value)
	p.leave()
}

// fieldValue parses the expression of a field.
func (p *parser) fieldValue() Expr {
	if p.tok.kind == tYield {
		return p.yield()
	}
	return p.expressions()
}

// selfDocumenting parses the = of {x=}. It puts the text of the expression in front of its value.
func (p *parser) selfDocumenting(brace token, parts *pieces, value *FormatValue) {
	p.next()
	end := p.tok.start
	text := p.unescape(nil, int(brace.end), int(end), rawString) // converts line breaks
	parts.add(string(text), brace.end, end)
	if p.tok.kind == tRBrace {
		value.Conversion = 'r'
	}
}

// conversion parses !r, !s or !a.
func (p *parser) conversion(value *FormatValue) {
	bang := p.tok
	p.next()
	name := p.tok
	text := p.text(name)
	if name.kind != tName || name.start != bang.end || text != "r" && text != "s" && text != "a" {
		p.failAt(codeFString, "expected r, s or a directly behind '!', found %s", p.found())
		return
	}
	value.Conversion = text[0]
	p.next()
}

// format parses the format behind a colon, up to the } that ends the field.
func (p *parser) format(q quoting, open token) *FString {
	start := p.pos
	parts := pieces{mark: len(p.exprs)}
	p.fparts(q, open, &parts, true)
	p.flush(&parts)
	spec := &FString{At{int32(start), int32(p.pos)}, p.takeExprs(parts.mark)}
	if !p.failed {
		p.pos++
		p.depth--
	}
	return spec
}
