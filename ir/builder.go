package ir

import (
	"fmt"
	"slices"
)

// Builder makes operations at an insertion point. The zero insertion point
// makes detached operations.
type Builder struct {
	Ctx *Context
	Loc Location // location of what is made
	// Arena holds what is made, for programs made in one go; nil for memory of its own per operation.
	Arena *Arena

	block    *Block
	before   *Op // nil: at the end of block
	listener func(*Op)
	state    OpState // of the operation that is being made, so that none escapes
	lists    lists   // of state, for Make
}

// NewBuilder returns a builder without insertion point.
func NewBuilder(c *Context) *Builder { return &Builder{Ctx: c, Loc: c.UnknownLoc} }

// At returns a builder that inserts in front of op, with op's location.
func At(op *Op) *Builder {
	return &Builder{Ctx: op.ctx, Loc: op.loc, block: op.block, before: op}
}

// AtEnd returns a builder that inserts at the end of block.
func AtEnd(c *Context, block *Block) *Builder {
	return &Builder{Ctx: c, Loc: c.UnknownLoc, block: block}
}

// SetBefore moves the insertion point in front of op.
func (b *Builder) SetBefore(op *Op) { b.block, b.before = op.block, op }

// SetAfter moves the insertion point behind op.
func (b *Builder) SetAfter(op *Op) { b.block, b.before = op.block, op.next }

// SetStart moves the insertion point to the start of block.
func (b *Builder) SetStart(block *Block) { b.block, b.before = block, block.first }

// SetEnd moves the insertion point to the end of block.
func (b *Builder) SetEnd(block *Block) { b.block, b.before = block, nil }

// InsertionPoint is a place in a block, to be restored later.
type InsertionPoint struct {
	block  *Block
	before *Op
}

// Save returns the insertion point.
func (b *Builder) Save() InsertionPoint { return InsertionPoint{b.block, b.before} }

// Restore goes back to an insertion point that Save returned.
func (b *Builder) Restore(p InsertionPoint) { b.block, b.before = p.block, p.before }

// InBlock runs f with the insertion point at the end of block.
func (b *Builder) InBlock(block *Block, f func()) {
	saved := b.Save()
	b.SetEnd(block)
	f()
	b.Restore(saved)
}

// Block returns the block of the insertion point, or nil.
func (b *Builder) Block() *Block { return b.block }

// OnInsert makes the builder call f with every operation it inserts.
func (b *Builder) OnInsert(f func(*Op)) { b.listener = f }

// Insert puts a detached operation at the insertion point.
func (b *Builder) Insert(op *Op) *Op {
	if b.block != nil {
		b.block.InsertBefore(op, b.before)
	}
	if b.listener != nil {
		b.listener(op)
	}
	return op
}

// Create makes an operation and inserts it. A nil s.Loc takes the builder's
// location. Results left nil are inferred where the definition can; a failure
// to infer is a programming error.
func (b *Builder) Create(s OpState) *Op {
	if s.Loc == nil {
		s.Loc = b.Loc
	}
	b.state = s
	if s.Results == nil {
		b.infer()
	}
	op := b.newOp()
	b.state = OpState{} // nothing is kept alive
	return b.Insert(op)
}

// lists is memory for what an operation is made of.
type lists struct {
	operands []*Value
	results  []Type
	attrs    []NamedAttr
}

// Make is Create for an operation without regions and successors. Its lists may stay on the stack of the
// caller. Results that are nil are inferred.
func (b *Builder) Make(def *OpDef, operands []*Value, results []Type, attrs ...NamedAttr) *Op {
	l := &b.lists
	l.operands = append(l.operands[:0], operands...)
	l.attrs = append(l.attrs[:0], attrs...)
	b.state = OpState{Def: def, Loc: b.Loc, Operands: l.operands, Attrs: l.attrs}
	if results == nil {
		b.infer()
	} else if len(results) > 0 {
		l.results = append(l.results[:0], results...)
		b.state.Results = l.results
	}
	return b.Insert(b.newOp())
}

// infer finds the types of the results of the operation that is being made.
func (b *Builder) infer() {
	types, err := inferInto(b.lists.results[:0], b.Ctx, &b.state)
	if err != nil {
		panic(fmt.Sprintf("ir: %s: %v", b.state.Def.Name, err))
	}
	b.state.Results = types
	if b.state.Def.InferTypes == nil {
		b.lists.results = types
	}
}

// newOp makes the operation that b.state describes.
func (b *Builder) newOp() *Op {
	if b.Arena != nil {
		return b.Arena.NewOp(b.Ctx, &b.state)
	}
	return b.Ctx.NewOp(b.state)
}

// NewBlock returns a detached block with arguments, for an operation that the builder makes.
func (b *Builder) NewBlock(args ...Type) *Block {
	if b.Arena == nil {
		return NewBlock(args...)
	}
	block := b.Arena.NewBlock()
	for _, t := range args {
		b.Arena.AddArg(block, t, nil)
	}
	return block
}

// NewRegion returns a region with blocks, for an operation that the builder makes.
func (b *Builder) NewRegion(blocks ...*Block) *Region {
	if b.Arena == nil {
		return NewRegion(blocks...)
	}
	r := b.Arena.NewRegion()
	for _, block := range blocks {
		r.Append(block)
	}
	return r
}

// Op makes an operation with inferred results from operands and attributes
// given as name, value pairs.
func (b *Builder) Op(def *OpDef, operands []*Value, attrs ...NamedAttr) *Op {
	return b.Make(def, operands, nil, attrs...)
}

// InferResultTypes computes the result types of an operation to be made.
func InferResultTypes(c *Context, s *OpState) ([]Type, error) { return inferInto(nil, c, s) }

// inferInto is InferResultTypes with memory for the types that the table says.
func inferInto(types []Type, c *Context, s *OpState) ([]Type, error) {
	switch {
	case s.Def.InferTypes != nil:
		return s.Def.InferTypes(c, s)
	case len(s.Def.Results) == 0:
		return nil, nil
	case s.Def.Traits&SameOperandsAndResultType != 0 && len(s.Operands) > 0:
		for range s.Def.Results {
			types = append(types, s.Operands[0].typ)
		}
		return types, nil
	}
	for i := range s.Def.Results {
		r := &s.Def.Results[i]
		var t Type
		switch m := s.Def.Match(r.Name); {
		case r.Type.Build != nil:
			t = r.Type.Build(c)
		case m != nil:
			t = m.infer(c, s)
		}
		if t == nil {
			return nil, fmt.Errorf("cannot infer the type of result #%d", i)
		}
		types = append(types, t)
	}
	return types, nil
}

// infer returns the type that follows from that of an operand, nil if it follows from none. Operands of
// variable number must stand behind it.
func (m *TypesMatch) infer(c *Context, s *OpState) Type {
	for i := range s.Def.Operands {
		if s.Def.Operands[i].Name == m.From && i < len(s.Operands) {
			return m.Type(c, s.Operands[i].typ)
		}
	}
	return nil
}

// Mapping maps values and blocks of an original to those of its copy.
type Mapping struct {
	values map[*Value]*Value
	blocks map[*Block]*Block
	// regions is how many regions being copied lie around; early holds their operands that nothing was mapped
	// for yet.
	regions int
	early   []*Operand
	// arena, where there is one, has the memory of the copies: of those that live and die together.
	arena *Arena
}

// NewMapping returns an empty mapping.
func NewMapping() *Mapping {
	return &Mapping{values: map[*Value]*Value{}, blocks: map[*Block]*Block{}}
}

// Map makes copies use to where the original uses from.
func (m *Mapping) Map(from, to *Value) {
	if m.values != nil {
		m.values[from] = to
	}
}

// noteEarly remembers the operands of a copy in a region whose values nothing
// was mapped for yet: they may be defined further down, in a graph region or
// in a block that dominates this one.
func (m *Mapping) noteEarly(o, c *Op) {
	if m.regions == 0 {
		return
	}
	for i := range o.operands {
		if _, ok := m.values[o.operands[i].value]; !ok {
			m.early = append(m.early, &c.operands[i])
		}
	}
}

// leave ends the copy of a region. Once the outermost is complete, so are the
// values that its operations can use.
func (m *Mapping) leave() {
	if m.regions--; m.regions > 0 {
		return
	}
	for _, o := range m.early {
		if to, ok := m.values[o.value]; ok {
			o.set(to)
		}
	}
	m.early = nil
}

// Lookup returns what from maps to, itself when nothing was mapped.
func (m *Mapping) Lookup(from *Value) *Value {
	if to, ok := m.values[from]; ok {
		return to
	}
	return from
}

// Clone inserts a copy of op, with its regions, and records its results in m, which may be nil.
func (b *Builder) Clone(op *Op, m *Mapping) *Op {
	if m == nil {
		m = op.wholeMapping()
		if b.Arena != nil {
			m.arena = b.Arena
		}
	}
	return b.Insert(op.Clone(m))
}

// Clone returns a detached deep copy. Operands and successors are looked up in
// m, and results, blocks and arguments of the copy are recorded there; m may
// be nil.
func (o *Op) Clone(m *Mapping) *Op {
	if m == nil {
		m = o.wholeMapping()
	}
	c := m.newOp()
	c.def, c.loc, c.rare, c.props = o.def, o.loc, o.ctx.none, o.props
	c.operands = m.newOperands(len(o.operands))
	for i := range o.operands {
		u := &c.operands[i]
		u.owner, u.index = c, int32(i)
		u.set(m.Lookup(o.operands[i].value))
	}
	m.noteEarly(o, c)
	if len(o.attrs) > 0 {
		c.own().attrs = slices.Clone(o.attrs)
	}
	c.results = m.newValues(len(o.results))
	for i := range o.results {
		from, to := &o.results[i], &c.results[i]
		to.typ, to.op, to.index, to.note = from.typ, c, int32(i), from.note
		m.Map(from, to)
	}
	for _, s := range o.successors {
		if to, ok := m.blocks[s]; ok {
			s = to
		}
		n := c.own()
		n.successors = append(n.successors, s)
	}
	for _, r := range o.regions {
		c.AddRegion(r.Clone(m))
	}
	return c
}

// wholeMapping returns an empty mapping for a copy of the operation and of all in it, with room for its
// values. Without regions, nothing is there to look up.
func (o *Op) wholeMapping() *Mapping {
	if len(o.regions) == 0 {
		return &Mapping{}
	}
	values := 0
	for inner := range o.Walk() {
		values += len(inner.results)
	}
	return &Mapping{values: make(map[*Value]*Value, values), blocks: map[*Block]*Block{}, arena: &Arena{}}
}

func (m *Mapping) newOp() *Op {
	if m.arena != nil {
		return m.arena.newOp()
	}
	return &Op{}
}

func (m *Mapping) newOperands(n int) []Operand {
	if m.arena != nil {
		return m.arena.operands.take(n)
	}
	return make([]Operand, n)
}

func (m *Mapping) newValues(n int) []Value {
	if m.arena != nil {
		return m.arena.values.take(n)
	}
	return make([]Value, n)
}

// Clone returns a detached deep copy of the region; see Op.Clone.
func (r *Region) Clone(m *Mapping) *Region {
	m.regions++
	defer m.leave()
	copied := &Region{}
	for _, b := range r.Blocks() {
		nb := NewBlock()
		for _, a := range b.args {
			na := nb.AddArg(a.typ, nil)
			na.note = a.note
			m.Map(a, na)
		}
		m.blocks[b] = nb
		copied.Append(nb)
	}
	for i, b := range r.Blocks() {
		for op := range b.Ops() {
			copied.Blocks()[i].Append(op.Clone(m))
		}
	}
	return copied
}

// Rebuild makes an operation in front of o that is like it but for operands and results. The regions move to
// it; whoever calls it replaces the results of o and erases it.
func (o *Op) Rebuild(operands []*Value, results []Type) *Op {
	regions := make([]*Region, o.NumRegions())
	for i, r := range o.Regions() {
		regions[i] = NewRegion()
		regions[i].TakeBody(r)
	}
	return At(o).Create(OpState{
		Def: o.Def(), Operands: operands, Results: results, Properties: o.Properties(), Attrs: o.Attrs(),
		Regions: regions, Loc: o.Loc(),
	})
}
