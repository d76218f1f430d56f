package sccp

import (
	"slices"

	"github.com/inflight-compiler/inflight/ir"
)

// replace puts constants in the place of values, and returns of how many. Those operations go that nobody
// misses then.
func (s *solver) replace() int {
	c := &constants{solver: s, made: map[constant]*ir.Value{}}
	c.push(s.run.Op)
	for len(c.todo) > 0 {
		b := c.todo[len(c.todo)-1]
		c.todo = c.todo[:len(c.todo)-1]
		c.block(b)
	}
	return c.replaced
}

// constants makes the constants of a program, each once for an operation that is isolated from what is around
// it.
type constants struct {
	*solver
	made     map[constant]*ir.Value
	todo     []*ir.Block
	replaced int
}

// constant is a constant of a type; home is the region that it stands in, nil for none.
type constant struct {
	home  *ir.Region
	known state
	typ   ir.Type
}

// push adds the blocks of an operation that are executed, so that the first one of the last region comes
// next.
func (c *constants) push(op *ir.Op) {
	for _, r := range op.Regions() {
		for _, b := range slices.Backward(r.Blocks()) {
			if c.executed[b] {
				c.todo = append(c.todo, b)
			}
		}
	}
}

func (c *constants) block(b *ir.Block) {
	for op := range b.Ops() {
		if made, ok := c.made[c.of(op)]; ok && made.DefiningOp() == op {
			continue
		}
		all := op.NumResults() > 0
		for _, v := range op.Results() {
			all = c.value(v) && all
		}
		if all && op.WouldBeTriviallyDead() {
			op.Erase()
			continue
		}
		c.push(op)
	}
	for _, a := range b.Args() {
		c.value(a)
	}
}

// of returns the constant that an operation with one result makes.
func (c *constants) of(op *ir.Op) constant {
	if op.NumResults() != 1 || !op.Has(ir.ConstantLike) {
		return constant{}
	}
	v := op.Result(0)
	return constant{home(op.Block()), c.values[v], v.Type()}
}

// value replaces a value if it is constant.
func (c *constants) value(v *ir.Value) bool {
	known := c.values[v]
	if known.value == nil {
		return false
	}
	k := constant{home(v.ParentBlock()), known, v.Type()}
	made := c.made[k]
	if made == nil {
		if made = c.materialize(k, v); made == nil {
			return false
		}
		c.made[k] = made
	}
	if v.HasUses() {
		c.replaced++
	}
	v.ReplaceAllUsesWith(made)
	return true
}

// materialize makes a constant at the beginning of its home.
func (c *constants) materialize(k constant, v *ir.Value) *ir.Value {
	d := c.run.Context().Dialect(k.known.dialect)
	if d == nil || d.Constant == nil {
		return nil
	}
	b := ir.NewBuilder(c.run.Context())
	b.SetStart(k.home.Entry())
	if l := v.Loc(); l != nil {
		b.Loc = l
	}
	made := d.Constant(b, k.known.value, k.typ)
	if made == nil {
		return nil
	}
	c.values[made.Result(0)] = k.known
	return made.Result(0)
}

// home returns the region that constants of a block stand in.
func home(b *ir.Block) *ir.Region {
	for {
		r := b.Region()
		if op := r.Op(); op.IsIsolated() || op.Def().Unregistered || op.Block() == nil {
			return r
		}
		b = r.Op().Block()
	}
}
