package text

import (
	"strconv"

	"github.com/inflight-compiler/inflight/ir"
)

// blockScope holds the blocks of one region by name, and also names that are used but not yet defined.
type blockScope struct {
	outer *blockScope
	refs  []blockRef
	index map[string]int // the indices of refs by name, once there are many
}

// blockRef is a block with the place of its definition or first use.
type blockRef struct {
	name    string
	block   *ir.Block
	off     int32
	defined bool
}

// manyBlocks is the least number of blocks whose names are looked up in a map.
const manyBlocks = 12

// ref returns the entry of a name, and makes one if there is none.
func (s *blockScope) ref(p *parser, name string, off int32) *blockRef {
	if s.index != nil {
		if i, ok := s.index[name]; ok {
			return &s.refs[i]
		}
	} else {
		for i := range s.refs {
			if s.refs[i].name == name {
				return &s.refs[i]
			}
		}
	}
	s.refs = append(s.refs, blockRef{name: name, block: p.arena.NewBlock(), off: off})
	switch {
	case s.index != nil:
		s.index[name] = len(s.refs) - 1
	case len(s.refs) >= manyBlocks:
		s.index = map[string]int{}
		for i := range s.refs {
			s.index[s.refs[i].name] = i
		}
	}
	return &s.refs[len(s.refs)-1]
}

// successor parses ^name.
func (p *parser) successor() (*ir.Block, error) {
	if !p.is(tCaret) {
		return nil, p.wrong("expected block name")
	}
	if p.blocks == nil {
		return nil, p.fail(codeBlock, p.tok.start, "a block can be named only in a region")
	}
	r := p.blocks.ref(p, p.text(p.tok), p.tok.start)
	p.advance()
	return r.block, nil
}

// region parses {...}. The entry block gets args as its arguments. With isolated, values from outside are not
// visible.
func (p *parser) region(args []ir.RegionArg, isolated bool) (*ir.Region, error) {
	if err := p.enter(); err != nil {
		return nil, err
	}
	defer p.leave()
	if err := p.expect(tLBrace, "expected '{' to begin a region"); err != nil {
		return nil, err
	}
	r := p.arena.NewRegion()
	if len(args) == 0 && p.accept(tRBrace) {
		return r, nil
	}
	if isolated {
		p.isolate()
		defer p.rejoin()
	}
	p.names.enter()
	p.blocks = &blockScope{outer: p.blocks}
	err := p.regionBody(r, args)
	p.blocks = p.blocks.outer
	if err == nil {
		p.names.leave()
	}
	return r, err
}

func (p *parser) regionBody(r *ir.Region, args []ir.RegionArg) error {
	if err := p.entryBlock(r, args); err != nil {
		return err
	}
	for !p.is(tRBrace) {
		if err := p.labelledBlock(r); err != nil {
			return err
		}
	}
	for i := range p.blocks.refs {
		if b := &p.blocks.refs[i]; !b.defined {
			return p.diag(codeBlock, b.off, b.off+int32(len(b.name)), "reference to an undefined block '%s'",
				b.name)
		}
	}
	p.advance()
	return nil
}

// entryBlock parses the first block of a region up to its end. If the block has a label, labelledBlock parses
// it instead.
func (p *parser) entryBlock(r *ir.Region, args []ir.RegionArg) error {
	if p.is(tCaret) {
		if len(args) > 0 {
			return p.fail(codeBlock, p.tok.start, "invalid block name in region with named arguments")
		}
		return nil
	}
	b := p.arena.NewBlock()
	r.Append(b)
	for i := range args {
		if err := p.entryArg(b, &args[i]); err != nil {
			return err
		}
	}
	return p.blockBody(b)
}

func (p *parser) entryArg(b *ir.Block, arg *ir.RegionArg) error {
	loc := arg.Loc
	if loc == nil {
		loc = p.arena.SourceLoc(p.file, arg.Operand.Off)
	}
	v := p.arena.AddArg(b, arg.Type, loc)
	p.setLoc(v, loc)
	if arg.Operand.Name == "" {
		return nil
	}
	if arg.Operand.Index > 0 {
		return p.numberedArg(v, arg.Operand)
	}
	p.arena.SetName(v, arg.Operand.Name)
	if off, ok := p.names.entry(arg.Operand.Name).reference(); ok {
		return p.diag(codeValue, arg.Operand.Off, arg.Operand.Off+int32(len(arg.Operand.Name))+1,
			"region entry argument '%%%s' is already in use", arg.Operand.Name).
			Note(p.file.Span(int(off), int(off)), "previously referenced here")
	}
	return p.define(arg.Operand.Name, v, 1, arg.Operand.Off)
}

// numberedArg defines an argument that has the name of a result of an operation outside, such as %r#1,
// because the operation repeats the names of its operands.
func (p *parser) numberedArg(v *ir.Value, o ir.UnresolvedOperand) error {
	name := o.Name + "#" + strconv.Itoa(o.Index)
	p.numbered = true
	if off, ok := p.names.entry(name).reference(); ok {
		return p.diag(codeValue, o.Off, o.Off+int32(len(name))+1,
			"region entry argument '%%%s' is already in use",
			name).Note(p.file.Span(int(off), int(off)), "previously referenced here")
	}
	return p.define(name, v, 1, o.Off)
}

// labelledBlock parses ^name(%arg: type, ...): operations.
func (p *parser) labelledBlock(r *ir.Region) error {
	if !p.is(tCaret) {
		return p.wrong("expected block name")
	}
	ref := p.blocks.ref(p, p.text(p.tok), p.tok.start)
	if ref.defined {
		return p.fail(codeBlock, p.tok.start, "redefinition of block '%s'", ref.name)
	}
	ref.defined = true
	b := ref.block
	r.Append(b)
	p.advance()
	if p.accept(tLParen) {
		if err := p.blockArgs(b); err != nil {
			return err
		}
	}
	if err := p.expect(tColon, "expected ':' after block name"); err != nil {
		return err
	}
	return p.blockBody(b)
}

// blockArgs parses "%a: i32, %b: f32)".
func (p *parser) blockArgs(b *ir.Block) error {
	if p.accept(tRParen) {
		return nil
	}
	for {
		if err := p.blockArg(b); err != nil {
			return err
		}
		if !p.accept(tComma) {
			return p.expect(tRParen, "expected ')'")
		}
	}
}

func (p *parser) blockArg(b *ir.Block) error {
	o, err := p.operand()
	if err != nil {
		return err
	}
	if err := p.expect(tColon, "expected ':' and type for SSA operand"); err != nil {
		return err
	}
	t, err := p.typ()
	if err != nil {
		return err
	}
	v := p.arena.AddArg(b, t, p.arena.SourceLoc(p.file, o.Off))
	p.arena.SetName(v, o.Name)
	if err := p.define(o.Name, v, 1, o.Off); err != nil {
		return err
	}
	return p.trailingLoc(v.SetLoc)
}

// blockBody parses operations up to the next label or the end of the region.
func (p *parser) blockBody(b *ir.Block) error {
	for !p.is(tCaret) && !p.is(tRBrace) {
		if err := p.op(b); err != nil {
			return err
		}
	}
	return nil
}
