package asyncruntimerefcounting

import (
	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/ir"
)

// counter places the operations on references, in one part of a program after the other. They are made when
// all places are known: in a block that does not change, which of two operations comes first costs nothing to
// ask.
type counter struct {
	*ir.Builder
	flow   map[*ir.Region]*flow
	values counted
	edits  []edit
	life   lifetime // of the value that is looked at

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

// countAll places them for everything in root: in each function for arguments of blocks first, then for
// results.
func countAll(root *ir.Op) {
	units := ir.Units(root)
	ir.ForEachWith(len(units), func() *counter {
		return newCounter(root.Context(), &ir.Arena{})
	}, func(c *counter, i int) { c.countIn(units[i]) })
}

// newCounter returns a counter that makes operations in an arena.
func newCounter(ctx *ir.Context, a *ir.Arena) *counter {
	c := &counter{Builder: ir.NewBuilder(ctx), flow: map[*ir.Region]*flow{}}
	c.Arena = a
	return c
}

// countIn is countAll for a part of a program that shares no value with others. It reports whether nothing is
// counted there.
func (c *counter) countIn(root *ir.Op) (nothing bool) {
	values := c.values.find(root)
	if len(values) == 0 {
		return true
	}
	c.edits, c.cleanups = c.edits[:0], cleanups{}
	clear(c.flow)
	for _, v := range values {
		c.value(v)
	}
	c.applyAll()
	return len(c.edits) == 0
}

// applyAll makes the operations of all edits, but those that edges share once.
func (c *counter) applyAll() {
	c.cleanups.share()
	for i := range c.edits {
		if e := &c.edits[i]; e.cleanup == nil || e.cleanup.makes(e.v) {
			c.apply(e)
		}
	}
	c.connect()
}

// apply makes the operation of an edit.
func (c *counter) apply(e *edit) {
	b := c.Builder
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

// counted is what is counted.
type counted struct{ args, results []*ir.Value }

// find returns what is counted in an operation, in the order in which MLIR's pass comes to it, until it is
// called again.
func (c *counted) find(root *ir.Op) []*ir.Value {
	c.args, c.results = c.args[:0], c.results[:0]
	c.collect(root)
	c.args = append(c.args, c.results...)
	return c.args
}

// collect adds what is counted of an operation, behind all that is in it.
func (c *counted) collect(op *ir.Op) {
	for _, r := range op.Regions() {
		for _, b := range r.Blocks() {
			for inner := b.First(); inner != nil; inner = inner.Next() {
				if inner.NumRegions() > 0 {
					c.collect(inner)
				} else {
					c.addResults(inner)
				}
			}
		}
	}
	for _, r := range op.Regions() {
		for _, b := range r.Blocks() {
			for _, v := range b.Args() {
				if isCounted(v.Type()) {
					c.args = append(c.args, v)
				}
			}
		}
	}
	c.addResults(op)
}

func (c *counted) addResults(op *ir.Op) {
	for i := range op.NumResults() {
		if v := op.Result(i); isCounted(v.Type()) {
			c.results = append(c.results, v)
		}
	}
}

// usage is how one block uses a value.
type usage struct {
	last   *ir.Op // the last operation that uses it, or holds a use; nil if there is none
	holds  *ir.Op // the last operation that holds one in a region
	takers []*ir.Op
	in     bool // it is needed at the start of the block
}

// lifetime is where a value is needed.
type lifetime struct {
	v      *ir.Value
	usages ir.BlockMap[usage]
	held   []*ir.Block
	todo   []*ir.Block
}

// of returns how a block uses the value, nil if it does not.
func (l *lifetime) of(b *ir.Block) *usage {
	if u := l.usages.Get(b); u != nil && u.last != nil {
		return u
	}
	return nil
}

// enters reports whether the value is needed at the start of a block.
func (l *lifetime) enters(b *ir.Block) bool {
	u := l.usages.Get(b)
	return u != nil && u.in
}

// value places the operations on the references of one value.
func (c *counter) value(v *ir.Value) {
	if op := v.DefiningOp(); !isOwned(v) {
		c.edits = append(c.edits, edit{v: v, n: 1, at: behind, op: op})
	}
	l := c.lifetime(v)
	if l.usages.Len() == 0 {
		c.edits = append(c.edits, edit{v: v, n: -1, at: definition})
		return
	}
	for _, b := range l.blocks() {
		c.block(l, b)
	}
}

// lifetime finds the uses of a value, and the blocks between them and its definition. Uses in regions deeper
// down belong to the operation around them; what takes the reference there has to add its own.
func (c *counter) lifetime(v *ir.Value) *lifetime {
	l := &c.life
	l.v = v
	l.usages.Clear()
	home := v.ParentBlock().Region()
	for use := range v.Uses() {
		op := home.FindAncestor(use.Owner())
		u := l.usages.Entry(op.Block())
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
	l.todo = l.todo[:0]
	for i := range l.usages.Len() {
		l.need(l.usages.Block(i))
	}
	for len(l.todo) > 0 {
		b := l.todo[len(l.todo)-1]
		l.todo = l.todo[:len(l.todo)-1]
		for _, p := range f.predecessors(b) {
			l.need(p)
		}
	}
}

// need marks a block in front of which the value is needed, unless it is defined there.
func (l *lifetime) need(b *ir.Block) {
	if b == l.v.ParentBlock() {
		return
	}
	if u := l.usages.Entry(b); !u.in {
		u.in = true
		l.todo = append(l.todo, b)
	}
}

// blocks returns the blocks in which the value is held, in their order.
func (l *lifetime) blocks() []*ir.Block {
	home := l.v.ParentBlock()
	l.held = append(l.held[:0], home)
	if l.usages.Len() == 1 && l.of(home) != nil {
		return l.held
	}
	for _, b := range home.Region().Blocks() {
		if l.enters(b) {
			l.held = append(l.held, b)
		}
	}
	return l.held
}

// block places the operations of one block in which the value is held.
func (c *counter) block(l *lifetime, b *ir.Block) {
	u := l.of(b)
	if c.goesOn(l, b) {
		if u != nil {
			c.addFor(l.v, u.takers)
		}
		c.edges(l, b)
		return
	}
	taken := 0
	for _, op := range u.takers {
		if op == u.last {
			taken++
		} else {
			c.add(op, l.v, 1)
		}
	}
	c.finish(l.v, u, taken)
}

// finish places what the last use of a path needs, which takes so many references along. A loop may take one,
// and use the value in its body as well.
func (c *counter) finish(v *ir.Value, u *usage, taken int) {
	last := u.last
	switch {
	case taken == 0:
		c.drop(last, v)
	// calls as in MLIR's pass; the optimization takes one pair away
	case last == u.holds, last.Def().Callee != nil:
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
