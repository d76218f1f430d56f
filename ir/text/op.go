package text

import (
	"slices"
	"strings"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ir"
)

// resultName is %name:count in front of an operation.
type resultName struct {
	name  string
	count int
	off   int32
}

// op parses an operation with its results and appends it to the block.
func (p *parser) op(block *ir.Block) error {
	p.poll.Step()
	start := p.tok
	mark := len(p.results)
	if p.is(tPercent) {
		if err := p.resultList(); err != nil {
			return err
		}
	}
	p.named = 0
	for _, r := range p.results[mark:] {
		p.named += r.count
	}
	var op *ir.Op
	var err error
	switch p.tok.kind {
	case tID:
		op, err = p.customOp()
	case tString:
		op, err = p.genericOp()
	default:
		err = p.wrong("expected operation name in quotes")
	}
	if err != nil {
		return err
	}
	err = p.bind(op, p.results[mark:], start)
	p.results = p.results[:mark]
	if err != nil {
		return err
	}
	block.Append(op)
	if p.isWord("loc") {
		return p.trailingLoc(op.SetLoc)
	}
	return nil
}

// resultList parses "%a:2, %b =".
func (p *parser) resultList() error {
	for {
		if !p.is(tPercent) {
			return p.wrong("expected valid ssa identifier")
		}
		r := resultName{name: p.text(p.tok)[1:], count: 1, off: p.tok.start}
		p.advance()
		if p.accept(tColon) {
			n, err := p.small("expected integer number of results")
			if err != nil {
				return err
			}
			if n < 1 {
				return p.fail(codeOp, p.tok.start, "expected named operation to have at least 1 result")
			}
			r.count = n
		}
		p.results = append(p.results, r)
		if !p.accept(tComma) {
			return p.expect(tEqual, "expected '=' after SSA name")
		}
	}
}

// small parses a decimal integer that fits in an int32.
func (p *parser) small(message string) (int, error) {
	if !p.is(tInt) {
		return 0, p.wrong(message)
	}
	n := 0
	for _, c := range []byte(p.text(p.tok)) {
		n = n*10 + int(c-'0')
		if c > '9' || n > 1<<31-1 {
			return 0, p.fail(codeSyntax, p.tok.start, "%s that fits in 32 bits", message)
		}
	}
	p.advance()
	return n, nil
}

// bind gives names to the results of an operation.
func (p *parser) bind(op *ir.Op, results []resultName, start token) error {
	if len(results) == 0 {
		return nil
	}
	if op.NumResults() == 0 {
		return p.diag(codeOp, start.start, start.end, "cannot name an operation with no results")
	}
	total := 0
	for _, r := range results {
		total += r.count
	}
	if total != op.NumResults() {
		return p.diag(codeOp, start.start, start.end,
			"operation defines %d results but was provided %d to bind", op.NumResults(), total)
	}
	next := 0
	for _, r := range results {
		first := op.Result(next)
		for i := range r.count {
			p.arena.SetName(op.Result(next+i), r.name)
		}
		if err := p.define(r.name, first, r.count, r.off); err != nil {
			return err
		}
		next += r.count
	}
	return nil
}

// genericOp parses "name"(operands)[successors] <{properties}> (regions)
// {attributes} : type.
func (p *parser) genericOp() (*ir.Op, error) {
	nameTok := p.tok
	name := unquote(p.text(nameTok))
	def, err := p.lookUp(name, nameTok)
	if err != nil {
		return nil, err
	}
	p.advance()
	s := p.takeState(def, nameTok)
	p.custom = append(p.custom, nil)
	op, err := p.genericRest(&s.OpState)
	p.custom = p.custom[:len(p.custom)-1]
	p.dropState(s)
	return op, err
}

// state is the state of an operation being parsed, with memory for the lists of most operations. The arena
// copies the lists, so states are reused.
type state struct {
	ir.OpState
	operands [8]*ir.Value
	results  [4]ir.Type
	attrs    [4]ir.NamedAttr
	regions  [2]*ir.Region
}

// takeState returns an empty state for an operation whose name has been parsed. The caller returns the state
// with dropState.
func (p *parser) takeState(def *ir.OpDef, name token) *state {
	var s *state
	if n := len(p.states); n > 0 {
		s = p.states[n-1]
		p.states = p.states[:n-1]
	} else {
		s = &state{}
	}
	s.OpState = ir.OpState{
		Def:      def,
		Loc:      p.arena.SourceLoc(p.file, name.start),
		Operands: s.operands[:0],
		Results:  s.results[:0],
		Attrs:    s.attrs[:0],
		Regions:  s.regions[:0],
	}
	return s
}

func (p *parser) dropState(s *state) { p.states = append(p.states, s) }

// lookUp returns the definition of an operation by its full name.
func (p *parser) lookUp(name string, tok token) (*ir.OpDef, error) {
	if def := p.ctx.OpDef(name); def != nil {
		return def, nil
	}
	dialect, rest, dotted := strings.Cut(name, ".")
	switch {
	case name == "":
		return nil, p.fail(codeOp, tok.start, "empty operation name is invalid")
	case strings.ContainsRune(name, 0):
		return nil, p.fail(codeOp, tok.start, "null character not allowed in operation name")
	case p.ctx.AllowUnregistered:
	case p.ctx.Dialect(dialect) != nil && dotted && rest != "":
		return nil, p.noteSupported(dialect, p.diag(codeOp, tok.start, tok.end,
			"unregistered operation '%s' found in dialect ('%s') that does not allow unknown operations",
			name, dialect))
	default:
		d := p.diag(codeUnregistered, tok.start, tok.end,
			"operation being parsed with an unregistered dialect. "+
				"If this is intended, please use -allow-unregistered-dialect with the MLIR tool used")
		if how := loweredBy[dialect]; how != "" {
			return nil, d.Suggest("lower it first: %s", how)
		}
		return nil, d
	}
	return p.ctx.UnregisteredOpDef(name), nil
}

// genericRest parses the text behind the name of an operation in generic form.
func (p *parser) genericRest(s *ir.OpState) (*ir.Op, error) {
	operandMark, entryMark := len(p.operands), len(p.entries)
	valueMark, typeMark := len(p.values), len(p.types)
	defer func() {
		p.operands, p.entries = p.operands[:operandMark], p.entries[:entryMark]
		p.values, p.types = p.values[:valueMark], p.types[:typeMark]
	}()
	if err := p.expect(tLParen, "expected '(' to start operand list"); err != nil {
		return nil, err
	}
	if err := p.operandsUntil(tRParen, "expected ')' to end operand list"); err != nil {
		return nil, err
	}
	if p.is(tLSquare) {
		if err := p.successors(s); err != nil {
			return nil, err
		}
	}
	if p.is(tLess) {
		if err := p.properties(s); err != nil {
			return nil, err
		}
	}
	if p.is(tLParen) {
		if err := p.genericRegions(s); err != nil {
			return nil, err
		}
	}
	if p.is(tLBrace) {
		if err := p.opAttrDict(s); err != nil {
			return nil, err
		}
		s.Attrs = p.entries[entryMark:]
	}
	if err := p.expect(tColon, "expected ':' followed by operation type"); err != nil {
		return nil, err
	}
	if err := p.signature(s, operandMark); err != nil {
		return nil, err
	}
	p.defaultSegments(s)
	for i := range s.Def.Attrs {
		if decl := &s.Def.Attrs[i]; decl.Written && !isGiven(s, decl.Name) {
			span := ir.LocationSpan(s.Loc)
			return nil, p.diag(codeAttr, span.Start, p.prevEnd, "'%s' op requires attribute '%s'", s.Def.Name,
				decl.Name)
		}
	}
	return p.make(s)
}

// isGiven reports whether the text has given an attribute for an operation that is being parsed.
func isGiven(s *ir.OpState, name string) bool {
	named := func(a ir.NamedAttr) bool { return a.Name == name }
	return slices.ContainsFunc(s.Properties, named) || slices.ContainsFunc(s.Attrs, named)
}

// defaultSegments sets missing sizes of operand or result groups to zero, as MLIR's storage of properties
// does.
func (p *parser) defaultSegments(s *ir.OpState) {
	add := func(trait ir.Trait, name string, groups int) {
		named := func(a ir.NamedAttr) bool { return a.Name == name }
		if s.Def.Traits&trait == 0 || slices.ContainsFunc(s.Attrs, named) ||
			slices.ContainsFunc(s.Properties, named) {
			return
		}
		s.Attrs = append(s.Attrs, ir.NamedAttr{Name: name, Value: p.ctx.I32Array(make([]int64, groups)...)})
	}
	add(ir.AttrSizedOperands, operandSizes, len(s.Def.Operands))
	add(ir.AttrSizedResults, resultSizes, len(s.Def.Results))
}

// signature parses the type of an operation in generic form and resolves its operands, which are on their
// stack from mark on.
func (p *parser) signature(s *ir.OpState, mark int) error {
	off := p.tok.start
	typeMark, valueMark := len(p.types), len(p.values)
	inputs, results, err := p.functionParts(typeMark)
	if err != nil {
		return err
	}
	operands := p.operands[mark:]
	if len(inputs) != len(operands) {
		return p.diag(codeOp, off, p.prevEnd, "expected %s but had %d",
			diag.Count(len(operands), "operand type"), len(inputs))
	}
	for i, o := range operands {
		v, err := p.use(o, inputs[i])
		if err != nil {
			return err
		}
		p.values = append(p.values, v)
	}
	s.Operands, s.Results = p.values[valueMark:], results
	return nil
}

// functionParts parses a function type and pushes its types on their stack, without making the function type.
func (p *parser) functionParts(mark int) (inputs, results []ir.Type, err error) {
	if !p.is(tLParen) {
		off := p.tok.start
		t, err := p.typ()
		if err != nil {
			return nil, nil, err
		}
		f, ok := t.(*ir.FunctionType)
		if !ok {
			return nil, nil, p.fail(codeType, off, "expected function type")
		}
		return f.Inputs, f.Results, nil
	}
	p.advance()
	if err := p.typesUntil(tRParen); err != nil {
		return nil, nil, err
	}
	if err := p.expect(tArrow, "expected '->' in function type"); err != nil {
		return nil, nil, err
	}
	n := len(p.types)
	if err := p.resultTypes(); err != nil {
		return nil, nil, err
	}
	return p.types[mark:n], p.types[n:], nil
}

// resultTypes parses "t" or "(t, u)" and pushes the types on their stack.
func (p *parser) resultTypes() error {
	if p.accept(tLParen) {
		return p.typesUntil(tRParen)
	}
	t, err := p.nonFunctionType()
	if err != nil {
		return err
	}
	p.types = append(p.types, t)
	return nil
}

// typesUntil parses types separated by commas up to the closing token, and pushes them on their stack.
func (p *parser) typesUntil(end kind) error {
	if p.accept(end) {
		return nil
	}
	for {
		t, err := p.typ()
		if err != nil {
			return err
		}
		p.types = append(p.types, t)
		if !p.accept(tComma) {
			return p.expect(end, "expected ')'")
		}
	}
}

// operandsUntil parses %a, %b#1 up to the closing token, and pushes the operands on their stack.
func (p *parser) operandsUntil(end kind, message string) error {
	if p.accept(end) {
		return nil
	}
	for {
		o, err := p.operand()
		if err != nil {
			return err
		}
		p.operands = append(p.operands, o)
		if !p.accept(tComma) {
			return p.expect(end, message)
		}
	}
}

// operand parses %name or %name#N.
func (p *parser) operand() (ir.UnresolvedOperand, error) {
	if !p.is(tPercent) {
		return ir.UnresolvedOperand{}, p.wrong("expected SSA operand")
	}
	o := ir.UnresolvedOperand{Name: p.text(p.tok)[1:], Off: p.tok.start}
	p.advance()
	if !p.is(tHash) || classes[p.src[p.tok.start+1]]&digit == 0 {
		return o, nil
	}
	for _, c := range []byte(p.text(p.tok)[1:]) {
		o.Index = o.Index*10 + int(c-'0')
		if o.Index > 1<<31-1 {
			return o, p.fail(codeValue, p.tok.start, "invalid SSA value result number")
		}
	}
	p.advance()
	return o, nil
}

// successors parses [^a, ^b].
func (p *parser) successors(s *ir.OpState) error {
	p.advance()
	for {
		b, err := p.successor()
		if err != nil {
			return err
		}
		s.Successors = append(s.Successors, b)
		if !p.accept(tComma) {
			return p.expect(tRSquare, "expected ']'")
		}
	}
}

// properties parses <{...}>.
func (p *parser) properties(s *ir.OpState) error {
	p.advance()
	off := p.tok.start
	a, err := p.attr(nil)
	if err != nil {
		return err
	}
	switch d, ok := a.(*ir.DictAttr); {
	case ok && d.Entries == nil:
		s.Properties = []ir.NamedAttr{}
	case ok:
		s.Properties = d.Entries
	case s.Def.Unregistered:
		s.Properties = []ir.NamedAttr{{Value: a}} // an attribute that is no dictionary is kept without a name
	default:
		return p.fail(codeAttr, off, "expected a dictionary of properties, but found '%s'", a)
	}
	return p.expect(tGreater, "expected '>' to close properties")
}

// make makes the operation of a complete state. An attribute that is declared to hold a case of an
// enumeration, or to have parameters, must do so, as MLIR's storage of properties demands.
func (p *parser) make(s *ir.OpState) (*ir.Op, error) {
	if len(s.Def.Attrs) > 0 {
		span := ir.LocationSpan(s.Loc)
		p.storeWords(s)
		for _, a := range s.Properties {
			if !fitsStorage(s.Def, a) {
				return nil, p.diag(codeAttr, span.Start, p.prevEnd,
					"invalid properties %s for op %s: Invalid attribute `%s` in property conversion: %s",
					p.ctx.Dict(s.Properties), s.Def.Name, a.Name, a.Value)
			}
		}
		for _, a := range s.Attrs {
			if !fitsStorage(s.Def, a) {
				return nil, p.diag(codeAttr, span.Start, p.prevEnd,
					"'%s' op attribute '%s' failed to satisfy constraint: %s",
					s.Def.Name, a.Name, s.Def.Attr(a.Name).Type.Summary)
			}
		}
	}
	return p.arena.NewOp(p.ctx, s), nil
}

// storeWords converts integers for enumerations to the type in which the enumeration is stored, if the
// enumeration accepts every integer type.
func (p *parser) storeWords(s *ir.OpState) {
	shared := true // the list of properties belongs to an attribute
	for i, a := range s.Properties {
		def := s.Def.Attr(a.Name)
		if def == nil || !def.Type.Word {
			continue
		}
		v, ok := a.Value.(*ir.IntegerAttr)
		if !ok {
			continue
		}
		if shared {
			s.Properties, shared = slices.Clone(s.Properties), false
		}
		s.Properties[i].Value = p.ctx.Int(p.ctx.Integer(def.Type.Enum.Width), v.Value)
	}
}

func fitsStorage(d *ir.OpDef, a ir.NamedAttr) bool {
	def := d.Attr(a.Name)
	return def == nil || def.Type.Enum == nil && def.Type.Def == nil || def.Type.Match == nil ||
		def.Type.Match(a.Value)
}

func (p *parser) genericRegions(s *ir.OpState) error {
	p.advance()
	for {
		r, err := p.region(nil, false)
		if err != nil {
			return err
		}
		s.Regions = append(s.Regions, r)
		if !p.accept(tComma) {
			return p.expect(tRParen, "expected ')' to end region list")
		}
	}
}
