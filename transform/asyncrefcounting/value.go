package asyncrefcounting

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/ir"
)

// counter places the operations on references. They are made when all places are known: in a block that does not change,
// which of two operations comes first costs nothing to ask.
type counter struct {
	flow  map[*ir.Region]*flow
	edits []edit
	life  lifetime // of the value that is looked at

	cleanups cleanups
}

// edit is n references to add to a value, or -1 for one to drop.
type edit struct {
	v    *ir.Value
	n    int
	at   place
	op   *ir.Op // for onEdge, the terminator
	succ int

	cleanup *cleanup // of the edge, for a drop
}

// place says where an edit goes.
type place uint8

const (
	before     place = iota // op
	behind                  // op
	onEdge                  // from op to its successor
	definition              // behind that of the value
)

// countAll places them for everything in root: in each function for arguments of blocks first, then for results.
func countAll(root *ir.Op) {
	units := ir.Units(root)
	ir.ForEachWith(len(units), func() *ir.Builder { return newBuilder(root.Context(), &ir.Arena{}) }, func(b *ir.Builder, i int) { countIn(units[i], b) })
}

// newBuilder returns a builder that makes operations in an arena.
func newBuilder(c *ir.Context, a *ir.Arena) *ir.Builder {
	b := ir.NewBuilder(c)
	b.Arena = a
	return b
}

// countIn is countAll for a part of a program that shares no value with others. It reports whether nothing is counted there.
func countIn(root *ir.Op, b *ir.Builder) (nothing bool) {
	values := countedValues(root)
	if len(values) == 0 {
		return true
	}
	c := &counter{flow: map[*ir.Region]*flow{}}
	for _, v := range values {
		c.value(v)
	}
	c.applyAll(b)
	return false
}

// applyAll makes the operations of all edits, but those that edges share once.
func (c *counter) applyAll(b *ir.Builder) {
	c.cleanups.share()
	for i := range c.edits {
		if e := &c.edits[i]; e.cleanup == nil || e.cleanup.makes(e.v) {
			c.apply(b, e)
		}
	}
	c.connect(b)
}

// apply makes the operation of an edit.
func (c *counter) apply(b *ir.Builder, e *edit) {
	switch e.at {
	case before:
		b.SetBefore(e.op)
	case behind:
		b.SetAfter(e.op)
	case onEdge:
		b.SetStart(c.edge(e.op, e.succ))
	case definition:
		setBehindDefinition(b, e.v)
	}
	if b.Loc = e.v.Loc(); e.op != nil {
		b.Loc = e.op.Loc()
	}
	if e.n < 0 {
		dropRef(b, e.v)
	} else {
		addRef(b, e.v, e.n)
	}
}

// add adds references in front of op, and drop drops one behind it.
func (c *counter) add(op *ir.Op, v *ir.Value, n int) {
	if n > 0 {
		c.edits = append(c.edits, edit{v: v, n: n, at: before, op: op})
	}
}

func (c *counter) drop(op *ir.Op, v *ir.Value) {
	c.edits = append(c.edits, edit{v: v, n: -1, at: behind, op: op})
}

// countedValues returns what is counted, in the order in which MLIR's pass comes to it.
func countedValues(root *ir.Op) (vs []*ir.Value) {
	add := func(values []*ir.Value) {
		for _, v := range values {
			if isCounted(v.Type()) {
				vs = append(vs, v)
			}
		}
	}
	for op := range root.WalkPost() {
		for _, r := range op.Regions() {
			for _, b := range r.Blocks() {
				add(b.Args())
			}
		}
	}
	for op := range root.WalkPost() {
		add(op.Results())
	}
	return vs
}

// usage is how one block uses a value.
type usage struct {
	last   *ir.Op // the last operation that uses it, or holds a use
	holds  *ir.Op // the last operation that holds one in a region
	takers []*ir.Op
}

// lifetime is where a value is needed.
type lifetime struct {
	v    *ir.Value
	uses map[*ir.Block]*usage
	in   map[*ir.Block]bool // blocks at whose start it is needed
	held []*ir.Block
	todo []*ir.Block
}

// reset makes it that of another value. Maps that were large are not kept: emptying them takes as long as filling them did.
func (l *lifetime) reset(v *ir.Value) {
	const large = 32
	l.v = v
	if l.uses == nil || len(l.uses) > large || len(l.in) > large {
		l.uses, l.in = map[*ir.Block]*usage{}, map[*ir.Block]bool{}
		return
	}
	clear(l.uses)
	clear(l.in)
}

// value places the operations on the references of one value.
func (c *counter) value(v *ir.Value) {
	if op := v.DefiningOp(); !isOwned(v) {
		c.edits = append(c.edits, edit{v: v, n: 1, at: behind, op: op})
	}
	l := c.lifetime(v)
	if len(l.uses) == 0 {
		c.edits = append(c.edits, edit{v: v, n: -1, at: definition})
		return
	}
	for _, b := range l.blocks() {
		c.block(l, b)
	}
}

// lifetime finds the uses of a value, and the blocks between them and its definition. Uses in regions deeper down belong to
// the operation around them; what takes the reference there has to add its own.
func (c *counter) lifetime(v *ir.Value) *lifetime {
	l := &c.life
	l.reset(v)
	home := v.ParentBlock().Region()
	for use := range v.Uses() {
		op := home.FindAncestor(use.Owner())
		u := l.uses[op.Block()]
		if u == nil {
			u = &usage{}
			l.uses[op.Block()] = u
		}
		if u.last == nil || u.last.IsBefore(op) {
			u.last = op
		}
		if op != use.Owner() && (u.holds == nil || u.holds.IsBefore(op)) {
			u.holds = op
		}
		switch {
		case !takes(use):
		case op == use.Owner():
			u.takers = append(u.takers, op)
		default:
			c.add(use.Owner(), v, 1)
		}
	}
	l.spread(c.flowOf(home))
	return l
}

// spread marks the blocks from the uses back to the definition.
func (l *lifetime) spread(f *flow) {
	todo := l.todo[:0]
	need := func(b *ir.Block) {
		if b != l.v.ParentBlock() && !l.in[b] {
			l.in[b] = true
			todo = append(todo, b)
		}
	}
	for b := range l.uses {
		need(b)
	}
	for len(todo) > 0 {
		b := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, p := range f.predecessors(b) {
			need(p)
		}
	}
	l.todo = todo
}

// blocks returns the blocks in which the value is held, in their order.
func (l *lifetime) blocks() []*ir.Block {
	held := append(l.held[:0], l.v.ParentBlock())
	if len(l.in) > 0 {
		for _, b := range l.v.ParentBlock().Region().Blocks() {
			if l.in[b] && b != held[0] {
				held = append(held, b)
			}
		}
	}
	l.held = held
	return held
}

// block places the operations of one block in which the value is held.
func (c *counter) block(l *lifetime, b *ir.Block) {
	u := l.uses[b]
	if c.goesOn(l, b) {
		if u != nil {
			c.addFor(l.v, u.takers)
		}
		c.edges(l, b)
		return
	}
	last := u.last
	rest := slices.DeleteFunc(slices.Clone(u.takers), func(op *ir.Op) bool { return op == last })
	c.addFor(l.v, rest)
	c.finish(l.v, u, len(u.takers)-len(rest))
}

// finish places what the last use of a path needs, which takes so many references along. A loop may take one, and use the value
// in its body as well.
func (c *counter) finish(v *ir.Value, u *usage, taken int) {
	last := u.last
	switch {
	case taken == 0:
		c.drop(last, v)
	case last == u.holds, last.Def().Callee != nil: // calls as in MLIR's pass; the optimization takes one pair away
		for range taken {
			c.add(last, v, 1)
		}
		c.drop(last, v)
	default:
		c.add(last, v, taken-1)
	}
}

// addFor adds a reference in front of each operation that takes one while the value is still needed.
func (c *counter) addFor(v *ir.Value, takers []*ir.Op) {
	for _, op := range takers {
		c.add(op, v, 1)
	}
}

// setBehindDefinition moves b to where the first operation on v can stand.
func setBehindDefinition(b *ir.Builder, v *ir.Value) {
	op := v.DefiningOp()
	if op == nil {
		b.SetStart(v.Owner())
		return
	}
	b.SetAfter(op)
	if next := op.Next(); next != nil && next.Is(async.RuntimeAddRef) && next.Operand(0) == v {
		b.SetAfter(next)
	}
}

// after returns a builder behind op.
func after(op *ir.Op) *ir.Builder {
	b := ir.At(op)
	b.SetAfter(op)
	return b
}
