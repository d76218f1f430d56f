package ir

import "github.com/inflight-compiler/inflight/diag"

// Arena allocates the parts of operations in slabs, for programs read or made
// in one go. A slab lives as long as anything in it. The zero Arena is ready
// for use; it is not safe for concurrent use.
type Arena struct {
	ops      slab[Op]
	operands slab[Operand]
	values   slab[Value]
	attrs    slab[NamedAttr]
	blocks   slab[Block]
	regions  slab[Region]
	rares    slab[rare]
	notes    slab[note]
	locs     slab[SourceLoc]
	valuePtr slab[*Value]
	blockPtr slab[*Block]
	regPtr   slab[*Region]
}

// slab hands out slices of a chunk; chunks grow by half up to a limit, so that
// small programs stay small.
type slab[T any] struct {
	free []T
	size int
}

const (
	firstChunk = 16
	lastChunk  = 1024
)

// take returns n zero elements, with no room to grow into their neighbours.
func (s *slab[T]) take(n int) []T {
	if n == 0 {
		return nil
	}
	if n > len(s.free) {
		s.size = min(max(s.size+s.size/2, firstChunk), lastChunk)
		if n > s.size/4 {
			return make([]T, n)
		}
		s.free = make([]T, s.size)
	}
	taken := s.free[:n:n]
	s.free = s.free[n:]
	return taken
}

// NewOp is Context.NewOp with memory of the arena. It keeps no slice of s. What is taken from a slab is zero: fields are
// set one by one, because the garbage collector has to look at all of a struct that is copied to the heap.
func (a *Arena) NewOp(c *Context, s *OpState) *Op {
	op := &a.ops.take(1)[0]
	op.def, op.loc, op.rare = s.Def, s.Loc, c.none
	if op.loc == nil {
		op.loc = c.UnknownLoc
	}
	op.operands = a.operands.take(len(s.Operands))
	for i, v := range s.Operands {
		u := &op.operands[i]
		u.owner, u.index = op, int32(i)
		u.set(v)
	}
	op.results = a.values.take(len(s.Results))
	for i, t := range s.Results {
		v := &op.results[i]
		v.typ, v.op, v.index = t, op, int32(i)
	}
	if len(s.Successors)+len(s.Regions) > 0 {
		a.nest(op, s)
	}
	a.setAttrs(op, s)
	return op
}

// own is Op.own with memory of the arena.
func (a *Arena) own(op *Op) *rare {
	if op.rare == op.ctx.none {
		r := &a.rares.take(1)[0]
		r.ctx = op.ctx
		op.rare = r
	}
	return op.rare
}

// nest gives an operation its successors and regions.
func (a *Arena) nest(op *Op, s *OpState) {
	r := a.own(op)
	r.successors = a.blockPtr.take(len(s.Successors))
	copy(r.successors, s.Successors)
	r.regions = a.regPtr.take(len(s.Regions))
	for i, region := range s.Regions {
		region.op = op
		r.regions[i] = region
	}
}

// setAttrs sorts the attributes of s into inherent and discardable ones.
func (a *Arena) setAttrs(op *Op, s *OpState) {
	inherent := len(s.Properties)
	for i := range s.Attrs {
		if op.def.Attr(s.Attrs[i].Name) != nil {
			inherent++
		}
	}
	missing := 0
	for i := range op.def.Attrs {
		if op.def.Attrs[i].Default != nil {
			missing++
		}
	}
	// Defaults that are given are counted twice: a little room is cheaper than
	// looking.
	op.props = a.attrs.take(inherent + missing)[:0]
	if n := len(s.Attrs) - inherent + len(s.Properties); n > 0 {
		a.own(op).attrs = a.attrs.take(n)[:0]
	}
	if s.Properties != nil && op.props == nil {
		op.props = []NamedAttr{} // <{}> was written
	}
	op.props = append(op.props, s.Properties...)
	if op.def.Unregistered && len(s.Attrs) > 0 {
		op.attrs = append(op.attrs, s.Attrs...) // kept apart from the properties
		return
	}
	op.setAttrs(s.Attrs, s.Properties)
	if missing > 0 {
		op.fillDefaults()
	}
}

// setAttrs sets attributes, the last of each name, in linear time. Those given
// as properties as well stay as they are.
func (o *Op) setAttrs(attrs, properties []NamedAttr) {
	const many = 32
	var place map[string]int // in o.attrs, for long lists
	if len(attrs) > many {
		place = make(map[string]int, len(attrs))
	}
	for _, a := range attrs {
		switch {
		case o.def.Attr(a.Name) != nil:
			if getAttr(properties, a.Name) == nil {
				o.setProp(a.Name, a.Value)
			}
		case place == nil:
			r := o.own()
			r.attrs = setAttr(r.attrs, a.Name, a.Value)
		default:
			i, known := place[a.Name]
			if !known {
				i = len(o.attrs)
				place[a.Name] = i
				r := o.own()
				r.attrs = append(r.attrs, a)
			}
			o.attrs[i].Value = a.Value
		}
	}
}

// NewRegion returns an empty region.
func (a *Arena) NewRegion() *Region { return &a.regions.take(1)[0] }

// NewRegionOf returns a region of one block.
func (a *Arena) NewRegionOf(b *Block) *Region {
	r := a.NewRegion()
	r.Append(b)
	return r
}

// NewBlock returns a detached block.
func (a *Arena) NewBlock() *Block { return &a.blocks.take(1)[0] }

// AddArg appends an argument to a block.
func (a *Arena) AddArg(b *Block, t Type, l Location) *Value {
	v := &a.values.take(1)[0]
	v.typ, v.block, v.index = t, b, int32(len(b.args))
	if l != nil {
		a.annotate(v).loc = l
	}
	if b.args == nil {
		b.args = a.valuePtr.take(4)[:0]
	}
	b.args = append(b.args, v)
	return v
}

// SetName is Value.SetName with memory of the arena.
func (a *Arena) SetName(v *Value, name string) {
	if name != "" {
		a.annotate(v)
	}
	v.SetName(name)
}

// annotate is Value.annotated with memory of the arena.
func (a *Arena) annotate(v *Value) *note {
	if v.note == nil {
		v.note = &a.notes.take(1)[0]
	}
	return v.note
}

// SourceLoc returns the location of an offset in a file.
func (a *Arena) SourceLoc(f *diag.File, off int32) *SourceLoc {
	l := &a.locs.take(1)[0]
	l.File, l.Off = f, off
	return l
}

// NewPlaceholder returns a value of no operation and no block, to stand for
// one that is not known yet; ReplaceAllUsesWith puts the real one in its place.
func NewPlaceholder(t Type) *Value { return &Value{typ: t} }

// TypeID returns a number that identifies the type within its context, from 1.
func TypeID(t Type) uint32 { return t.typeID() }

// AttrID returns a number that identifies an interned attribute within its
// context, from 1, and 0 for a SourceLoc. Types and attributes share numbers.
func AttrID(a Attr) uint32 { return a.attrID() }
