package ir

import "github.com/inflight-compiler/inflight/diag"

// Arena allocates operations and their operands, results, blocks and regions in slabs. It is meant for
// programs that are read or made in one go. The garbage collector keeps a slab as long as anything in the
// slab is reachable. The zero Arena is ready for use; it is not safe for concurrent use.
type Arena struct {
	ops      slab[Op]
	operands slab[Operand]
	values   slab[Value]
	attrs    slab[NamedAttr]
	blocks   slab[Block]
	regions  slab[Region]
	rares    slab[rare]
	props    slab[properties]
	notes    slab[note]
	locs     slab[SourceLoc]
	valuePtr slab[*Value]
	blockPtr slab[*Block]
	regPtr   slab[*Region]
	// erased and spare hold what was released, beside the slices that the slabs keep.
	erased []*Op
	spare  []*rare
	shared *[sharedProperties]sharedEntry
}

// slab hands out slices of a chunk. Each new chunk is larger by half, up to a limit, so that small programs
// take little memory. Slices that were given back are handed out first.
type slab[T any] struct {
	free []T
	size int
	back [longestBack + 1][][]T // by length
}

const (
	firstChunk  = 16
	lastChunk   = 1024
	longestBack = 8 // the greatest length of a slice that is kept for another use
)

// take returns n zero elements. Their slice has no spare capacity, so that an append cannot overwrite its
// neighbours.
func (s *slab[T]) take(n int) []T {
	if n == 0 {
		return nil
	}
	if n <= longestBack && len(s.back[n]) > 0 {
		return s.again(n)
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

// again returns a slice of n zero elements that was given back.
func (s *slab[T]) again(n int) []T {
	last := len(s.back[n]) - 1
	taken := s.back[n][last]
	s.back[n] = s.back[n][:last]
	clear(taken)
	return taken
}

// give takes back a slice that nothing refers to any more.
func (s *slab[T]) give(list []T) {
	if n := len(list); n > 0 && n <= longestBack {
		s.back[n] = append(s.back[n], list[:n:n])
	}
}

// mostErased is the number of erased operations that an arena keeps to make new ones of. The limit is there
// for large functions that a pass makes anew: with more reused operations, neighbours in the program would
// lie far apart in memory, and a walk over them would cost more than fresh memory costs.
const mostErased = 1024

// Release takes back the memory of an erased operation for operations that are made later. Nothing may refer
// to the operation or its results any more. The garbage collector gets operations with regions, and those
// beyond mostErased.
func (a *Arena) Release(op *Op) {
	if op.block != nil || op.def == nil || len(op.regions) > 0 || len(a.erased) >= mostErased {
		return
	}
	for i := range op.results {
		if op.results[i].uses != nil {
			return
		}
	}
	a.operands.give(op.operands)
	a.values.give(op.results)
	if op.rare != op.ctx.none {
		a.spare = append(a.spare, op.rare)
	}
	op.def = nil // so that a second Release of op does nothing
	a.erased = append(a.erased, op)
}

// newOp returns an operation with all fields zero.
func (a *Arena) newOp() *Op {
	last := len(a.erased) - 1
	if last < 0 {
		return &a.ops.take(1)[0]
	}
	op := a.erased[last]
	a.erased = a.erased[:last]
	*op = Op{}
	return op
}

// newRare returns a rare with all fields zero.
func (a *Arena) newRare() *rare {
	last := len(a.spare) - 1
	if last < 0 {
		return &a.rares.take(1)[0]
	}
	r := a.spare[last]
	a.spare = a.spare[:last]
	*r = rare{}
	return r
}

// NewOp is Context.NewOp with memory of the arena. It keeps no slice of s. It sets the fields of the
// operation one by one, because the garbage collector has to look at all of a struct that is copied to the
// heap.
func (a *Arena) NewOp(c *Context, s *OpState) *Op {
	op := a.newOp()
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
		r := a.newRare()
		r.ctx = op.ctx
		op.rare = r
	}
	return op.rare
}

// nest gives an operation the successors and regions of s.
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
		a.annotate(v, l, "")
	}
	if b.args == nil {
		b.args = a.valuePtr.take(4)[:0]
	}
	b.args = append(b.args, v)
	return v
}

// SetName is Value.SetName with memory of the arena.
func (a *Arena) SetName(v *Value, name string) {
	if v.Name() != name {
		a.annotate(v, v.ownLoc(), name)
	}
}

// annotate gives a value a note with this location and name, in place of its old one.
func (a *Arena) annotate(v *Value, l Location, name string) {
	n := &a.notes.take(1)[0]
	n.loc, n.name = l, name
	v.note = n
}

// SourceLoc returns the location of an offset in a file.
func (a *Arena) SourceLoc(f *diag.File, off int32) *SourceLoc {
	l := &a.locs.take(1)[0]
	l.File, l.Off = f, off
	return l
}

// NewPlaceholder returns a value without operation and block. It stands for a value that is not known yet,
// until ReplaceAllUsesWith puts the real value in its place.
func NewPlaceholder(t Type) *Value { return &Value{typ: t} }

// TypeID returns a number that identifies the type within its context, from 1.
func TypeID(t Type) uint32 { return t.typeID() }

// AttrID returns a number that identifies an interned attribute within its
// context, from 1, and 0 for a SourceLoc. Types and attributes share numbers.
func AttrID(a Attr) uint32 { return a.attrID() }
