package text

import (
	"context"
	"io"
	"strconv"

	"github.com/inflight-compiler/inflight/interrupt"
	"github.com/inflight-compiler/inflight/ir"
)

// PrintOptions changes what Print writes. With the zero value it writes the same as mlir-opt.
type PrintOptions struct {
	// Generic writes every operation in generic form.
	Generic bool
	// DebugInfo writes locations.
	DebugInfo bool
	// ElideLarge leaves out the elements of dense attributes that are not splats and have more elements than
	// this number. 0 means no limit.
	ElideLarge int
	// LocalScope writes types, maps and locations themselves instead of aliases.
	LocalScope bool
	// Context ends the printing when it ends, by a panic that interrupt.Catch converts to an error. Nil means
	// that nothing ends the printing.
	Context context.Context
}

// Print writes an operation and a newline. If the operation has no parent, it first writes the aliases that
// the operation uses. Print stores the numbers of values in an ir.ValueMap. So no other goroutine may print
// the same operation at the same time, and no ir.ValueMap of its values may be in use.
func Print(w io.Writer, op *ir.Op, opts PrintOptions) error {
	p := newPrinter(make([]byte, 0, 2*flushSize), op, opts)
	p.w, p.ids, p.blocks = w, newNumbers(true), newLabels(true)
	p.print(op)
	p.flush()
	return p.err
}

// Append appends an operation and a newline; see Print.
func Append(dst []byte, op *ir.Op, opts PrintOptions) []byte {
	p := newPrinter(dst, op, opts)
	p.print(op)
	return p.dst
}

// flushSize is the number of bytes after which Print writes them to its writer.
const flushSize = 1 << 16

func (p *printer) flush() {
	if p.err == nil {
		_, p.err = p.w.Write(p.dst)
	}
	p.dst = p.dst[:0]
}

func (p *printer) print(op *ir.Op) {
	if op.Block() != nil {
		p.nameAround(op)
		p.opWithLoc(op)
		p.dst = append(p.dst, '\n')
		return
	}
	if !p.opts.LocalScope {
		p.aliases = collectAliases(p, op)
	}
	p.writeAliases(false)
	p.nameAround(op)
	p.opWithLoc(op)
	p.dst = append(p.dst, '\n')
	p.writeAliases(true)
	p.appendMetadata()
}

// String returns an operation in MLIR's syntax, without a newline at the end.
func String(op *ir.Op, opts PrintOptions) string {
	b := Append(nil, op, opts)
	return string(b[:len(b)-1])
}

// printer is the state of printing one operation with all operations in it. It implements ir.OpPrinter.
type printer struct {
	dst     []byte
	w       io.Writer // the writer of Print; nil if all text stays in dst
	err     error     // the first error of w
	ctx     *ir.Context
	opts    PrintOptions
	form    ir.Form
	indent  int
	dialect string // default dialect of the operation's region
	naming
	aliases    *aliasTable
	visiting   *aliasVisitor // set while aliases are collected
	known      map[*ir.OpDef]*syntax
	recent     [syntaxes]*syntax // some of known, by the number of the definition
	building   *templateBuilder  // set while a template is made
	entries    []ir.NamedAttr    // stack of attributes being sorted
	types      [256]textLine
	attrs      [256]textLine
	handles    []string                   // the handles of the resources that the text names
	distinct   map[*ir.DistinctAttr]int64 // the numbers of distinct attributes, in the order of writing
	numbered   bool                       // text was written that uses handles or distinct
	team       team                       // prints functions in parallel
	regionTeam team                       // prints a large region in parallel
	poll       *interrupt.Poll
	plain      bool // operations with regions have to be printed one after the other
}

// textLine is an entry of a cache with the texts of types or attributes, by their number. No cached type or
// attribute has number 0.
type textLine struct {
	id   uint32
	text string
}

func newPrinter(dst []byte, op *ir.Op, opts PrintOptions) *printer {
	p := &printer{
		dst:     dst,
		ctx:     op.Context(),
		opts:    opts,
		naming:  newNaming(opts.Generic),
		poll:    interrupt.NewPoll(opts.Context),
		known:   map[*ir.OpDef]*syntax{},
		dialect: "builtin",
	}
	p.form.ElideAbove = opts.ElideLarge
	p.form.Resource = p.useHandle
	p.form.Distinct = p.distinctID
	return p
}

// opWithLoc appends an operation with its indentation, its results and, if locations are printed, its
// location.
func (p *printer) opWithLoc(op *ir.Op) {
	p.poll.Step()
	p.spaces()
	if op.NumResults() > 0 {
		p.resultsOf(op)
	}
	if op.NumRegions() > 0 {
		names := p.enterOp(op)
		p.opBody(op)
		p.leaveOp(op, names)
	} else {
		p.opBody(op)
	}
	if p.opts.DebugInfo {
		p.trailingLoc(op.Loc())
	}
}

func (p *printer) spaces() {
	const blanks = "                                                                "
	n := p.indent
	for n > len(blanks) {
		p.dst = append(p.dst, blanks...)
		n -= len(blanks)
	}
	p.dst = append(p.dst, blanks[:n]...)
}

// resultsOf appends "%0:2 = " for an operation with results.
func (p *printer) resultsOf(op *ir.Op) {
	n := op.NumResults()
	if n == 1 {
		p.dst = append(p.appendName(p.dst, op.Result(0)), " = "...)
		return
	}
	if groups := p.groups[op]; groups != nil {
		for i, first := range groups {
			next := n
			if i+1 < len(groups) {
				next = groups[i+1]
			}
			if i > 0 {
				p.dst = append(p.dst, ", "...)
			}
			p.resultGroup(op, first, next-first)
		}
	} else {
		p.resultGroup(op, 0, n)
	}
	p.dst = append(p.dst, " = "...)
}

func (p *printer) resultGroup(op *ir.Op, first, count int) {
	p.dst = p.appendName(p.dst, op.Result(first))
	if count > 1 {
		p.dst = strconv.AppendInt(append(p.dst, ':'), int64(count), 10)
	}
}

// InnerOp implements ir.OpPrinter.
func (p *printer) InnerOp(op *ir.Op) { p.opBody(op) }

// opBody appends an operation without results and location.
func (p *printer) opBody(op *ir.Op) {
	s := p.syntaxOf(op.Def())
	if s.printsGeneric(op) {
		p.GenericOp(op)
		return
	}
	if s.fixed {
		if st := p.templateFor(s, op); st != nil {
			p.instantiate(st, op, s.leftOut(p.dialect))
			return
		}
	}
	p.dst = append(p.dst, s.def.Name[s.leftOut(p.dialect):]...)
	p.customForm(s, op)
}

// customForm appends the text behind the name of an operation in custom form.
func (p *printer) customForm(s *syntax, op *ir.Op) {
	if s.format != nil {
		p.printElements(s.format, op, s.format.elements)
	} else {
		s.def.Print(p, op)
	}
}

// GenericOp implements ir.OpPrinter.
func (p *printer) GenericOp(op *ir.Op) {
	if p.visiting != nil {
		p.visitGeneric(op)
		return
	}
	p.dst = ir.AppendQuoted(p.dst, op.Name())
	p.dst = append(p.dst, '(')
	for i := range op.NumOperands() {
		if i > 0 {
			p.dst = append(p.dst, ", "...)
		}
		p.Operand(op.Operand(i))
	}
	p.dst = append(p.dst, ')')
	p.genericSuccessors(op)
	p.properties(op)
	if op.NumRegions() > 0 {
		p.dst = append(p.dst, " ("...)
		for i, r := range op.Regions() {
			if i > 0 {
				p.dst = append(p.dst, ", "...)
			}
			p.region(r, true, true, true)
		}
		p.dst = append(p.dst, ')')
	}
	p.Dict(op.Attrs())
	p.dst = append(p.dst, " : "...)
	p.signature(op)
}

// properties appends <{...}>. An unregistered operation may have an empty dictionary there, or an attribute
// that is no dictionary, which is stored without a name.
func (p *printer) properties(op *ir.Op) {
	props := op.Properties()
	switch {
	case len(props) == 1 && props[0].Name == "":
		p.dst = append(p.dst, " <"...)
		p.Attr(props[0].Value)
		p.dst = append(p.dst, '>')
	case len(props) > 0 || props != nil && op.Def().Unregistered:
		mark := p.sorted(props)
		p.dst = append(p.dst, " <{"...)
		p.appendEntries(p.entries[mark:])
		p.dst = append(p.dst, "}>"...)
		p.entries = p.entries[:mark]
	}
}

func (p *printer) genericSuccessors(op *ir.Op) {
	if op.NumSuccessors() == 0 {
		return
	}
	p.dst = append(p.dst, '[')
	for i, b := range op.Successors() {
		if i > 0 {
			p.dst = append(p.dst, ", "...)
		}
		p.blockName(b)
	}
	p.dst = append(p.dst, ']')
}

// signature appends (operand types) -> result types.
func (p *printer) signature(op *ir.Op) {
	p.dst = append(p.dst, '(')
	for i := range op.NumOperands() {
		if i > 0 {
			p.dst = append(p.dst, ", "...)
		}
		p.Type(op.Operand(i).Type())
	}
	p.dst = append(p.dst, ") -> "...)
	switch op.NumResults() {
	case 0:
		p.dst = append(p.dst, "()"...)
	case 1:
		p.resultType(op.Result(0).Type())
	default:
		p.dst = append(p.dst, '(')
		for i := range op.NumResults() {
			if i > 0 {
				p.dst = append(p.dst, ", "...)
			}
			p.Type(op.Result(i).Type())
		}
		p.dst = append(p.dst, ')')
	}
}

// resultType appends the type of the only result in a signature.
func (p *printer) resultType(t ir.Type) {
	if _, isFunction := t.(*ir.FunctionType); isFunction {
		p.dst = append(p.dst, '(')
		p.Type(t)
		p.dst = append(p.dst, ')')
		return
	}
	p.Type(t)
}

// sorted pushes entries, ordered by name, on the stack of entries, and returns the index of the first.
func (p *printer) sorted(entries []ir.NamedAttr) int {
	mark := len(p.entries)
	p.entries = append(p.entries, entries...)
	sortEntries(p.entries[mark:])
	return mark
}

func sortEntries(es []ir.NamedAttr) {
	const many = 16
	if len(es) > many {
		copy(es, ir.SortedAttrs(es))
		return
	}
	for i := 1; i < len(es); i++ {
		for j := i; j > 0 && es[j].Name < es[j-1].Name; j-- {
			es[j], es[j-1] = es[j-1], es[j]
		}
	}
}

// appendEntries appends "a = 1 : i32, b".
func (p *printer) appendEntries(es []ir.NamedAttr) {
	for i := range es {
		if i > 0 {
			p.dst = append(p.dst, ", "...)
		}
		p.dst = ir.AppendKeywordOrString(p.dst, es[i].Name)
		if _, unit := es[i].Value.(*ir.UnitAttr); !unit {
			p.dst = append(p.dst, " = "...)
			p.Attr(es[i].Value)
		}
	}
}

// region appends "{ ... }". With emptyBlock, an entry block without operations gets a label.
func (p *printer) region(r *ir.Region, entryArgs, terminators, emptyBlock bool) {
	if p.visiting != nil {
		p.visitRegion(r, entryArgs, terminators)
		return
	}
	p.dst = append(p.dst, "{\n"...)
	if !r.Empty() {
		dialect := p.dialect
		p.dialect = ""
		if op := r.Op(); op != nil {
			p.dialect = op.Def().DefaultDialect
		}
		names := p.enterRegion(r)
		entry := entryForm{label: entryArgs && r.Entry().NumArgs() > 0 || emptyBlock && r.Entry().Empty() ||
			p.preceded(r.Entry()), terminator: terminators}
		if pieces := p.piecesOf(r); pieces != nil {
			p.inPieces(pieces, entry)
		} else {
			p.blocksOf(ir.Piece{Blocks: r.Blocks()}, entry)
		}
		p.leaveRegion(names)
		p.dialect = dialect
	}
	p.spaces()
	p.dst = append(p.dst, '}')
}

const indentWidth = 2

// entryForm says which of the label and the terminator of a region's entry block are written.
type entryForm struct{ label, terminator bool }

// blocksOf appends several blocks of a region, or a part of one block.
func (p *printer) blocksOf(x ir.Piece, entry entryForm) {
	for _, b := range x.Blocks {
		first, end := x.Ops(b)
		if first == b.First() && (entry.label || !b.IsEntry()) {
			p.blockLabel(b)
		}
		if p.ops(first, end, entry.terminator || !b.IsEntry()); p.plain && p.numbered {
			return
		}
	}
}

// ops appends operations of a block, from first to the one before end, a line each.
func (p *printer) ops(first, end *ir.Op, terminator bool) {
	p.indent += indentWidth
	teamwork := p.canTeam()
	for op := first; op != end; op = op.Next() {
		if teamwork {
			if op = p.inTeam(op); op == nil {
				break
			}
		}
		if p.plain && op.NumRegions() > 0 {
			p.numbered = true
			break
		}
		if !terminator && op.Next() == nil && op.Has(ir.Terminator) {
			break
		}
		p.opWithLoc(op)
		p.dst = append(p.dst, '\n')
		if len(p.dst) > flushSize && p.w != nil {
			p.flush()
		}
	}
	p.indent -= indentWidth
}

// blockLabel appends "^bb1(%0: i32):  // pred: ^bb0".
func (p *printer) blockLabel(b *ir.Block) {
	p.spaces()
	p.blockName(b)
	if b.NumArgs() > 0 {
		p.dst = append(p.dst, '(')
		for i, a := range b.Args() {
			if i > 0 {
				p.dst = append(p.dst, ", "...)
			}
			p.RegionArgument(a, nil, true)
		}
		p.dst = append(p.dst, ')')
	}
	p.dst = append(p.dst, ':')
	p.predecessors(b)
	p.dst = append(p.dst, '\n')
}

func (p *printer) predecessors(b *ir.Block) {
	var preds []*label
	if l := p.blocks.get(b); l != nil {
		preds = l.preds
	}
	switch {
	case len(preds) == 0 && !b.IsEntry():
		p.dst = append(p.dst, "  // no predecessors"...)
	case len(preds) == 1:
		p.dst = append(p.dst, "  // pred: "...)
		p.label(preds[0].number)
	case len(preds) > 1:
		p.dst = strconv.AppendInt(append(p.dst, "  // "...), int64(len(preds)), 10)
		p.dst = append(p.dst, " preds: "...)
		for i, pred := range preds {
			if i > 0 {
				p.dst = append(p.dst, ", "...)
			}
			p.label(pred.number)
		}
	}
}

func (p *printer) blockName(b *ir.Block) {
	if b == nil || b.Region() == nil {
		p.dst = append(p.dst, "<<UNKNOWN BLOCK>>"...)
		return
	}
	number := int32(0)
	if l := p.blocks.get(b); l != nil {
		number = l.number
	}
	p.label(number)
}

func (p *printer) label(number int32) {
	p.dst = appendNumber(append(p.dst, "^bb"...), number)
}

// trailingLoc appends " loc(...)".
func (p *printer) trailingLoc(l ir.Location) {
	p.dst = append(p.dst, ' ')
	l = p.interned(l)
	if alias := p.aliases.of(l); alias != "" {
		p.dst = append(append(append(p.dst, "loc("...), alias...), ')')
		return
	}
	p.dst = p.form.AppendAttrBody(p.dst, l, ir.WithType)
}

// interned returns the location with line and column in place of an offset, so that equal places are equal
// locations.
func (p *printer) interned(l ir.Location) ir.Location {
	switch s := l.(type) {
	case nil:
		return p.ctx.UnknownLoc
	case *ir.SourceLoc:
		if s.File == nil {
			return p.ctx.UnknownLoc
		}
		line, col := s.File.Position(s.Off)
		return p.ctx.FileLoc(s.File.Name, line, col)
	case *ir.AnnotatedLoc:
		return p.interned(s.SourceLoc)
	}
	return l
}

// distinctID numbers distinct attributes in the order in which they are
// written.
func (p *printer) distinctID(a *ir.DistinctAttr) int64 {
	p.numbered = true
	id, known := p.distinct[a]
	if !known {
		if p.distinct == nil {
			p.distinct = map[*ir.DistinctAttr]int64{}
		}
		id = int64(len(p.distinct))
		p.distinct[a] = id
	}
	return id
}
