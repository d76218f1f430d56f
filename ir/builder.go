package ir

import (
	"fmt"
	"slices"
)

// Builder makes operations at an insertion point. Without an insertion point, as in the zero Builder,
// operations are detached.
type Builder struct {
	Ctx *Context
	Loc Location // the location of operations whose OpState has none
	// Arena gives the memory of the operations, for programs that are made in one go. With nil, each
	// operation is allocated by itself.
	Arena *Arena

	block    *Block
	before   *Op // nil: at the end of block
	listener func(*Op)
	state    OpState // the operation that is being made; kept here so that an OpState need not be allocated
	lists    lists   // memory for the lists of state, used by Make
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

// InsertionPoint is a position in a block, to be restored later.
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

// Create makes an operation and inserts it. A nil s.Loc takes the builder's location. If s.Results is nil,
// the types of the results are inferred; an operation whose definition cannot infer them panics.
func (b *Builder) Create(s OpState) *Op {
	if s.Loc == nil {
		s.Loc = b.Loc
	}
	b.state = s
	if s.Results == nil {
		b.infer()
	}
	op := b.newOp()
	b.state = OpState{} // so that the builder keeps nothing of s alive
	return b.Insert(op)
}

// lists is memory for the lists of an OpState.
type lists struct {
	operands []*Value
	results  []Type
	attrs    []NamedAttr
}

// Make is Create for an operation without regions and successors. It copies its lists, so that they can stay
// on the caller's stack. If results is nil, the types of the results are inferred.
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

// infer sets the result types of the operation that is being made.
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

// Op is Make with inferred result types.
func (b *Builder) Op(def *OpDef, operands []*Value, attrs ...NamedAttr) *Op {
	return b.Make(def, operands, nil, attrs...)
}

// InferResultTypes computes the result types of an operation to be made.
func InferResultTypes(c *Context, s *OpState) ([]Type, error) { return inferInto(nil, c, s) }

// inferInto is InferResultTypes that appends to types, unless the definition has a function that infers.
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

// infer returns the result type that follows from the type of operand m.From, or nil if the operation has no
// such operand. Operands of variable number must stand behind that operand.
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
	// regions is the number of nested regions that are being copied. early holds those operands of their
	// copies whose values had no mapping yet.
	regions int
	early   []*Operand
	// arena, if not nil, gives the memory of the copies, which then live and die together.
	arena *Arena
}

// NewMapping returns an empty mapping.
func NewMapping() *Mapping {
	return &Mapping{values: map[*Value]*Value{}, blocks: map[*Block]*Block{}}
}

// Map makes copies use the value to where the original uses from.
func (m *Mapping) Map(from, to *Value) {
	if m.values != nil {
		m.values[from] = to
	}
}

// noteEarly remembers the operands of copy c whose values have no mapping yet. In a region, such a value may
// be defined later in the order of copying: in a graph region, or in a dominating block that stands further
// down.
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

// leave ends the copy of a region. When the outermost region is copied, all values that its operations use
// are mapped, and leave sets the operands that noteEarly remembered.
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

// Lookup returns the value that from is mapped to, and from itself without a mapping.
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

// wholeMapping returns an empty mapping for a copy of the operation and of all operations in it, with room
// for their values. An operation without regions gets a mapping without tables, since nothing is looked up in
// it.
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

// Rebuild makes an operation in front of o that has the same definition, attributes and location, but these
// operands and results. The regions move to the new operation. The caller replaces the results of o and
// erases it.
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
