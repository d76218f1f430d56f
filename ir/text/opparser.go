package text

import (
	"errors"
	"fmt"
	"slices"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ir"
	aff "github.com/inflight-compiler/inflight/ir/affine"
)

var _ ir.OpParser = (*parser)(nil)

// wrap returns err with a location if an operation's Parse function returned one without.
func (p *parser) wrap(err error, name token) error {
	var d *diag.Diagnostic
	if err == nil || errors.As(err, &d) {
		return err
	}
	return p.diag(codeCustom, name.start, name.end, "%v", err).Because(err)
}

// Context implements ir.OpParser.
func (p *parser) Context() *ir.Context { return p.ctx }

// Builder implements ir.OpParser.
func (p *parser) Builder() *ir.Builder { return p.builder }

// NumNamed implements ir.OpParser.
func (p *parser) NumNamed() int { return p.named }

// Off implements ir.OpParser.
func (p *parser) Off() int32 { return p.tok.start }

// Errorf implements ir.OpParser.
func (p *parser) Errorf(off int32, format string, args ...any) error {
	return p.fail(codeCustom, off, "%s%s", p.opPrefix(), fmt.Sprintf(format, args...))
}

// puncts maps punctuation to its token.
var puncts = map[string]kind{
	",": tComma, ":": tColon, "=": tEqual, "->": tArrow, "(": tLParen, ")": tRParen,
	"[": tLSquare, "]": tRSquare, "{": tLBrace, "}": tRBrace, "<": tLess, ">": tGreater,
	"::": tDoubleColon, "*": tStar, "?": tQuestion, "+": tPlus, "-": tMinus,
	"/": tSlash, "|": tBar, "...": tEllipsis,
}

// Punct implements ir.OpParser.
func (p *parser) Punct(s string) error {
	if !p.accept(puncts[s]) {
		return p.wrong("expected '" + s + "'")
	}
	return nil
}

// TryPunct implements ir.OpParser.
func (p *parser) TryPunct(s string) bool { return p.accept(puncts[s]) }

// Keyword implements ir.OpParser.
func (p *parser) Keyword(k string) error {
	if !p.acceptWord(k) {
		return p.Errorf(p.tok.start, "expected '%s'", k)
	}
	return nil
}

// TryKeyword implements ir.OpParser.
func (p *parser) TryKeyword(k string) bool { return p.acceptWord(k) }

// AnyKeyword implements ir.OpParser.
func (p *parser) AnyKeyword() (string, error) {
	k, ok := p.TryAnyKeyword()
	if !ok {
		return "", p.wrong("expected valid keyword")
	}
	return k, nil
}

// TryAnyKeyword implements ir.OpParser.
func (p *parser) TryAnyKeyword() (string, bool) {
	if !p.is(tID) {
		return "", false
	}
	k := p.text(p.tok)
	p.advance()
	return k, true
}

// KeywordOrString implements ir.OpParser.
func (p *parser) KeywordOrString() (string, error) {
	if s, ok := p.TryString(); ok {
		return s, nil
	}
	if k, ok := p.TryAnyKeyword(); ok {
		return k, nil
	}
	return "", p.wrong("expected valid keyword or string")
}

// String implements ir.OpParser.
func (p *parser) String() (string, error) {
	s, ok := p.TryString()
	if !ok {
		return "", p.wrong("expected string")
	}
	return s, nil
}

// TryString implements ir.OpParser.
func (p *parser) TryString() (string, bool) {
	if !p.is(tString) {
		return "", false
	}
	s := unquote(p.text(p.tok))
	p.advance()
	return s, true
}

// Int implements ir.OpParser.
func (p *parser) Int() (int64, error) {
	v, ok, err := p.tryInt()
	if err == nil && !ok {
		err = p.wrong("expected integer value")
	}
	return v, err
}

// TryInt implements ir.OpParser.
func (p *parser) TryInt() (int64, bool, error) { return p.tryInt() }

// Operand implements ir.OpParser.
func (p *parser) Operand() (ir.UnresolvedOperand, error) { return p.operand() }

// TryOperand implements ir.OpParser.
func (p *parser) TryOperand() (ir.UnresolvedOperand, bool, error) {
	if !p.is(tPercent) {
		return ir.UnresolvedOperand{}, false, nil
	}
	o, err := p.operand()
	return o, err == nil, err
}

// OperandList implements ir.OpParser. What it returns is a part of the stack of
// operands, without room to grow, and stays there until the operation that is
// being parsed is complete.
func (p *parser) OperandList(delim string) ([]ir.UnresolvedOperand, error) {
	mark := len(p.operands)
	if delim == "" {
		if err := p.operandList(); err != nil {
			return nil, err
		}
	} else {
		if err := p.Punct(delim); err != nil {
			return nil, err
		}
		if err := p.operandsUntil(closers[delim], listEnd[delim]); err != nil {
			return nil, err
		}
	}
	if len(p.operands) == mark {
		return nil, nil
	}
	return slices.Clip(p.operands[mark:]), nil
}

// Resolve implements ir.OpParser.
func (p *parser) Resolve(o ir.UnresolvedOperand, t ir.Type) (*ir.Value, error) { return p.use(o, t) }

// ResolveAll implements ir.OpParser.
func (p *parser) ResolveAll(os []ir.UnresolvedOperand, ts []ir.Type, off int32) ([]*ir.Value, error) {
	if len(os) != len(ts) {
		return nil, p.fail(codeOp, off,
			"number of operands and types do not match: got %d operands and %d types", len(os), len(ts))
	}
	vs := make([]*ir.Value, len(os))
	for i, o := range os {
		v, err := p.use(o, ts[i])
		if err != nil {
			return nil, err
		}
		vs[i] = v
	}
	return vs, nil
}

// Type implements ir.OpParser.
func (p *parser) Type() (ir.Type, error) { return p.typ() }

// TryType implements ir.OpParser.
func (p *parser) TryType() (ir.Type, bool, error) {
	if p.is(tLParen) {
		t, err := p.functionType()
		return t, err == nil, err
	}
	return p.tryType()
}

// Shape implements ir.OpParser.
func (p *parser) Shape() ([]int64, error) {
	dims, _, err := p.shape(false, false)
	return dims, err
}

// TypeList implements ir.OpParser.
func (p *parser) TypeList() ([]ir.Type, error) {
	var list []ir.Type
	for {
		t, err := p.typ()
		if err != nil {
			return nil, err
		}
		list = append(list, t)
		if !p.accept(tComma) {
			return list, nil
		}
	}
}

// ColonType implements ir.OpParser.
func (p *parser) ColonType() (ir.Type, error) {
	if err := p.expect(tColon, "expected ':'"); err != nil {
		return nil, err
	}
	return p.typ()
}

// ColonTypeList implements ir.OpParser.
func (p *parser) ColonTypeList() ([]ir.Type, error) {
	if err := p.expect(tColon, "expected ':'"); err != nil {
		return nil, err
	}
	return p.TypeList()
}

// TryArrowTypes implements ir.OpParser.
func (p *parser) TryArrowTypes() ([]ir.Type, error) {
	if !p.accept(tArrow) {
		return nil, nil
	}
	mark := len(p.types)
	defer func() { p.types = p.types[:mark] }()
	if err := p.resultTypes(); err != nil {
		return nil, err
	}
	return append([]ir.Type{}, p.types[mark:]...), nil
}

// Attr implements ir.OpParser.
func (p *parser) Attr(typ ir.Type) (ir.Attr, error) { return p.attr(typ) }

// TryAttr implements ir.OpParser.
func (p *parser) TryAttr(typ ir.Type) (ir.Attr, bool, error) { return p.tryAttr(typ) }

// SymbolName implements ir.OpParser.
func (p *parser) SymbolName() (string, error) {
	name, ok, err := p.TrySymbolName()
	if err == nil && !ok {
		err = p.wrong("expected valid '@'-identifier for symbol name")
	}
	return name, err
}

// TrySymbolName implements ir.OpParser.
func (p *parser) TrySymbolName() (string, bool, error) {
	if !p.is(tAt) {
		return "", false, nil
	}
	name := p.symbolName()
	p.advance()
	return name, true, nil
}

// AttrDict implements ir.OpParser.
func (p *parser) AttrDict(s *ir.OpState) error {
	if !p.is(tLBrace) {
		return nil
	}
	mark := len(p.entries)
	err := p.opAttrDict(s)
	s.Attrs = append(s.Attrs, p.entries[mark:]...)
	p.entries = p.entries[:mark]
	return err
}

// AttrDictWithKeyword implements ir.OpParser.
func (p *parser) AttrDictWithKeyword(s *ir.OpState) error {
	if !p.acceptWord("attributes") {
		return nil
	}
	if !p.is(tLBrace) {
		return p.wrong("expected '{' in attribute dictionary")
	}
	return p.AttrDict(s)
}

// TryLocation implements ir.OpParser. A location by an alias that is defined
// further down is a stand-in that only an argument of a region may have.
func (p *parser) TryLocation() (ir.Location, bool, error) {
	if !p.isWord("loc") {
		return nil, false, nil
	}
	l, use, err := p.locationOrUse()
	if err == nil && use != nil {
		l = p.laterLoc(use)
	}
	return l, err == nil, err
}

// RegionArg implements ir.OpParser.
func (p *parser) RegionArg(typed bool) (ir.RegionArg, error) {
	var arg ir.RegionArg
	var err error
	if arg.Operand, err = p.operand(); err != nil {
		return arg, err
	}
	if arg.Operand.Index != 0 {
		return arg, p.fail(codeSyntax, arg.Operand.Off, "result number not allowed in argument list")
	}
	if typed {
		if arg.Type, err = p.ColonType(); err != nil {
			return arg, err
		}
	}
	if typed && p.is(tLBrace) {
		var s ir.OpState
		if err := p.AttrDict(&s); err != nil {
			return arg, err
		}
		arg.Attrs = s.Attrs
	}
	arg.Loc, _, err = p.TryLocation()
	return arg, err
}

// RegionArgList implements ir.OpParser.
func (p *parser) RegionArgList(delim string, typed bool) ([]ir.RegionArg, error) {
	var list []ir.RegionArg
	if delim == "" && !p.is(tPercent) {
		return nil, nil
	}
	err := p.CommaSeparated(delim, func() error {
		a, err := p.RegionArg(typed)
		list = append(list, a)
		return err
	})
	return list, err
}

// Region implements ir.OpParser.
func (p *parser) Region(args []ir.RegionArg, isolated bool) (*ir.Region, error) {
	return p.region(args, isolated)
}

// TryRegion implements ir.OpParser.
func (p *parser) TryRegion(args []ir.RegionArg, isolated bool) (*ir.Region, bool, error) {
	if !p.is(tLBrace) {
		return nil, false, nil
	}
	r, err := p.region(args, isolated)
	return r, err == nil, err
}

// Successor implements ir.OpParser.
func (p *parser) Successor() (*ir.Block, error) { return p.successor() }

// SuccessorWithArgs implements ir.OpParser.
func (p *parser) SuccessorWithArgs() (*ir.Block, []*ir.Value, error) {
	b, err := p.successor()
	if err != nil || !p.accept(tLParen) {
		return b, nil, err
	}
	operands, err := p.OperandList("")
	if err != nil {
		return nil, nil, err
	}
	off := p.tok.start
	var types []ir.Type
	if len(operands) > 0 {
		if types, err = p.ColonTypeList(); err != nil {
			return nil, nil, err
		}
	}
	vs, err := p.ResolveAll(operands, types, off)
	if err != nil {
		return nil, nil, err
	}
	return b, vs, p.expect(tRParen, "expected ')'")
}

// CommaSeparated implements ir.OpParser.
func (p *parser) CommaSeparated(delim string, elem func() error) error {
	end := tEOF
	if delim != "" {
		if err := p.Punct(delim); err != nil {
			return err
		}
		end = closers[delim]
		if p.accept(end) {
			return nil
		}
	}
	for {
		if err := elem(); err != nil {
			return err
		}
		if p.accept(tComma) {
			continue
		}
		if delim == "" {
			return nil
		}
		return p.expect(end, listEnd[delim])
	}
}

var closers = map[string]kind{"(": tRParen, "[": tRSquare, "{": tRBrace, "<": tGreater}

// listEnd is the message for a list in brackets that neither goes on nor ends.
var listEnd = map[string]string{
	"(": "expected ',' or ')'", "[": "expected ',' or ']'", "{": "expected ',' or '}'",
	"<": "expected ',' or '>'",
}

// AffineMapOfSSA implements ir.OpParser.
func (p *parser) AffineMapOfSSA(delim string) (*ir.AffineMapAttr, []ir.UnresolvedOperand, error) {
	if err := p.Punct(delim); err != nil {
		return nil, nil, err
	}
	s := &affineScope{ssa: &ssaInputs{}}
	results, err := p.affineList(s, closers[delim])
	if err != nil {
		return nil, nil, err
	}
	m := p.ctx.AffineMap(aff.NewMap(len(s.ssa.dims), len(s.ssa.syms), results...))
	return m, append(s.ssa.dims, s.ssa.syms...), nil
}

// AffineMap implements ir.OpParser.
func (p *parser) AffineMap() (*ir.AffineMapAttr, error) {
	off := p.tok.start
	if p.is(tLParen) {
		m, err := p.affineMap()
		if err != nil {
			return nil, err
		}
		return p.ctx.AffineMap(m), nil
	}
	a, err := p.attr(nil)
	if err != nil {
		return nil, err
	}
	m, ok := a.(*ir.AffineMapAttr)
	if !ok {
		return nil, p.fail(codeAffine, off, "expected affine map attribute, but found '%s'", a)
	}
	return m, nil
}

// DimsAndSymbols implements ir.OpParser.
func (p *parser) DimsAndSymbols() ([]ir.UnresolvedOperand, int, error) {
	dims, err := p.OperandList("(")
	if err != nil {
		return nil, 0, err
	}
	if !p.is(tLSquare) {
		return dims, len(dims), nil
	}
	syms, err := p.OperandList("[")
	return append(dims, syms...), len(dims), err
}

// EnsureTerminator implements ir.OpParser.
func (p *parser) EnsureTerminator(r *ir.Region, name string, loc ir.Location) error {
	if r.Empty() {
		r.Append(p.arena.NewBlock())
	}
	blocks := r.Blocks()
	b := blocks[len(blocks)-1]
	if last := b.Last(); last != nil && last.Has(ir.Terminator) {
		return nil
	}
	def := p.ctx.OpDef(name)
	if def == nil {
		return p.fail(codeOp, p.tok.start, "the terminator '%s' is not known", name)
	}
	s := ir.OpState{Def: def, Loc: loc}
	for i := range def.Regions {
		if def.Regions[i].Arity != ir.One {
			continue
		}
		r := p.arena.NewRegion()
		r.Append(p.arena.NewBlock())
		s.Regions = append(s.Regions, r)
	}
	b.Append(p.arena.NewOp(p.ctx, &s))
	return nil
}
