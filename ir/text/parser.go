package text

import (
	"context"
	"strings"
	"unsafe"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/interrupt"
	"github.com/inflight-compiler/inflight/ir"
)

// Options changes what Parse accepts. The zero value accepts the same as mlir-opt.
type Options struct {
	// KeepTopLevel always puts a new module around the program, even if the text is a single module.
	KeepTopLevel bool
	// MaxNesting limits the nesting of regions, types and attributes; 0 means 500.
	MaxNesting int
	// Context ends the parsing with the error of interrupt.Error when it ends. Nil means that nothing ends
	// the parsing.
	Context context.Context
}

const defaultNesting = 500

// Parse reads a program. It returns the builtin.module of the text, or a new module around the text if the
// text is not a single module. In case of errors it returns nil and the errors. The first syntax error ends
// parsing. Names and locations of the result refer to the file.
//
// The verifier checks whether the program is valid IR. For example, Parse accepts that a value is used before
// its definition.
func Parse(ctx *ir.Context, file *diag.File, opts Options) (*ir.Op, diag.List) {
	op, err := parse(ctx, file, opts)
	if err != nil {
		return nil, diag.FromError(err)
	}
	return op, nil
}

func parse(ctx *ir.Context, file *diag.File, opts Options) (op *ir.Op, err error) {
	defer interrupt.Catch(&err)
	if len(file.Content) > maxSize {
		return nil, diag.Errorf(codeLexical, file.Span(0, 0), "the text is larger than 1 GiB")
	}
	file.ReadAs(diag.MLIR)
	p := newParser(ctx, file, opts)
	block, err := p.topLevel()
	if err == nil {
		err = p.finish()
	}
	if err != nil {
		return nil, err
	}
	return p.module(block), nil
}

// maxSize limits the size of a text, so that offsets fit in an int32.
const maxSize = 1 << 30

// parser is the state of parsing one text. It implements ir.OpParser.
type parser struct {
	lexer
	ctx     *ir.Context
	file    *diag.File
	opts    Options
	builder *ir.Builder
	arena   ir.Arena
	poll    *interrupt.Poll

	tok     token // the current token
	prevEnd int32 // the end of the token before
	depth   int
	named   int // results that the text names in front of the operation

	attrAliases map[string]ir.Attr
	typeAliases map[string]ir.Type
	typeCache   map[string]ir.Type
	mapCache    map[string]*ir.AffineMapAttr
	distinct    map[int64]*ir.DistinctAttr
	formats     map[*ir.OpDef]*format

	names *names // the values that are visible at the current position
	spare *names // an empty table for reuse, or nil
	// numbered says that an argument of a region has the name of a result, such as %r#1.
	numbered bool
	frames   []*frame // for reuse
	states   []*state // for reuse
	// the definitions of the operations being parsed, innermost last; nil for generic form
	custom   []*ir.OpDef
	forwards []*forward
	blocks   *blockScope
	dialects []string // default dialects, innermost last
	locUses  []locUse // locations by aliases that are not defined yet

	// Stacks on which calls in progress collect their lists.
	results  []resultName
	operands []ir.UnresolvedOperand
	values   []*ir.Value
	types    []ir.Type
	entries  []ir.NamedAttr

	// The places of attributes in the dictionary that is being parsed. They are kept only for loops.
	keepSpans bool
	spans     []ir.AttrSpan

	// The names in the long dictionary that is being parsed.
	seen              map[string]bool
	seenMark, seenLen int

	metadata []ir.Resource
}

// locUse is an operation or argument whose location is a later alias.
type locUse struct {
	name  string
	off   int32
	set   func(ir.Location) // nil for an argument whose location is not printed
	stand *ir.NameLoc       // the argument's stand-in location
}

// newParser returns a parser at the first token. It uses the content of the file in place, and names are
// substrings of it, because a file's content never changes.
func newParser(ctx *ir.Context, file *diag.File, opts Options) *parser {
	if opts.MaxNesting == 0 {
		opts.MaxNesting = defaultNesting
	}
	p := &parser{
		lexer:       lexer{src: unsafe.String(unsafe.SliceData(file.Content), len(file.Content))},
		ctx:         ctx,
		file:        file,
		opts:        opts,
		builder:     ir.NewBuilder(ctx),
		poll:        interrupt.NewPoll(opts.Context),
		attrAliases: map[string]ir.Attr{},
		typeAliases: map[string]ir.Type{},
		typeCache:   map[string]ir.Type{},
		mapCache:    map[string]*ir.AffineMapAttr{},
		formats:     map[*ir.OpDef]*format{},
		names:       newNames(nil),
		dialects:    []string{"builtin"},
	}
	if strings.HasPrefix(p.src, "\ufeff") { // a byte order mark
		p.pos = len("\ufeff")
	}
	p.tok = p.next()
	return p
}

// topLevel parses the whole text into a block.
func (p *parser) topLevel() (*ir.Block, error) {
	block := p.arena.NewBlock()
	p.names.enter()
	for {
		var err error
		switch p.tok.kind {
		case tEOF:
			return block, nil
		case tHash:
			err = p.attrAliasDef()
		case tBang:
			err = p.typeAliasDef()
		case tMetaBegin:
			err = p.fileMetadata()
		default:
			err = p.op(block)
		}
		if err != nil {
			return nil, err
		}
	}
}

// maxUndefined limits the number of undefined values that are reported.
const maxUndefined = 100

// finish reports names that are used but not defined at the end of the text.
func (p *parser) finish() error {
	var undefined diag.List
	for _, f := range p.forwards {
		if !f.resolved && len(undefined) < maxUndefined {
			undefined.Add(p.diag(codeValue, f.off, f.off+int32(len(f.name))+1,
				"use of undeclared SSA value name '%%%s'", f.name))
		}
	}
	if err := undefined.Err(); err != nil {
		return err
	}
	for _, u := range p.locUses {
		a, ok := p.attrAliases[u.name]
		if !ok {
			return p.diag(codeAlias, u.off, u.off+int32(len(u.name))+1,
				"operation location alias was never defined: '#%s'", u.name)
		}
		loc, ok := a.(ir.Location)
		if !ok {
			return p.diag(codeAlias, u.off, u.off+int32(len(u.name))+1, "expected location, but found '%s'",
				a)
		}
		if u.set != nil {
			u.set(loc)
		}
	}
	p.keepMetadata()
	return nil
}

// module returns the only operation of the block if it is a module, otherwise a new module with all
// operations of the block.
func (p *parser) module(block *ir.Block) *ir.Op {
	def := p.ctx.OpDef("builtin.module")
	if def == nil {
		def = p.ctx.UnregisteredOpDef("builtin.module")
	}
	only := block.First()
	if only != nil && only.Next() == nil && only.Is(def) && !p.opts.KeepTopLevel {
		only.Remove()
		return only
	}
	return p.ctx.NewOp(ir.OpState{
		Def:     def,
		Loc:     p.ctx.WholeFileLoc(p.file.Name),
		Regions: []*ir.Region{ir.NewRegion(block)},
	})
}

// ---- tokens ----

// advance moves to the next token.
func (p *parser) advance() {
	p.prevEnd = p.tok.end
	p.tok = p.next()
}

// text returns the spelling of a token.
func (p *parser) text(t token) string { return p.src[t.start:t.end] }

func (p *parser) is(k kind) bool { return p.tok.kind == k }

// accept consumes the current token if it is of the kind.
func (p *parser) accept(k kind) bool {
	if p.tok.kind != k {
		return false
	}
	p.advance()
	return true
}

// expect consumes a token of the kind or fails with the message.
func (p *parser) expect(k kind, message string) error {
	if p.tok.kind != k {
		return p.wrong(message)
	}
	p.advance()
	return nil
}

// isWord reports whether the current token is that identifier.
func (p *parser) isWord(w string) bool { return p.tok.kind == tID && p.text(p.tok) == w }

func (p *parser) acceptWord(w string) bool {
	if !p.isWord(w) {
		return false
	}
	p.advance()
	return true
}

func (p *parser) expectWord(w, message string) error {
	if !p.acceptWord(w) {
		return p.wrong(message)
	}
	return nil
}

// seek makes the token at a byte offset the current token.
func (p *parser) seek(off int32) {
	p.pos = int(off)
	p.tok = p.next()
}

// enter limits the depth of recursion. Each successful call is paired with a call of leave.
func (p *parser) enter() error {
	p.depth++
	if p.depth > p.opts.MaxNesting {
		return p.fail(codeNesting, p.tok.start, "nesting too deep: more than %d levels", p.opts.MaxNesting)
	}
	return nil
}

func (p *parser) leave() { p.depth-- }

// ---- errors ----

// diag returns an error about the bytes [start, end).
func (p *parser) diag(code diag.Code, start, end int32, format string, args ...any) *diag.Diagnostic {
	return diag.Errorf(code, p.file.Span(int(start), int(end)), format, args...)
}

// fail returns an error at an offset. If the token there is malformed, it returns the error about that token.
func (p *parser) fail(code diag.Code, off int32, format string, args ...any) error {
	if p.tok.kind == tError && off >= p.tok.start {
		return p.diag(codeLexical, p.tok.start, p.tok.end, "%s", p.problem)
	}
	end := off
	if off == p.tok.start {
		end = p.tok.end
	}
	return p.diag(code, off, end, format, args...)
}

// wrong returns the error that the current token is not the expected one. The error is placed directly behind
// the previous token, where the expected token is missing, because the current token may be many lines below.
func (p *parser) wrong(message string) error {
	if p.tok.kind == tError {
		return p.diag(codeLexical, p.tok.start, p.tok.end, "%s", p.problem)
	}
	off := p.prevEnd
	if off == 0 {
		off = p.tok.start
	}
	d := p.diag(codeSyntax, off, off, "%s", message)
	if p.tok.kind == tEOF {
		return d.Note(d.Span, "the text ends here")
	}
	return d
}

// ---- aliases ----

// attrAliasDef parses #name = attribute.
func (p *parser) attrAliasDef() error {
	name, err := p.aliasName("attribute")
	if err != nil {
		return err
	}
	if _, taken := p.attrAliases[name]; taken {
		return p.fail(codeAlias, p.tok.start, "redefinition of attribute alias id '%s'", name)
	}
	p.advance()
	if err := p.expect(tEqual, "expected '=' in attribute alias definition"); err != nil {
		return err
	}
	a, err := p.attr(nil)
	if err == nil {
		p.attrAliases[name] = a
	}
	return err
}

// typeAliasDef parses !name = type.
func (p *parser) typeAliasDef() error {
	name, err := p.aliasName("type")
	if err != nil {
		return err
	}
	if _, taken := p.typeAliases[name]; taken {
		return p.fail(codeAlias, p.tok.start, "redefinition of type alias id '%s'", name)
	}
	p.advance()
	if err := p.expect(tEqual, "expected '=' in type alias definition"); err != nil {
		return err
	}
	t, err := p.typ()
	if err == nil {
		p.typeAliases[name] = t
	}
	return err
}

func (p *parser) aliasName(what string) (string, error) {
	name := p.text(p.tok)[1:]
	for i := range name {
		if name[i] == '.' {
			return "", p.fail(codeAlias, p.tok.start,
				"%s names with a '.' are reserved for dialect-defined names", what)
		}
	}
	return name, nil
}
