package text

import (
	"slices"
	"strconv"

	"github.com/inflight-compiler/inflight/ir"
	aff "github.com/inflight-compiler/inflight/ir/affine"
)

var _ ir.OpPrinter = (*printer)(nil)

// Write implements ir.OpPrinter.
func (p *printer) Write(s string) { p.dst = append(p.dst, s...) }

// Int implements ir.OpPrinter.
func (p *printer) Int(v int64) { p.dst = strconv.AppendInt(p.dst, v, 10) }

// Operand implements ir.OpPrinter.
func (p *printer) Operand(v *ir.Value) {
	if p.visiting == nil {
		p.rejectTemplate()
		p.dst = p.appendUse(p.dst, v)
	}
}

// Operands implements ir.OpPrinter.
func (p *printer) Operands(vs []*ir.Value) {
	for i, v := range vs {
		if i > 0 {
			p.dst = append(p.dst, ", "...)
		}
		p.Operand(v)
	}
}

// Type implements ir.OpPrinter.
func (p *printer) Type(t ir.Type) {
	if p.visiting != nil {
		p.visiting.typ(t, false)
		return
	}
	p.dst = p.appendType(p.dst, t)
}

// appendType appends a type, while no aliases are collected.
func (p *printer) appendType(dst []byte, t ir.Type) []byte {
	if t == nil {
		return append(dst, "<<NULL TYPE>>"...)
	}
	id := ir.TypeID(t)
	line := &p.types[id%uint32(len(p.types))]
	if line.id == id && id != 0 {
		return append(dst, line.text...)
	}
	text, numbered := p.typeText(dst, t)
	if !numbered {
		*line = textLine{id, string(text[len(dst):])}
	}
	return text
}

// typeText is appendType for a type whose text is not in the cache.
func (p *printer) typeText(dst []byte, t ir.Type) (text []byte, numbered bool) {
	numbered = p.numbers(func() { text = p.form.AppendType(dst, t) })
	return text, numbered
}

// Types implements ir.OpPrinter.
func (p *printer) Types(ts []ir.Type) {
	for i, t := range ts {
		if i > 0 {
			p.dst = append(p.dst, ", "...)
		}
		p.Type(t)
	}
}

// ArrowTypes implements ir.OpPrinter.
func (p *printer) ArrowTypes(ts []ir.Type) {
	switch len(ts) {
	case 0:
	case 1:
		p.dst = append(p.dst, " -> "...)
		p.resultType(ts[0])
	default:
		p.dst = append(p.dst, " -> ("...)
		p.Types(ts)
		p.dst = append(p.dst, ')')
	}
}

// OperandRange implements ir.OpPrinter.
func (p *printer) OperandRange(op *ir.Op, first, count int) { p.operandRange(op, first, count) }

// OperandTypes implements ir.OpPrinter.
func (p *printer) OperandTypes(op *ir.Op, first, count int) { p.typeRange(op, ref{}, first, count) }

// ResultTypes implements ir.OpPrinter.
func (p *printer) ResultTypes(op *ir.Op, first, count int) {
	p.typeRange(op, ref{results: true}, first, count)
}

// ArrowResults implements ir.OpPrinter.
func (p *printer) ArrowResults(op *ir.Op) {
	if op.NumResults() > 0 {
		p.dst = append(p.dst, " -> "...)
		p.resultsOfRef(op, ref{results: true, all: true})
	}
}

// Attr implements ir.OpPrinter.
func (p *printer) Attr(a ir.Attr) { p.attr(a, ir.WithType) }

// AttrNoType implements ir.OpPrinter.
func (p *printer) AttrNoType(a ir.Attr) { p.attr(a, ir.WithoutType) }

func (p *printer) attr(a ir.Attr, suffix ir.TypeSuffix) {
	if p.visiting != nil {
		p.visiting.attr(a, suffix, false)
		return
	}
	if a == nil {
		p.dst = append(p.dst, "<<NULL ATTRIBUTE>>"...)
		return
	}
	id := ir.AttrID(a)
	line := &p.attrs[id%uint32(len(p.attrs))]
	if suffix == ir.WithType && line.id == id && id != 0 {
		p.dst = append(p.dst, line.text...)
		return
	}
	start := len(p.dst)
	numbered := p.numbers(func() { p.dst = p.form.AppendAttr(p.dst, a, suffix) })
	const short = 1 << 10
	if suffix == ir.WithType && id != 0 && !numbered && len(p.dst)-start < short {
		*line = textLine{id, string(p.dst[start:])}
	}
}

// numbers calls write and reports whether it wrote a number that is counted in the order of writing. Such
// text must not be reused. A printer of some functions counts on its own, so the printer of the whole program
// must write it.
func (p *printer) numbers(write func()) bool {
	before := p.numbered
	p.numbered = false
	write()
	now := p.numbered
	p.numbered = now || before
	return now
}

// Symbol implements ir.OpPrinter.
func (p *printer) Symbol(name string) { p.dst = ir.AppendSymbol(p.dst, name) }

// KeywordOrString implements ir.OpPrinter.
func (p *printer) KeywordOrString(s string) { p.dst = ir.AppendKeywordOrString(p.dst, s) }

// AttrDict implements ir.OpPrinter.
func (p *printer) AttrDict(op *ir.Op, elided ...string) { p.dict("", op, elided) }

// AttrDictWithKeyword implements ir.OpPrinter.
func (p *printer) AttrDictWithKeyword(op *ir.Op, elided ...string) { p.dict(" attributes", op, elided) }

func (p *printer) dict(keyword string, op *ir.Op, elided []string) {
	mark := len(p.entries)
	p.push(op.Properties(), elided)
	p.push(op.Attrs(), elided)
	p.stackedDict(keyword, mark)
}

// push pushes on the stack of entries those that are not elided.
func (p *printer) push(entries []ir.NamedAttr, elided []string) {
	for i := range entries {
		if !slices.Contains(elided, entries[i].Name) {
			p.entries = append(p.entries, entries[i])
		}
	}
}

// stackedDict appends the entries from mark on as a dictionary and pops them.
func (p *printer) stackedDict(keyword string, mark int) {
	if len(p.entries) > mark {
		sortEntries(p.entries[mark:])
		p.dst = append(append(p.dst, keyword...), " {"...)
		p.appendEntries(p.entries[mark:])
		p.dst = append(p.dst, '}')
	}
	p.entries = p.entries[:mark]
}

// Dict implements ir.OpPrinter.
func (p *printer) Dict(attrs []ir.NamedAttr, elided ...string) {
	if len(attrs) == 0 {
		return
	}
	mark := len(p.entries)
	p.push(attrs, elided)
	p.stackedDict("", mark)
}

// Region implements ir.OpPrinter.
func (p *printer) Region(r *ir.Region, entryArgs, terminators bool) {
	p.rejectTemplate()
	p.region(r, entryArgs, terminators, false)
}

// RegionArgument implements ir.OpPrinter.
func (p *printer) RegionArgument(v *ir.Value, attrs []ir.NamedAttr, typed bool) {
	p.Operand(v)
	if typed {
		p.dst = append(p.dst, ": "...)
		p.Type(v.Type())
	}
	if len(attrs) > 0 {
		p.Dict(attrs)
	}
	if p.opts.DebugInfo {
		p.argumentLoc(v)
	}
}

// argumentLoc appends the location of a block argument, never as an alias.
func (p *printer) argumentLoc(v *ir.Value) {
	if p.visiting != nil {
		p.visiting.attr(p.interned(v.Loc()), ir.WithType, false)
		return
	}
	p.dst = append(p.dst, ' ')
	p.dst = p.form.AppendAttrBody(p.dst, p.interned(v.Loc()), ir.WithType)
}

// Successor implements ir.OpPrinter.
func (p *printer) Successor(b *ir.Block, operands []*ir.Value) {
	if p.visiting == nil {
		p.rejectTemplate()
		p.blockName(b)
	}
	if len(operands) == 0 {
		return
	}
	p.dst = append(p.dst, '(')
	p.Operands(operands)
	p.dst = append(p.dst, " : "...)
	for i, v := range operands {
		if i > 0 {
			p.dst = append(p.dst, ", "...)
		}
		p.Type(v.Type())
	}
	p.dst = append(p.dst, ')')
}

// AffineMapOfSSA implements ir.OpPrinter.
func (p *printer) AffineMapOfSSA(m *ir.AffineMapAttr, operands []*ir.Value) {
	if p.visiting != nil {
		return
	}
	p.rejectTemplate()
	p.dst = m.Map.AppendResults(p.dst, func(dst []byte, kind aff.Kind, i int) []byte {
		if kind == aff.Dim {
			return p.appendInput(dst, operands, i)
		}
		dst = append(dst, "symbol("...)
		return append(p.appendInput(dst, operands, m.Map.NumDims+i), ')')
	}, "")
}

func (p *printer) appendInput(dst []byte, operands []*ir.Value, i int) []byte {
	if i >= len(operands) {
		return p.appendUse(dst, nil)
	}
	return p.appendUse(dst, operands[i])
}

// ShadowRegionArgs implements ir.OpPrinter.
func (p *printer) ShadowRegionArgs(r *ir.Region, names []*ir.Value) {
	if p.visiting != nil || r.Empty() {
		return
	}
	for i, a := range r.Entry().Args() {
		if i < len(names) {
			n := p.appendUse(nil, names[i])
			p.ids.set(a, ^int32(len(p.named)))
			p.named = append(p.named, string(n[1:]))
		}
	}
}

// Newline implements ir.OpPrinter.
func (p *printer) Newline() {
	p.rejectTemplate()
	p.dst = append(p.dst, '\n')
	p.spaces()
}

// Indent implements ir.OpPrinter.
func (p *printer) Indent(delta int) { p.indent += delta * indentWidth }
