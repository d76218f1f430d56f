package ir

import (
	"iter"
	"slices"

	"github.com/inflight-compiler/inflight/diag"
)

// Op is an operation: a name with a definition, operands, results, attributes,
// successors and regions. It lives in at most one block.
type Op struct {
	def        *OpDef
	block      *Block
	prev, next *Op
	loc        Location

	operands []Operand
	results  []Value
	props    *properties // inherent attributes
	*rare

	order uint32 // position in the block, valid while block.ordered
	place uint32 // in a worklist
	// sound tells whether the verifier has checked the operation, and nothing that it checks has changed
	// since; see verifier.structure.
	sound    soundness
	replaced bool // see SetReplaced
}

// rare is the context of an operation, and the lists that most operations do not have. Operations without
// these lists share the rare of their context, which saves a third of an operation's size. Call own before a
// change.
type rare struct {
	ctx        *Context
	attrs      []NamedAttr // discardable, in order of insertion
	successors []*Block
	regions    []*Region
}

// own returns a rare that belongs to this operation alone, and makes one if needed.
func (o *Op) own() *rare {
	if o.rare == o.ctx.none {
		o.rare = &rare{ctx: o.ctx}
	}
	return o.rare
}

// Operand is one use of a value by an operation. The uses of a value form a
// doubly linked list.
type Operand struct {
	value      *Value
	owner      *Op
	index      int32
	prev, next *Operand
}

// Value is the result of an operation or an argument of a block.
type Value struct {
	typ   Type
	op    *Op    // the defining operation, or nil
	block *Block // the block whose argument it is, or nil
	uses  *Operand
	note  *note // nil for a value without a note
	index int32
	place int32 // in a ValueMap
}

// note has the location and name of a value. It never changes, since copies of a value share it.
type note struct {
	loc  Location // of a block argument; nil means that of the parent
	name string   // the name it was parsed with, without %; only a hint
}

// OpState describes an operation to be made.
type OpState struct {
	Def      *OpDef
	Loc      Location // nil means unknown
	Operands []*Value
	Results  []Type
	// Attrs holds inherent and discardable attributes; NewOp sorts them by what
	// the definition declares. Inherent attributes with a default are filled in.
	Attrs []NamedAttr
	// Properties holds attributes that are inherent although the definition does not declare them, for
	// unregistered operations.
	Properties []NamedAttr
	Regions    []*Region
	Successors []*Block
}

// NewOp makes a detached operation.
func (c *Context) NewOp(s OpState) *Op {
	op := &Op{def: s.Def, loc: s.Loc, rare: c.none}
	if len(s.Successors) > 0 {
		op.own().successors = slices.Clone(s.Successors)
	}
	if op.loc == nil {
		op.loc = c.UnknownLoc
	}
	op.SetOperands(s.Operands)
	op.results = make([]Value, len(s.Results))
	for i, t := range s.Results {
		op.results[i] = Value{typ: t, op: op, index: int32(i)}
	}
	for _, r := range s.Regions {
		op.AddRegion(r)
	}
	list := append([]NamedAttr(nil), s.Properties...)
	for _, a := range s.Attrs {
		if s.Def.Attr(a.Name) != nil || getAttr(list, a.Name) != nil {
			list = setAttr(list, a.Name, a.Value)
		} else {
			op.SetAttr(a.Name, a.Value)
		}
	}
	op.props = newProperties(s.Def, s.Def.fillDefaults(c, list))
	return op
}

// Def returns the definition of the operation.
func (o *Op) Def() *OpDef { return o.def }

// Is reports whether the operation is described by def.
func (o *Op) Is(def *OpDef) bool { return o != nil && o.def == def }

// Name returns the full name, such as "arith.addi".
func (o *Op) Name() string { return o.def.Name }

// Context returns the context that owns the operation's types and attributes.
func (o *Op) Context() *Context { return o.ctx }

// Loc returns where the operation came from, never nil.
func (o *Op) Loc() Location { return o.loc }

// SetLoc changes where the operation is said to come from.
func (o *Op) SetLoc(l Location) { o.loc = l }

// Span returns the place at which diagnostics about the operation point: its own place or, if that is not
// known, the place of the nearest operation around it with a known place.
func (o *Op) Span() diag.Span {
	for at := o; at != nil; at = at.Parent() {
		if s := LocationSpan(at.loc); s.IsKnown() {
			return s
		}
	}
	return diag.Span{}
}

// Errorf returns an error located at the operation. In MLIR, messages about one operation begin with its name
// in quotes: "'arith.addi' op ..."; OpErrorf adds this prefix.
func (o *Op) Errorf(code diag.Code, format string, args ...any) *diag.Diagnostic {
	return diag.Errorf(code, o.Span(), format, args...)
}

// OpErrorf is Errorf with the prefix "'name' op ".
func (o *Op) OpErrorf(code diag.Code, format string, args ...any) *diag.Diagnostic {
	return diag.Errorf(code, o.Span(), "'"+o.Name()+"' op "+format, args...)
}

// Has reports whether the definition declares the trait.
func (o *Op) Has(t Trait) bool { return o.def.Traits&t != 0 }

// IsIsolated reports whether the operation's regions use no value from outside, by the trait of its
// definition or by OpDef.Isolated.
func (o *Op) IsIsolated() bool {
	return o.Has(IsolatedFromAbove) || o.def.Isolated != nil && o.def.Isolated(o)
}

// SetReplaced says that a conversion has made a replacement for the operation, which stays in its block until
// the conversion ends.
func (o *Op) SetReplaced() { o.replaced = true }

// IsReplaced reports whether SetReplaced was called.
func (o *Op) IsReplaced() bool { return o.replaced }

// ---- operands ----

// NumOperands returns the number of operands.
func (o *Op) NumOperands() int { return len(o.operands) }

// Operand returns the value of operand i.
func (o *Op) Operand(i int) *Value { return o.operands[i].value }

// Operands returns the operand values in order, in a new slice.
func (o *Op) Operands() []*Value { return o.operandRange(0, len(o.operands)) }

func (o *Op) operandRange(first, count int) []*Value {
	vs := make([]*Value, count)
	for i := range vs {
		vs[i] = o.operands[first+i].value
	}
	return vs
}

// SetOperand makes operand i use v.
func (o *Op) SetOperand(i int, v *Value) { o.operands[i].set(v) }

// SetOperands replaces all operands.
func (o *Op) SetOperands(vs []*Value) {
	o.dropOperands()
	o.operands = make([]Operand, len(vs))
	for i, v := range vs {
		o.operands[i] = Operand{owner: o, index: int32(i)}
		o.operands[i].set(v)
	}
}

// EraseOperand removes operand i. The caller adapts the sizes of operand segments.
func (o *Op) EraseOperand(i int) {
	vs := o.Operands()
	o.SetOperands(append(vs[:i], vs[i+1:]...))
}

func (o *Op) dropOperands() {
	for i := range o.operands {
		o.operands[i].set(nil)
	}
}

// Owner returns the operation that uses the value.
func (u *Operand) Owner() *Op { return u.owner }

// Index returns the number of the operand in its operation.
func (u *Operand) Index() int { return int(u.index) }

// Value returns the value used.
func (u *Operand) Value() *Value { return u.value }

// Set makes the operand use v.
func (u *Operand) Set(v *Value) { u.set(v) }

func (u *Operand) set(v *Value) {
	if u.value != nil {
		if u.prev != nil {
			u.prev.next = u.next
		} else {
			u.value.uses = u.next
		}
		if u.next != nil {
			u.next.prev = u.prev
		}
		u.prev, u.next = nil, nil
	}
	u.value = v
	u.owner.sound = unknown
	if v == nil {
		return
	}
	u.next = v.uses
	if v.uses != nil {
		v.uses.prev = u
	}
	v.uses = u
}

// ---- results ----

// NumResults returns the number of results.
func (o *Op) NumResults() int { return len(o.results) }

// Result returns result i.
func (o *Op) Result(i int) *Value { return &o.results[i] }

// Results returns the results in order, in a new slice.
func (o *Op) Results() []*Value {
	vs := make([]*Value, len(o.results))
	for i := range vs {
		vs[i] = &o.results[i]
	}
	return vs
}

// ResultTypes returns the types of the results.
func (o *Op) ResultTypes() []Type {
	ts := make([]Type, len(o.results))
	for i := range ts {
		ts[i] = o.results[i].typ
	}
	return ts
}

// Unused reports whether no result has a use.
func (o *Op) Unused() bool {
	for i := range o.results {
		if o.results[i].uses != nil {
			return false
		}
	}
	return true
}

// ReplaceAllUsesWith makes every user of result i use vs[i] instead.
func (o *Op) ReplaceAllUsesWith(vs []*Value) {
	for i := range o.results {
		o.results[i].ReplaceAllUsesWith(vs[i])
	}
}

// ---- attributes ----

// Attr returns the attribute of that name, inherent or discardable, or nil.
func (o *Op) Attr(name string) Attr {
	if o.props != nil {
		if a := getAttr(o.props.list, name); a != nil {
			return a
		}
	}
	return getAttr(o.attrs, name)
}

// Attrs returns the discardable attributes. The slice must not be changed.
func (o *Op) Attrs() []NamedAttr { return o.attrs }

// Properties returns the inherent attributes. The slice must not be changed.
func (o *Op) Properties() []NamedAttr {
	if o.props == nil {
		return nil
	}
	return o.props.list
}

// SetAttr sets an attribute; it is inherent when the definition declares it.
func (o *Op) SetAttr(name string, v Attr) {
	o.sound = unknown
	for i := range o.Properties() {
		if o.props.list[i].Name == name {
			o.props = o.props.with(o.def, i, v)
			return
		}
	}
	if o.def.Attr(name) != nil {
		o.props = newProperties(o.def, append(slices.Clone(o.Properties()), NamedAttr{name, v}))
		return
	}
	r := o.own()
	r.attrs = setAttr(r.attrs, name, v)
}

// RemoveAttr removes the attribute of that name and returns it, or nil.
func (o *Op) RemoveAttr(name string) Attr {
	o.sound = unknown
	for i, a := range o.Properties() {
		if a.Name == name {
			o.props = newProperties(o.def, slices.Delete(slices.Clone(o.props.list), i, i+1))
			return a.Value
		}
	}
	for i, a := range o.attrs {
		if a.Name == name {
			r := o.own()
			r.attrs = append(r.attrs[:i:i], r.attrs[i+1:]...)
			return a.Value
		}
	}
	return nil
}

// IntAttr returns the value of an integer attribute and whether there is one.
func (o *Op) IntAttr(name string) (int64, bool) {
	if a, ok := o.Attr(name).(*IntegerAttr); ok {
		return a.Value, true
	}
	return 0, false
}

// StringAttr returns the value of a string attribute, "" when there is none.
func (o *Op) StringAttr(name string) string {
	if a, ok := o.Attr(name).(*StringAttr); ok {
		return a.Value
	}
	return ""
}

// Ints returns the values of a dense array attribute of integers.
func (o *Op) Ints(name string) []int64 {
	if a, ok := o.Attr(name).(*DenseArrayAttr); ok {
		return a.Values
	}
	return nil
}

func setAttr(attrs []NamedAttr, name string, v Attr) []NamedAttr {
	for i := range attrs {
		if attrs[i].Name == name {
			attrs[i].Value = v
			return attrs
		}
	}
	return append(attrs, NamedAttr{name, v})
}

// ---- regions and successors ----

// NumRegions returns the number of regions.
func (o *Op) NumRegions() int { return len(o.regions) }

// Region returns region i.
func (o *Op) Region(i int) *Region { return o.regions[i] }

// Regions returns the regions. The slice must not be changed.
func (o *Op) Regions() []*Region { return o.regions }

// AddRegion appends a region.
func (o *Op) AddRegion(r *Region) {
	r.op = o
	n := o.own()
	n.regions = append(n.regions, r)
}

// NumSuccessors returns the number of successor blocks.
func (o *Op) NumSuccessors() int { return len(o.successors) }

// Successor returns successor block i.
func (o *Op) Successor(i int) *Block { return o.successors[i] }

// Successors returns the successor blocks. The slice must not be changed.
func (o *Op) Successors() []*Block { return o.successors }

// SetSuccessor makes b the successor i.
func (o *Op) SetSuccessor(i int, b *Block) {
	if o.block != nil {
		o.successors[i].branches--
		b.branches++
	}
	o.successors[i] = b
}

// Body returns the first block of the first region, or nil.
func (o *Op) Body() *Block {
	if len(o.regions) == 0 || len(o.regions[0].blocks) == 0 {
		return nil
	}
	return o.regions[0].blocks[0]
}

// ---- position ----

// Block returns the block the operation is in, or nil.
func (o *Op) Block() *Block { return o.block }

// Parent returns the operation whose region holds this one, or nil.
func (o *Op) Parent() *Op {
	if o.block == nil || o.block.region == nil {
		return nil
	}
	return o.block.region.op
}

// Next returns the next operation of the block, or nil.
func (o *Op) Next() *Op { return o.next }

// Prev returns the previous operation of the block, or nil.
func (o *Op) Prev() *Op { return o.prev }

// IsAncestorOf reports whether other is this operation or nested in it.
func (o *Op) IsAncestorOf(other *Op) bool {
	for ; other != nil; other = other.Parent() {
		if other == o {
			return true
		}
	}
	return false
}

// Defines reports whether the value is defined in a region of the operation or a region nested in it.
func (o *Op) Defines(v *Value) bool {
	b := v.ParentBlock()
	return b != nil && o.IsAncestorOf(b.ParentOp())
}

// Ancestors yields the enclosing operations from the parent outwards.
func (o *Op) Ancestors() iter.Seq[*Op] {
	return func(yield func(*Op) bool) {
		for p := o.Parent(); p != nil; p = p.Parent() {
			if !yield(p) {
				return
			}
		}
	}
}

// ParentOf returns the nearest enclosing operation described by def, or nil.
func (o *Op) ParentOf(def *OpDef) *Op {
	for p := range o.Ancestors() {
		if p.def == def {
			return p
		}
	}
	return nil
}

// IsBefore reports whether the operation precedes other in their block.
func (o *Op) IsBefore(other *Op) bool {
	o.block.number()
	return o.order < other.order
}

// MoveBefore moves the operation in front of other.
func (o *Op) MoveBefore(other *Op) {
	o.Remove()
	other.block.InsertBefore(o, other)
}

// MoveAfter moves the operation behind other.
func (o *Op) MoveAfter(other *Op) {
	o.Remove()
	other.block.InsertBefore(o, other.next)
}

// MoveToEnd moves the operation to the end of b.
func (o *Op) MoveToEnd(b *Block) {
	o.Remove()
	b.Append(o)
}

// Remove unlinks the operation from its block. The operation can be inserted again.
func (o *Op) Remove() {
	b := o.block
	if b == nil {
		return
	}
	o.Poll()
	if o.prev != nil {
		o.prev.next = o.next
	} else {
		b.first = o.next
	}
	if o.next != nil {
		o.next.prev = o.prev
	} else {
		b.last = o.prev
	}
	o.prev, o.next, o.block = nil, nil, nil
	b.size--
	b.changes++
	o.countBranches(-1)
}

// Erase removes the operation and all operations in it for good. Its results must have no uses outside of it.
func (o *Op) Erase() {
	o.Remove()
	o.DropAllReferences()
}

// DropAllReferences drops the operands of the operation and of all operations in it.
func (o *Op) DropAllReferences() {
	o.dropOperands()
	for _, r := range o.regions {
		for _, b := range r.Blocks() {
			for inner := b.first; inner != nil; inner = inner.next {
				inner.DropAllReferences()
			}
		}
	}
}
