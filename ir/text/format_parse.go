package text

import (
	"github.com/inflight-compiler/inflight/ir"
)

// span is a range on one of the parser's stacks.
type span struct{ first, end int }

func (s span) len() int { return s.end - s.first }

// frame holds the operands and types that the elements of a format have parsed so far.
type frame struct {
	state        *ir.OpState
	operands     []span // by entry of the table; ranges on the stack of operands
	operandTypes []span // ranges on the stack of types
	resultTypes  []span
	off          int32 // of the operand list

	// Ranges of all operands, all their types and the types of all results, for a format that has operands,
	// type(operands), type(results) or functional-type.
	allOperands, allTypes, allResults          span
	hasAllOperands, hasAllTypes, hasAllResults bool
}

func (f *frame) reset(def *ir.OpDef, s *ir.OpState) {
	f.state = s
	f.operands = resetSpans(f.operands, len(def.Operands))
	f.operandTypes = resetSpans(f.operandTypes, len(def.Operands))
	f.resultTypes = resetSpans(f.resultTypes, len(def.Results))
	f.hasAllOperands, f.hasAllTypes, f.hasAllResults = false, false, false
}

func resetSpans(s []span, n int) []span {
	if n > cap(s) {
		return make([]span, n)
	}
	s = s[:n]
	clear(s)
	return s
}

// formatOf returns the compiled format of an operation.
func (p *parser) formatOf(def *ir.OpDef) *format {
	f := p.formats[def]
	if f == nil {
		f = formatOf(p.ctx, def)
		p.formats[def] = f
	}
	return f
}

// formatted parses an operation by the format of its definition.
func (p *parser) formatted(s *ir.OpState) (*ir.Op, error) {
	operandMark, entryMark := len(p.operands), len(p.entries)
	valueMark, typeMark := len(p.values), len(p.types)
	f := p.formatOf(s.Def)
	fr := p.takeFrame()
	fr.reset(s.Def, s)
	fr.off = p.tok.start
	err := p.elements(f, fr, f.elements)
	var op *ir.Op
	if err == nil {
		op, err = p.assemble(f, fr, entryMark)
	}
	p.frames = append(p.frames, fr)
	p.operands, p.entries = p.operands[:operandMark], p.entries[:entryMark]
	p.values, p.types = p.values[:valueMark], p.types[:typeMark]
	return op, err
}

func (p *parser) takeFrame() *frame {
	if n := len(p.frames); n > 0 {
		f := p.frames[n-1]
		p.frames = p.frames[:n-1]
		return f
	}
	return &frame{}
}

func (p *parser) elements(f *format, fr *frame, list []element) error {
	for i := range list {
		if err := p.element(f, fr, &list[i]); err != nil {
			return err
		}
	}
	return nil
}

func (p *parser) element(f *format, fr *frame, e *element) error {
	switch e.kind {
	case eLiteral:
		return p.literal(e)
	case eOperand:
		return p.operandElement(f, fr, e)
	case eAttr:
		if e.elide {
			return nil
		}
		_, err := p.attrElement(f, e, false)
		return err
	case eAttrDict:
		if p.is(tLBrace) {
			return p.attrDict()
		}
	case eAttrDictKeyword:
		if p.acceptWord("attributes") {
			if !p.is(tLBrace) {
				return p.wrong("expected '{' in attribute dictionary")
			}
			return p.attrDict()
		}
	case ePropDict:
		return p.propDict()
	case eType:
		return p.typeElement(f, fr, e)
	case eFunctional:
		return p.functionalElement(fr, e)
	case eRegion, eAllRegions:
		return p.regionElement(f, fr, e)
	case eSuccessor, eAllSuccessors:
		return p.successorElement(fr, e)
	case eAllOperands:
		first := len(p.operands)
		err := p.operandList()
		fr.allOperands, fr.hasAllOperands = span{first, len(p.operands)}, true
		return err
	case eGroup:
		return p.groupElement(f, fr, e)
	case eList:
		return p.listElement(f, fr, e)
	case eCustom:
		return p.wrap(e.custom.Parse(p, &Binder{p, fr}), p.tok)
	}
	return nil
}

func (p *parser) literal(e *element) error {
	if e.tok == tID {
		return p.Keyword(e.text)
	}
	if !p.accept(e.tok) {
		return p.wrong("expected '" + e.text + "'")
	}
	return nil
}

// operandList parses %a, %b, possibly nothing, and pushes the operands on their stack.
func (p *parser) operandList() error {
	if !p.is(tPercent) {
		return nil
	}
	for {
		o, err := p.operand()
		if err != nil {
			return err
		}
		p.operands = append(p.operands, o)
		if !p.accept(tComma) {
			return nil
		}
	}
}

func (p *parser) operandElement(f *format, fr *frame, e *element) error {
	first := len(p.operands)
	var err error
	switch f.def.Operands[e.index].Arity {
	case ir.Variadic:
		err = p.operandList()
	case ir.Optional:
		if !p.is(tPercent) {
			break
		}
		fallthrough
	default:
		var o ir.UnresolvedOperand
		o, err = p.operand()
		p.operands = append(p.operands, o)
	}
	fr.operands[e.index] = span{first, len(p.operands)}
	return err
}

// attrElement parses an attribute in the syntax of its element and pushes it on the stack of entries. With
// try, it reports false if no such attribute begins here.
func (p *parser) attrElement(f *format, e *element, try bool) (bool, error) {
	def := &f.def.Attrs[e.index]
	off := p.tok.start
	a, ok, err := p.attrValue(f, e, def)
	switch {
	case err != nil:
		return false, err
	case !ok && try:
		return false, nil
	case !ok && def.Type.Enum != nil && def.Type.Enum.Integer:
		return false, p.fail(codeAttr, off,
			"%sexpected string or keyword containing one of the following enum values for attribute '%s' "+
				"[%s]",
			p.opPrefix(), def.Name, caseNames(def.Type.Enum))
	case !ok && def.Type.Symbol:
		return false, p.wrong("expected valid '@'-identifier for symbol name")
	case !ok:
		return false, p.wrong("expected attribute value")
	}
	p.entries = append(p.entries, ir.NamedAttr{Name: def.Name, Value: a})
	return true, nil
}

func (p *parser) attrValue(f *format, e *element, def *ir.AttrDef) (ir.Attr, bool, error) {
	t := &def.Type
	switch {
	case t.Enum != nil && !e.full:
		return p.enumValue(t.Enum)
	case t.Def != nil && !e.full && p.is(tLess):
		a, err := p.attrParameters(t.Def)
		return a, true, err
	case t.Symbol:
		name, ok, err := p.TrySymbolName()
		if !ok || err != nil {
			return nil, ok, err
		}
		return p.ctx.String(name), true, nil
	case f.arrays[e.index] != nil && !e.full && p.is(tLSquare):
		return p.shortArray(f.arrays[e.index])
	case f.strings[e.index] && !e.full:
		return p.tryAttr(p.ctx.None)
	case t.ValueType != nil:
		return p.tryAttr(t.ValueType(p.ctx))
	}
	return p.tryAttr(nil)
}

// enumValue parses a case of an enumeration in custom syntax: only the word if the case is stored as an
// integer, otherwise <case>.
func (p *parser) enumValue(e *ir.EnumDef) (ir.Attr, bool, error) {
	if !e.Integer {
		if p.is(tHash) {
			return p.tryAttr(nil)
		}
		if e.Word && (p.is(tID) || p.is(tString)) {
			v, err := p.enumCases(e)
			return p.ctx.Enum(e, v), true, err
		}
		if !p.is(tLess) || e.Word {
			return nil, false, nil
		}
		a, err := p.enumBody(e)
		return a, true, err
	}
	if !p.is(tID) && !p.is(tString) {
		return nil, false, nil
	}
	word := p.text(p.tok)
	if p.is(tString) {
		word = unquote(word)
	}
	v, ok := caseValue(e, word)
	if !ok {
		return nil, false, nil
	}
	if e.Bits {
		v, err := p.enumCases(e)
		return p.ctx.Int(p.ctx.Integer(e.Width), v), true, err
	}
	p.advance()
	return p.ctx.Int(p.ctx.Integer(e.Width), v), true, nil
}

// shortArray parses [1, 2], a dense array whose element type the syntax does not write.
func (p *parser) shortArray(elem ir.Type) (ir.Attr, bool, error) {
	p.advance()
	values, err := p.arrayValues(elem, tRSquare)
	if err == nil {
		err = p.expect(tRSquare, "expected ']'")
	}
	if err != nil {
		return nil, true, err
	}
	return p.ctx.DenseArray(elem, values), true, nil
}

// propDict parses an optional <{...}>.
func (p *parser) propDict() error {
	if !p.accept(tLess) {
		return nil
	}
	if !p.is(tLBrace) {
		return p.wrong("expected '{' to begin properties")
	}
	if err := p.attrDict(); err != nil {
		return err
	}
	return p.expect(tGreater, "expected '>' to close properties")
}

func (p *parser) typeElement(f *format, fr *frame, e *element) error {
	first := len(p.types)
	arity := ir.Variadic
	switch {
	case e.of.all:
		// An entry that is not variadic may stand for all results.
		if e.of.results && len(f.def.Results) == 1 {
			arity = f.def.Results[0].Arity
		}
	case e.of.results:
		arity = f.def.Results[e.of.index].Arity
	default:
		arity = f.def.Operands[e.of.index].Arity
	}
	if err := p.typesOf(arity, e.def); err != nil {
		return err
	}
	fr.setTypes(e.of, span{first, len(p.types)})
	return nil
}

// typesOf parses a type or a list of types and pushes them on their stack. A type that def describes may be
// written without its name.
func (p *parser) typesOf(arity ir.Arity, def *ir.TypeDef) error {
	if arity != ir.One && !p.beginsType() {
		return nil
	}
	for {
		t, err := p.typeOr(def)
		if err != nil {
			return err
		}
		p.types = append(p.types, t)
		if arity != ir.Variadic || !p.accept(tComma) {
			return nil
		}
	}
}

// typeOr parses a type, or only the parameters of a type that def describes.
func (p *parser) typeOr(def *ir.TypeDef) (ir.Type, error) {
	if def == nil {
		return p.typ()
	}
	if p.is(tLess) {
		return p.parametersOf(def)
	}
	off := p.tok.start
	t, err := p.typ()
	if d, ok := t.(*ir.ParametricType); err == nil && (!ok || d.Def != def) {
		err = p.fail(codeCustom, off, "%sinvalid kind of type specified: expected %s, but found '%s'",
			p.opPrefix(), def.Name(), t)
	}
	return t, err
}

func (p *parser) beginsType() bool {
	return p.is(tBang) || p.is(tLParen) || p.is(tID)
}

func (p *parser) functionalElement(fr *frame, e *element) error {
	first := len(p.types)
	inputs, results, err := p.functionParts(first)
	if err != nil {
		return err
	}
	// The types of an alias are not on the stack.
	if len(p.types) != first+len(inputs)+len(results) {
		p.types = append(append(p.types[:first], inputs...), results...)
	}
	mid := first + len(inputs)
	in, out := span{first, mid}, span{mid, mid + len(results)}
	fr.setTypes(e.of, in)
	fr.setTypes(e.to, out)
	return nil
}

// setTypes records the types of a group of operands or results.
func (f *frame) setTypes(r ref, s span) {
	switch {
	case r.all && r.results:
		f.allResults = s
		f.hasAllResults = true
	case r.all:
		f.allTypes = s
		f.hasAllTypes = true
	case r.results:
		f.resultTypes[r.index] = s
	default:
		f.operandTypes[r.index] = s
	}
}

func (p *parser) regionElement(f *format, fr *frame, e *element) error {
	if e.kind == eAllRegions || f.def.Regions[e.index].Arity == ir.Variadic {
		for p.is(tLBrace) {
			if err := p.formatRegion(f, fr); err != nil {
				return err
			}
			if !p.accept(tComma) {
				break
			}
		}
		return nil
	}
	return p.formatRegion(f, fr)
}

// formatRegion parses one region and completes it: it adds the block that the operation requires, and the
// terminator that the text may leave out.
func (p *parser) formatRegion(f *format, fr *frame) error {
	r, err := p.region(nil, false)
	if err != nil {
		return err
	}
	s := fr.state
	s.Regions = append(s.Regions, r)
	if f.def.ImplicitTerminator != "" {
		return p.EnsureTerminator(r, f.def.ImplicitTerminator, s.Loc)
	}
	if r.Empty() && f.def.Traits&ir.SingleBlock != 0 {
		r.Append(p.arena.NewBlock())
	}
	return nil
}

func (p *parser) successorElement(fr *frame, e *element) error {
	many := e.kind == eAllSuccessors || fr.state.Def.Successors[e.index].Arity == ir.Variadic
	if many && !p.is(tCaret) {
		return nil
	}
	for {
		b, err := p.successor()
		if err != nil {
			return err
		}
		fr.state.Successors = append(fr.state.Successors, b)
		if !many || !p.accept(tComma) {
			return nil
		}
	}
}

// groupElement parses an optional group. The group is present if its first element is.
func (p *parser) groupElement(f *format, fr *frame, e *element) error {
	first := 0
	for e.elems[first].kind == eWhitespace {
		first++
	}
	there, err := p.tryElement(f, fr, &e.elems[first])
	if err != nil {
		return err
	}
	if !there {
		return p.elements(f, fr, e.others)
	}
	if e.anchor.kind == eAttr && f.def.Attrs[e.anchor.index].Type.Unit && e.elems[first].kind != eAttr {
		p.entries = append(p.entries, ir.NamedAttr{Name: f.def.Attrs[e.anchor.index].Name, Value: p.ctx.Unit})
	}
	return p.elements(f, fr, e.elems[first+1:])
}

// tryElement parses an element if it begins here, and reports whether it does.
func (p *parser) tryElement(f *format, fr *frame, e *element) (bool, error) {
	switch e.kind {
	case eLiteral:
		if e.tok == tID {
			return p.acceptWord(e.text), nil
		}
		return p.accept(e.tok), nil
	case eOperand, eAllOperands:
		if !p.is(tPercent) {
			return false, nil
		}
	case eAttr:
		if !p.beginsAttr(f, e) {
			return false, nil
		}
		return p.attrElement(f, e, true)
	case eRegion, eAllRegions:
		if !p.is(tLBrace) {
			return false, nil
		}
	case eSuccessor, eAllSuccessors:
		if !p.is(tCaret) {
			return false, nil
		}
	case eType:
		if !p.beginsType() {
			return false, nil
		}
	}
	return true, p.element(f, fr, e)
}

// beginsAttr reports whether the current token can begin the attribute. A word can begin only an enumeration
// or a type, because other words belong to the next element.
func (p *parser) beginsAttr(f *format, e *element) bool {
	t := &f.def.Attrs[e.index].Type
	switch {
	case t.Symbol:
		return p.is(tAt)
	case f.arrays[e.index] != nil && p.is(tLBrace):
		return false
	}
	return !p.is(tLBrace) || t.Match == nil || t.Match(p.ctx.EmptyDict)
}

// listElement parses the alternatives of an oilist in any order, each at most once.
func (p *parser) listElement(f *format, fr *frame, e *element) error {
	var seen uint64
	for {
		found := false
		for i := range e.elems {
			alt := &e.elems[i]
			off := p.tok.start
			there, err := p.tryElement(f, fr, &alt.elems[0])
			if err != nil {
				return err
			}
			if !there {
				continue
			}
			if seen>>i&1 == 1 {
				return p.fail(codeCustom, off,
					"%s`%s` clause can appear at most once in the expansion of the oilist directive",
					p.opPrefix(), alt.elems[0].text)
			}
			seen |= 1 << i
			found = true
			if a := alt.anchor; a.kind == eAttr && f.def.Attrs[a.index].Type.Unit {
				p.entries = append(p.entries,
					ir.NamedAttr{Name: f.def.Attrs[a.index].Name, Value: p.ctx.Unit})
				continue
			}
			if err := p.elements(f, fr, alt.elems[1:]); err != nil {
				return err
			}
		}
		if !found {
			return nil
		}
	}
}
